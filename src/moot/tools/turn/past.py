"""The past of a repository, and what candidates changed: only what lies behind the commit that a workshop started from.

Commits that the house makes of sealed versions lie in the same repository; none of them can be read from here.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TypeVar

from dulwich.objects import ObjectID
from pydantic import Field

from moot.debate import NothingThere
from moot.desk.repositories import Origin
from moot.engine import Told, Tool
from moot.formats.workshop import Repo
from moot.notation.diff import diff
from moot.tools.git.comparing import compared
from moot.tools.git.past import MOST_COMMITS, Queue, blame_of, history_of
from moot.tools.git.repository import Repository, opened
from moot.tools.turn.making import Arguments, tool
from moot.tools.turn.site import Site

MOST_LINES = 200
A = TypeVar("A", bound=Arguments)


class Changed(Arguments, frozen=True):
    """What is compared."""

    candidate: str = Field(min_length=1, max_length=60, description="Whose newest version.")
    since: str | None = Field(default=None, max_length=60, description="Another candidate; else what all started from.")


class Past(Arguments, frozen=True):
    """The past of a file."""

    path: str = Field(min_length=1, max_length=400)
    limit: int = Field(default=20, ge=1, le=50)


class Blame(Arguments, frozen=True):
    """Lines of a file."""

    path: str = Field(min_length=1, max_length=400)
    from_line: int = Field(default=1, ge=1)
    lines: int = Field(default=60, ge=1, le=MOST_LINES)


class Commit(Arguments, frozen=True):
    """A commit."""

    commit: str = Field(pattern=r"^[0-9a-f]{40}([0-9a-f]{24})?$")


def past(site: Site) -> Sequence[Tool]:
    """The tools for versions; those for commits where the workshop has a repository."""

    async def git_diff(asked: Changed) -> Told:
        return _changed(site, asked)

    found = [tool("git_diff", "Tells what a candidate changed.", Changed, git_diff)] if site.candidates else []
    if site.repo is None:
        return found
    repo = site.repo
    return [
        *found,
        tool("git_history", "Lists the commits that changed a file.", Past, lambda a: _aside(_history, repo, a)),
        tool("git_blame", "Tells with which commit each line came.", Blame, lambda a: _aside(_blame, repo, a)),
        tool("git_show", "Tells what a commit changed.", Commit, lambda a: _aside(_shown, repo, a)),
    ]


async def _aside(read: Callable[[Repo, A], Told], repo: Repo, asked: A) -> Told:
    """Reads a repository in another thread: it may be large."""
    return await asyncio.to_thread(read, repo, asked)


def _history(repo: Repo, asked: Past) -> Told:
    with _opened(repo) as repository:
        found = history_of(repository, ObjectID(repo.commit.encode()), asked.path, asked.limit)
    return Told("\n".join(map(_origin, found.commits)), cut=found.more)


def _blame(repo: Repo, asked: Blame) -> Told:
    with _opened(repo) as repository:
        found = blame_of(repository, ObjectID(repo.commit.encode()), asked.path)
    numbered = [*enumerate(found.lines, start=1)][asked.from_line - 1 : asked.from_line - 1 + asked.lines]
    body = [f"{number:>5} {commit[:10]} {text}" for number, (commit, text) in numbered]
    known = {commit for _, (commit, _) in numbered}
    heads = [_origin(origin) for origin in found.commits if origin.commit in known]
    return Told("\n".join([*body, "", *heads]), cut=len(numbered) < len(found.lines))


def _shown(repo: Repo, asked: Commit) -> Told:
    with _opened(repo) as repository:
        commit = ObjectID(asked.commit.encode())
        _must_lie_behind(repository, ObjectID(repo.commit.encode()), commit)
        parents = repository.commit(commit).parents
        if not parents:
            return Told("It is the first commit.")
        change = compared(repository, parents[0], commit)
    return Told(change.unified or "It changed nothing.", cut=change.cut)


def _must_lie_behind(repository: Repository, start: ObjectID, wanted: ObjectID) -> None:
    queue, known = Queue(repository), {start}
    queue.put(start)
    for number, (id, made) in enumerate(queue):
        if id == wanted:
            return
        if number == MOST_COMMITS:
            break
        for parent in made.parents:
            if parent not in known and parent in repository.objects:
                known.add(parent)
                queue.put(parent)
    raise NothingThere("There is no such commit before this workshop.", suggestion="See git_history.")


def _changed(site: Site, asked: Changed) -> Told:
    newer, older = site.of_candidate(asked.candidate), site.of_candidate(asked.since)
    texts: list[str] = []
    for path in sorted({*newer, *older}):
        before, after = older.get(path), newer.get(path)
        if before != after:
            names = ("/dev/null" if before is None else f"a/{path}", "/dev/null" if after is None else f"b/{path}")
            texts.append(diff(_text(before), _text(after), *names).unified)
    return Told("".join(texts) or "They are the same.")


def _opened(repo: Repo) -> AbstractContextManager[Repository]:
    return opened(Path(repo.path))


def _origin(origin: Origin) -> str:
    return f"{origin.commit} {origin.at:%Y-%m-%d} {origin.author}: {origin.subject}"


def _text(data: bytes | None) -> str:
    return "" if data is None else data.decode("utf-8", "replace")
