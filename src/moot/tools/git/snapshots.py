"""Versions of the code as commits: the same record gives the same commits, however often they are made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from dulwich.objects import Commit, ObjectID

from moot.tools.git.objects import write_object
from moot.tools.git.repository import Repository
from moot.tools.git.trees import Misfit, with_files

_HOUSE = b"Moot <house@moot.invalid>"
_LONGEST_SUBJECT = 72


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A version of the code, as the record has it."""

    line: int
    hash: str
    kind: str
    """The move that brought it."""
    seat: str
    role: str
    at: datetime
    base: int | None
    """The line of the version that it was made from; None: the commit that the workshop started from."""
    said: str
    """What whoever made it says about it."""
    files: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Course:
    """What a workshop has come to: its versions in the order of their lines, and the best of them."""

    snapshots: tuple[Snapshot, ...] = ()
    best: int | None = None
    """The line of the version that won; while nothing is decided, the best that every seat may read."""
    over: bool = False


@dataclass(frozen=True, slots=True)
class Made:
    """The commits of versions by their lines, and why others have none."""

    commits: Mapping[int, ObjectID]
    misfits: Mapping[int, str]


def commits_of(repository: Repository, debate: str, start: ObjectID, snapshots: Sequence[Snapshot]) -> Made:
    """Makes the commits of these versions where they are not there; each on the one that it was made from."""
    tree = repository.commit(start).tree
    commits: dict[int, ObjectID] = {}
    misfits: dict[int, str] = {}
    for each in snapshots:
        parent = start if each.base is None else commits.get(each.base)
        if parent is None:
            misfits[each.line] = f"The version that it was made from, line {each.base}, has no commit."
            continue
        try:
            commit = _commit(debate, each, with_files(repository, tree, each.files), parent)
        except Misfit as why:
            misfits[each.line] = str(why)
            continue
        commits[each.line] = write_object(repository.objects, commit)
    return Made(commits, misfits)


def _commit(debate: str, each: Snapshot, tree: ObjectID, parent: ObjectID) -> Commit:
    made = Commit()
    made.tree = tree
    made.parents = [parent]
    made.author = _author(each)
    made.committer = _HOUSE
    made.author_time = made.commit_time = int(each.at.timestamp())
    made.author_timezone = made.commit_timezone = 0
    made.message = _message(debate, each).encode()
    return made


def _author(each: Snapshot) -> bytes:
    name = f"{each.seat} ({each.role})" if each.role else each.seat
    return f"{_plain(name)} <{each.seat}@debate.moot.invalid>".encode()


def _message(debate: str, each: Snapshot) -> str:
    head = f"{each.kind.capitalize()} by {each.seat}"
    subject = f"{head}: {said}" if (said := _plain(each.said)) else head
    if len(subject) > _LONGEST_SUBJECT:
        subject = subject[: _LONGEST_SUBJECT - 1].rstrip() + "…"
    return f"{subject}\n\nMoot-Debate: {debate}\nMoot-Line: {each.line}\nMoot-Hash: {each.hash}\n"


def _plain(text: str) -> str:
    """Text in one line, without what could end a name or hide something on a terminal."""
    kept = "".join(sign if sign.isprintable() else " " for sign in text if sign not in "<>")
    return " ".join(kept.split())
