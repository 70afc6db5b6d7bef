#!/usr/bin/env python3
"""A workshop works on a git repository: a branch of its own, a commit for each version, and your files untouched."""

import subprocess
from pathlib import Path
from typing import Any

from cast import BRIEF, GIVEN, GOOD, OFF_BY_ONE, TASK, USUAL, learnt, program
from stage import House, house
from story import must, play, show, tell

OLD = "def total(xs):\n    raise NotImplementedError\n"
WHO = ("-c", "user.name=ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false")
AGREED: dict[str, Any] = {**BRIEF, "cast": ["generator", "executor", "judge"], "task_kind": "repo"}


def act() -> None:
    """Git integration: branch, commits, diff, history and blame of a workshop, in a real repository."""
    with house() as here:
        here.script({**USUAL, "attempt": [program(OFF_BY_ONE), program(GOOD)], "reflect": [learnt("One is added.")]})
        repo = repository(here.home / "repo")
        before = state(repo)
        debate = here.workshop(task=TASK, tests=GIVEN, repo={"path": str(repo)}, **AGREED)
        must("the workshop comes to a vote", here.result(debate)["ending"] == "decided")
        committed(here, debate, repo)
        must("what you had checked out is as it was", state(repo) == before)
        looked_into(here, debate)
        refused(here, repo)


def repository(folder: Path) -> Path:
    """A repository with one commit."""
    folder.mkdir()
    (folder / "solution.py").write_text(OLD)
    git(folder, "init", "--quiet", "--initial-branch", "main")
    git(folder, "add", ".")
    git(folder, *WHO, "commit", "--quiet", "--message", "Begin.")
    return folder


def git(folder: Path, *arguments: str) -> str:
    """What git says."""
    return subprocess.run(("git", *arguments), cwd=folder, check=True, capture_output=True, text=True).stdout


def state(repo: Path) -> tuple[str, ...]:
    """What is checked out, what is changed, and what the files say."""
    return (git(repo, "symbolic-ref", "HEAD"), git(repo, "status", "--porcelain"), (repo / "solution.py").read_text())


def committed(here: House, debate: str, repo: Path) -> None:
    """What the workshop left in the repository."""
    told = here.get(f"/debates/{debate}/git")
    show("branch", {name: told[name] for name in ("branch", "tip", "version", "agreed")})
    must("it has a branch of its own", told["branch"] == f"debate/{debate}")
    versions = [each["commit"] for each in told["versions"]]
    must("and a commit for each version", len(versions) == 2 and all(versions))
    must("git itself says the same", git(repo, "rev-parse", told["branch"]).strip() == told["tip"] == versions[-1])
    must("the branch has the code that won", git(repo, "show", f"{told['branch']}:solution.py") == GOOD)
    message = git(repo, "log", "-1", "--format=%B", told["branch"]).strip()
    show("message", message)
    must("its message names the debate and the line", debate in message and str(told["versions"][-1]["seq"]) in message)


def looked_into(here: House, debate: str) -> None:
    """What is asked of the repository over HTTP."""
    changed = here.get(f"/debates/{debate}/git/diff?from=1&to=2")
    show("diff of version 1 and 2", changed["diff"].splitlines()[-2:])
    must("the diff is of the mended line", "-    return sum(xs) + 1\n+    return sum(xs)\n" in changed["diff"])
    history = here.get(f"/debates/{debate}/git/history?path=solution.py")["commits"]
    show("history", [[each["subject"], each["version"]] for each in history])
    must("the history goes back before the workshop", history[-1]["subject"] == "Begin.")
    blame = here.get(f"/debates/{debate}/git/blame?path=solution.py")
    came = {each["commit"]: each["version"] for each in blame["commits"]}
    lines = [[line["text"], came[line["commit"]]] for line in blame["lines"]]
    show("blame", lines)
    must("each line is by who wrote it", [version for _, version in lines] == [None, 2])


def refused(here: House, repo: Path) -> None:
    """A repository that cannot be worked on as it is."""
    tell("somebody changes a file and does not commit it")
    (repo / "solution.py").write_text(GOOD)
    told = here.refused("/workshops", task=TASK, player="cast", repo={"path": str(repo)}, **AGREED)
    show("refused", {name: told[name] for name in ("status", "code", "message", "suggestion")})
    must("it is refused, with what to do", told["status"] in (409, 422) and told["suggestion"])
    must("and the change is still there", (repo / "solution.py").read_text() == GOOD)


if __name__ == "__main__":
    play(act)
