"""A workshop on a real git repository, from the command line to the branch, and what is read of it at a server."""

import json
from pathlib import Path
from typing import Any

import pytest

from moot.settings import Settings
from moot.wiring import serving
from tests.cli.matters import written
from tests.cli.shell import Said, Shell
from tests.cli.tasks import GOOD, RUN, prepared
from tests.tools.git.ground import Ground, new_ground

pytestmark = [pytest.mark.journey, pytest.mark.timeout(180)]


def workshop(aw: Shell, *arguments: str, code: int = 0) -> Said:
    said = aw("workshop", *arguments, name="moot")
    assert said.code == code, (said.out, said.err)
    assert "Traceback" not in said.err
    return said


def test_a_repository_gets_a_branch_with_the_winner_and_is_otherwise_left_as_it_was(
    aw: Shell, closed_port: int, tmp_path: Path
):
    prepared(aw, closed_port)
    ground = new_ground(tmp_path / "ground")
    on_it = ("--repo", str(ground.root), "--off", "dehallucination")
    house = Path(aw.environment["MOOT_HOME"]) / "worktrees"
    refused_first(aw, ground, on_it)
    before = ground.theirs()

    told = workshop(aw, "run", *RUN, *on_it).data
    debate, git = told["debate_id"], told["git"]
    assert (git["path"], git["branch"], git["start"]) == (str(ground.root), f"debate/{debate}", ground.head)
    assert (git["agreed"], git["version"]) == (True, 2)
    assert ground.git("rev-parse", f"debate/{debate}").strip() == git["tip"]
    assert ground.git("show", f"debate/{debate}:solution.py") == GOOD
    assert ground.theirs() == before
    assert [path.name for path in house.iterdir()] == [".lock"]
    assert ground.git("worktree", "list").count("\n") == 1

    with serving(Settings(port=0, home=house.parent)) as url:
        aw.set(DEBATE_SERVER_URL=url)
        reads(aw, debate, ground)
        again = workshop(aw, "run", *RUN, *on_it, "--committed-only", "--keep", "--only", "solution.py").data
        assert (house / again["debate_id"] / "solution.py").read_text() == GOOD
        assert str(house / again["debate_id"]) in ground.git("worktree", "list")
        gone = workshop(aw, "git", again["debate_id"], "--discard").data
        assert (gone["branch"], gone["refs"]) == (f"debate/{again['debate_id']}", 3)
    ground.git("merge", "-q", f"debate/{debate}")
    assert (ground.root / "solution.py").read_text() == GOOD


def refused_first(aw: Shell, ground: Ground, on_it: tuple[str, ...]) -> None:
    """What is wrong is said before anything is made."""
    ground.write(solution_py="def add(a, b): ...\n")
    dirty = workshop(aw, "run", *RUN, *on_it, code=1).error
    assert (dirty["code"], dirty["files"]) == ("REPOSITORY_DIRTY", ["solution.py"])
    ground.git("checkout", "-q", "solution.py")
    ground.git("branch", "debate")
    in_the_way = workshop(aw, "run", *RUN, *on_it, code=1).error
    assert (in_the_way["code"], in_the_way["problem"]) == ("REPOSITORY_UNFIT", "branch_in_the_way")
    ground.git("branch", "-D", "debate")
    written(aw, "plain/solution.py", "x = 1\n")
    assert "--only" in workshop(aw, "run", *RUN, "--repo", "plain", "--only", "x", code=1).error["message"]
    assert ground.ours() == {}


def reads(aw: Shell, debate: str, ground: Ground) -> None:
    """Everything that `moot workshop git` shows, in each way."""

    def shown(*asked: str) -> Any:
        plain, table, text = (
            workshop(aw, "git", debate, *asked, *way).out
            for way in ((), ("--format", "table"), ("--format", "markdown"))
        )
        return json.loads(plain)["data"], table, text

    stand, table, text = shown()
    assert [one["by"] for one in stand["versions"]] == ["generator", "generator"]
    assert f"debate/{debate}" in table
    assert "version 2, agreed on" in text
    diff, table, text = shown("--diff", "0", "2")
    assert "+    return a + b" in diff["diff"]
    assert "solution.py" in table
    assert "```diff" in text
    past, table, text = shown("--history", "solution.py", "--at", "2")
    assert [one["version"] for one in past["commits"]] == [2, 1, None, None]
    assert "Attempt by generator" in table
    assert "(version 2) generator (generator)" in text
    blame, table, text = shown("--blame", "solution.py")
    assert [one["text"] for one in blame["lines"]] == GOOD.splitlines()
    assert "return a + b" in table
    assert "return a + b" in text
    for wrong in (("--history", "x.py"), ("--blame", "../x"), ("--diff", "0", "99")):
        assert workshop(aw, "git", debate, *wrong, code=1).error["suggestion"]
    for clash in (("--history", "x", "--discard"), ("--at", "1")):
        assert workshop(aw, "git", debate, *clash, code=1).error["code"] == "INVALID_INPUT"
    assert ground.git("fsck", "--strict", "--no-dangling") == ""
