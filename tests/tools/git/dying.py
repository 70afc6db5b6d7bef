"""A house that is killed at every step of its work on a repository, and begins again: run as a program of its own.

`python -m tests.tools.git.dying GROUND FOLDER EVERY` prints a line for each step it died at: what is there afterwards.
"""

import json
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

from moot.formats.workshop import Repo
from moot.tools.git.claims import Claims
from moot.tools.git.keeping import begin, keep_up, within
from moot.tools.git.snapshots import Course
from tests.tools.git.test_snapshots import ALL, DEBATE, FIRST

STEPS = frozenset(
    {"open", "os.rename", "os.mkdir", "os.remove", "os.rmdir", "os.symlink", "os.link", "os.utime", "shutil.rmtree"}
)
COURSES = (Course((FIRST,), 3), Course(ALL, 4), Course(ALL, 5, over=True))


def work(repo: Repo, claims: Claims) -> None:
    """All that is done for a workshop, from its opening to its end."""
    within(repo.path, lambda there: begin(there, claims, DEBATE, repo))
    for course in COURSES:
        keep_up(claims, DEBATE, repo, course)
        if not course.over:
            best = next(each for each in ALL if each.line == course.best)
            assert laid(claims.worktree(DEBATE)) == {"pkg/part.py": "PART = 1\n", **best.files}


def laid(folder: Path) -> dict[str, str]:
    """The files of a worktree."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != ".git")
    return {path.relative_to(folder).as_posix(): path.read_text() for path in files}


def dies(repo: Repo, claims: Claims, at: int) -> bool:
    """Works until a step, and is killed there; whether it came so far."""
    child = os.fork()
    if not child:
        left = at

        def hook(event: str, arguments: object) -> None:
            nonlocal left
            if event in STEPS:
                left -= 1
                if not left:
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(hook)
        work(repo, claims)
        os._exit(0)
    return os.waitpid(child, 0)[1] == signal.SIGKILL


def deaths(ground: Path, folder: Path, every: int) -> Iterator[dict[str, object]]:
    """Dies at each of these steps in a copy of its own, and works again."""
    at = 1
    while True:
        home = folder / str(at)
        shutil.copytree(ground, home / "ground", symlinks=True)
        commit = (home / "ground/.git/refs/heads/main").read_text().strip()
        repo, claims = Repo(path=str(home / "ground"), commit=commit), Claims(home / "house", "ours")
        died = dies(repo, claims, at)
        for lock in home.rglob("*.lock"):
            # A minute later: until then another program may hold it.
            os.utime(lock, (0, 0))
        if claims.of(DEBATE) is not None or not list(home.glob("ground/.git/refs/heads/debate/*")):
            work(repo, claims)
        yield {"step": at, "died": died, "home": str(home)}
        if not died:
            return
        at += every


if __name__ == "__main__":
    for told in deaths(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])):
        print(json.dumps(told))
