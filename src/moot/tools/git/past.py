"""The past of a file: the commits that changed it, and for each of its lines the one that it came with."""

import heapq
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from dulwich.objects import Commit, ObjectID

from moot.debate import NothingThere
from moot.desk.repositories import Blamed, Origin, Past
from moot.notation.diff import opcodes
from moot.tools.git.comparing import text_of
from moot.tools.git.repository import Repository
from moot.tools.git.trees import Leaf, leaf_at

MOST_COMMITS = 10_000
"""How far back a file is looked for."""
_LONGEST = 200
_LINE = re.compile(r"[^\n]*\n|[^\n]+")


def history_of(repository: Repository, commit: ObjectID, path: str, limit: int) -> Past:
    """The commits that changed a file, newest first."""
    there = Places(repository, path)
    found: list[Origin] = []
    queue, known = Queue(repository), {commit}
    queue.put(commit)
    for number, (id, made) in enumerate(queue):
        if len(found) == limit or number == MOST_COMMITS:
            return Past(tuple(found), more=True)
        before = [parent for parent in made.parents if parent in repository.objects]
        same = next((parent for parent in before if there.at(parent) == there.at(id)), None)
        if same is None and (there.at(id) is not None or before):
            found.append(origin_of(id, made))
        for parent in before if same is None else [same]:
            if parent not in known:
                known.add(parent)
                queue.put(parent)
    if not found:
        raise NothingThere(f"There was never a file {path!r}.", suggestion="Write its path such as: src/part.py")
    return Past(tuple(found), more=False)


def blame_of(repository: Repository, commit: ObjectID, path: str) -> Blamed:
    """Each line of a file with the commit that it came with."""
    there = Places(repository, path)
    lines = there.lines(commit)
    if lines is None:
        raise NothingThere(
            f"There is no text {path!r} in this version.", suggestion="Name a file, and one that is text."
        )
    blamed: dict[int, ObjectID] = {}
    # By the lines of the file itself: a merge may have two of them that came from one line before it.
    open_: dict[ObjectID, dict[int, int]] = {commit: {number: number for number in range(len(lines))}}
    origins: dict[ObjectID, Origin] = {}
    queue = Queue(repository)
    queue.put(commit)
    for number, (id, made) in enumerate(queue):
        mine = open_.pop(id, {})
        if number < MOST_COMMITS:
            for parent in (parent for parent in made.parents if parent in repository.objects):
                mine, passed = _split(mine, there, id, parent)
                if passed:
                    open_[parent] = {**open_.get(parent, {}), **passed}
                    queue.put(parent)
        if mine:
            blamed |= dict.fromkeys(mine, id)
            origins[id] = origin_of(id, made)
    told = ((blamed[number].decode(), line.removesuffix("\n")) for number, line in enumerate(lines))
    return Blamed(tuple(told), tuple(origins.values()))


def origin_of(id: ObjectID, made: Commit) -> Origin:
    """A commit as it is told."""
    author, _, _ = made.author.decode(errors="replace").partition(" <")
    subject = made.message.decode(errors="replace").partition("\n")[0]
    try:
        at = datetime.fromtimestamp(made.author_time, UTC)
    except (OverflowError, ValueError, OSError):
        at = datetime.fromtimestamp(0, UTC)
    return Origin(id.decode(), _shown(author), at, _shown(subject))


class Queue:
    """Commits that are to be looked at, the newest first."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._waiting: list[tuple[int, ObjectID]] = []

    def put(self, id: ObjectID) -> None:
        """Adds a commit."""
        heapq.heappush(self._waiting, (-self._repository.commit(id).commit_time, id))

    def __iter__(self) -> Iterator[tuple[ObjectID, Commit]]:
        while self._waiting:
            _, id = heapq.heappop(self._waiting)
            yield id, self._repository.commit(id)


class Places:
    """What is at one path, commit by commit."""

    def __init__(self, repository: Repository, path: str) -> None:
        self._repository = repository
        self._path = path.encode()
        self._found: dict[ObjectID, Leaf | None] = {}

    def at(self, commit: ObjectID) -> Leaf | None:
        """What is there in a commit."""
        if commit not in self._found:
            self._found[commit] = leaf_at(self._repository, self._repository.commit(commit).tree, self._path)
        return self._found[commit]

    def lines(self, commit: ObjectID) -> list[str] | None:
        """Its lines in a commit; None where it is no text."""
        leaf = self.at(commit)
        text = None if leaf is None else text_of(self._repository, leaf)
        return None if text is None else _LINE.findall(text)


def _split(
    mine: Mapping[int, int], there: Places, id: ObjectID, parent: ObjectID
) -> tuple[dict[int, int], dict[int, int]]:
    """Of these lines those that are this commit's own, and those that the one before has too, with its numbers."""
    if there.at(parent) == there.at(id):
        return {}, dict(mine)
    old, new = there.lines(parent), there.lines(id)
    if old is None or new is None:
        return dict(mine), {}
    came = {
        j1 + step: i1 + step for tag, i1, i2, j1, _ in opcodes(old, new) if tag == "equal" for step in range(i2 - i1)
    }
    own = {last: here for last, here in mine.items() if here not in came}
    return own, {last: came[here] for last, here in mine.items() if here in came}


def _shown(text: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in text)[:_LONGEST]
