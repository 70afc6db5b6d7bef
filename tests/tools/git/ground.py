"""Ground to work on: a repository that the real git made, and what of it must stay as it is."""

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from moot.formats.workshop import Repo

ALONE = {
    "PATH": os.environ["PATH"],
    "HOME": "/nonexistent",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_AUTHOR_NAME": "Ada",
    "GIT_AUTHOR_EMAIL": "ada@example.org",
    "GIT_COMMITTER_NAME": "Ada",
    "GIT_COMMITTER_EMAIL": "ada@example.org",
    "GIT_AUTHOR_DATE": "2026-01-02T03:04:05Z",
    "GIT_COMMITTER_DATE": "2026-01-02T03:04:05Z",
    "GIT_OPTIONAL_LOCKS": "0",
}
"""An environment that owes nothing to whoever runs the tests."""


@dataclass(frozen=True)
class Ground:
    """A repository of somebody's."""

    root: Path

    def git(self, *words: str, at: Path | None = None, check: bool = True, text: str = "") -> str:
        """What the real git says."""
        done = subprocess.run(
            ["git", *words], cwd=at or self.root, env=ALONE, input=text.encode(), capture_output=True, check=False
        )
        assert not check or done.returncode == 0, done.stderr.decode()
        return (done.stdout + done.stderr).decode(errors="surrogateescape")

    def write(self, **files: str) -> None:
        """Writes files; `__` in a name is a slash, `_py` the ending."""
        for name, text in files.items():
            path = self.root / name.replace("__", "/").replace("_py", ".py")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    def commit(self, message: str = "Work") -> str:
        """Commits everything there is; the commit."""
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)
        return self.head

    @property
    def head(self) -> str:
        """The commit it is at."""
        return self.git("rev-parse", "HEAD").strip()

    @property
    def repo(self) -> Repo:
        """It, as a set-up names it."""
        return Repo(path=str(self.root), commit=self.head)

    def refs(self) -> dict[str, str]:
        """All refs, by name."""
        rows = (line.split(" ") for line in self.git("for-each-ref", "--format=%(refname) %(objectname)").splitlines())
        return dict(rows)

    def ours(self) -> dict[str, str]:
        """Those that the house made."""
        return {name: id for name, id in self.refs().items() if name.startswith(("refs/moot/", "refs/heads/debate/"))}

    def theirs(self) -> dict[str, object]:
        """All that the house must not touch, byte for byte."""
        files = (path for path in sorted(self.root.rglob("*")) if ".git" not in path.relative_to(self.root).parts)
        return {
            "refs": {name: id for name, id in self.refs().items() if name not in self.ours()},
            "HEAD": (self.root / ".git/HEAD").read_bytes(),
            "index": (self.root / ".git/index").read_bytes(),
            "config": (self.root / ".git/config").read_bytes(),
            "status": self.git("status", "--porcelain=v2", "--branch"),
            "stash": self.git("stash", "list"),
            "files": {
                str(path): os.readlink(path) if path.is_symlink() else (path.stat().st_mtime_ns, path.read_bytes())
                for path in files
                if path.is_symlink() or path.is_file()
            },
        }


def new_ground(root: Path) -> Ground:
    """A repository with two commits, a stash and another branch."""
    if shutil.which("git") is None:
        pytest.skip("The git program could not be had, with which these tests look at what was done")
    root.mkdir(parents=True)
    ground = Ground(root)
    ground.git("init", "-q", "-b", "main")
    ground.write(solution_py="def f(xs):\n    return 0\n", pkg__part_py="PART = 1\n")
    ground.commit("First")
    ground.write(solution_py="def f(xs):\n    return None\n")
    ground.commit("Second")
    ground.git("branch", "other")
    ground.write(solution_py="stashed\n")
    ground.git("stash", "-q")
    return ground
