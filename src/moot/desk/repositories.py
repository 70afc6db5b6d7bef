"""What the desk needs of whoever works on git repositories of this machine."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from moot.formats.workshop import Repo


@dataclass(frozen=True, slots=True)
class Branch:
    """How a workshop stands in its repository. Commits are hex."""

    name: str
    tip: str | None
    worktree: str | None
    commits: Mapping[int, str]
    """By the lines of versions."""


@dataclass(frozen=True, slots=True)
class FileChange:
    """A file that is not the same in two commits."""

    path: str
    how: Literal["added", "removed", "changed"]
    added: int | None = None
    """How many lines came; None where it was not compared line by line."""
    removed: int | None = None


@dataclass(frozen=True, slots=True)
class Compared:
    """What changed from one commit to another."""

    unified: str
    files: tuple[FileChange, ...]
    cut: bool = False
    """Whether there is more than is told."""


@dataclass(frozen=True, slots=True)
class Origin:
    """A commit as it is told."""

    commit: str
    author: str
    at: datetime
    subject: str


@dataclass(frozen=True, slots=True)
class Past:
    """The commits that changed a file, newest first."""

    commits: tuple[Origin, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class Blamed:
    """The lines of a file, for each the commit that it came with; and these commits, newest first."""

    lines: tuple[tuple[str, str], ...]
    """The commit and the text."""
    commits: tuple[Origin, ...]


class Repositories(Protocol):
    """Whoever works on git repositories of this machine. What it is asked for it refuses, or does."""

    async def chosen(self, path: str, *, keep: bool, committed_only: bool) -> Repo:
        """The repository at a path, with the commit that its working tree is at."""
        ...

    async def along(self, repo: Repo, only: Sequence[str] | None) -> dict[str, str]:
        """The text files of the commit that come along with the task."""
        ...

    async def begin(self, debate: str, repo: Repo) -> None:
        """Sees to it that the commits of a workshop are made from now on, if it is opened."""
        ...

    async def settle(self, debate: str) -> None:
        """Makes what the record has and the repository has not."""
        ...

    async def stands(self, debate: str, repo: Repo) -> Branch:
        """How a workshop stands in its repository."""
        ...

    async def misfits(self, repo: Repo, versions: Mapping[int, Mapping[str, str]]) -> Mapping[int, str]:
        """Why these versions can have no commit, for those that cannot."""
        ...

    async def diff(self, repo: Repo, one: str, other: str) -> Compared:
        """What changed from one commit to another."""
        ...

    async def history(self, repo: Repo, commit: str, path: str, limit: int) -> Past:
        """The commits that changed a file."""
        ...

    async def blame(self, repo: Repo, commit: str, path: str) -> Blamed:
        """A file line by line."""
        ...

    async def discard(self, debate: str, repo: Repo) -> int:
        """Removes the branch, the refs and the worktree of a workshop; how many refs there were."""
        ...
