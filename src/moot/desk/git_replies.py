"""What the desk answers about the git repository that a workshop works on."""

from datetime import datetime
from typing import Literal

from pydantic import Field

from moot.desk.replies import Reply


class VersionCommit(Reply, frozen=True):
    """A version of the code as a commit."""

    version_number: int
    seq: int
    by: str = Field(description="The seat that wrote it.")
    commit: str | None = Field(description="Null where this reader may not read it yet, or where there is none.")
    why_not: str | None = Field(description="Why there is none.")


class GitTold(Reply, frozen=True):
    """The repository that a workshop works on: its branch there, its worktree, and a commit for each version."""

    debate_id: str
    path: str = Field(description="On the machine of the house.")
    start: str = Field(description="The commit that it started from: version 0.")
    branch: str
    tip: str | None = Field(description="Where the branch points to; null where there is none (any more).")
    version: int | None = Field(description="The version that this is; 0 is where it started.")
    agreed: bool = Field(description="Whether a vote decided for it.")
    moved: bool = Field(description="Whether somebody else has moved the branch, so that the house leaves it alone.")
    worktree: str | None = Field(description="The folder with its files, while there is one.")
    versions: tuple[VersionCommit, ...]


class FileTold(Reply, frozen=True):
    """A file that is not the same in two commits."""

    path: str
    how: Literal["added", "removed", "changed"]
    added: int | None = Field(description="How many lines came; null where it was not compared line by line.")
    removed: int | None


class GitDiff(Reply, frozen=True):
    """What changed from one commit of a workshop to another."""

    debate_id: str
    from_commit: str
    to_commit: str
    diff: str = Field(description="Unified; empty where nothing changed.")
    files: tuple[FileTold, ...]
    cut: bool = Field(description="Whether there is more than is told.")


class CommitTold(Reply, frozen=True):
    """A commit: by whom, when, and what it says of itself."""

    commit: str
    author: str
    at: datetime
    subject: str
    version: int | None = Field(description="The version of the workshop that it is; null: it was there before.")


class GitHistory(Reply, frozen=True):
    """The commits that changed a file, newest first."""

    debate_id: str
    path: str
    at: str = Field(description="The commit from which it was looked back.")
    commits: tuple[CommitTold, ...]
    more: bool = Field(description="Whether there may be more.")


class BlameLine(Reply, frozen=True):
    """A line of a file, and the commit that it came with."""

    number: int
    text: str
    commit: str


class GitBlame(Reply, frozen=True):
    """A file line by line, and the commits that its lines came with, newest first."""

    debate_id: str
    path: str
    at: str = Field(description="The commit whose file it is.")
    lines: tuple[BlameLine, ...]
    commits: tuple[CommitTold, ...]


class GitDiscarded(Reply, frozen=True):
    """What was removed from the repository."""

    debate_id: str
    branch: str
    refs: int = Field(description="How many refs were removed, the branch among them.")
