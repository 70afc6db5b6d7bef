"""The desk's replies about git as plain dictionaries; a test keeps them alike."""

from typing import Literal, TypedDict


class VersionCommit(TypedDict):
    """A version of the code as a commit."""

    version_number: int
    seq: int
    by: str
    commit: str | None
    why_not: str | None


class GitTold(TypedDict):
    """The repository that a workshop works on: its branch there, its worktree, and a commit for each version."""

    debate_id: str
    path: str
    start: str
    branch: str
    tip: str | None
    version: int | None
    agreed: bool
    moved: bool
    worktree: str | None
    versions: list[VersionCommit]


class FileTold(TypedDict):
    """A file that is not the same in two commits."""

    path: str
    how: Literal["added", "removed", "changed"]
    added: int | None
    removed: int | None


class GitDiff(TypedDict):
    """What changed from one commit of a workshop to another."""

    debate_id: str
    from_commit: str
    to_commit: str
    diff: str
    files: list[FileTold]
    cut: bool


class CommitTold(TypedDict):
    """A commit: by whom, when, and what it says of itself."""

    commit: str
    author: str
    at: str
    subject: str
    version: int | None


class GitHistory(TypedDict):
    """The commits that changed a file, newest first."""

    debate_id: str
    path: str
    at: str
    commits: list[CommitTold]
    more: bool


class BlameLine(TypedDict):
    """A line of a file, and the commit that it came with."""

    number: int
    text: str
    commit: str


class GitBlame(TypedDict):
    """A file line by line, and the commits that its lines came with, newest first."""

    debate_id: str
    path: str
    at: str
    lines: list[BlameLine]
    commits: list[CommitTold]


class GitDiscarded(TypedDict):
    """What was removed from the repository."""

    debate_id: str
    branch: str
    refs: int
