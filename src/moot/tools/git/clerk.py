"""The clerk: keeps the git repositories that workshops work on in step with their records."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from moot.debate import DebateNotFound, Outage, Refusal
from moot.desk.repositories import Blamed, Branch, Compared, Past
from moot.engine import RecordStore, Steward
from moot.formats.workshop import Repo, State
from moot.tools.git import keeping
from moot.tools.git.along import files_along
from moot.tools.git.claims import Claims
from moot.tools.git.comparing import compared
from moot.tools.git.course import course_of
from moot.tools.git.keeping import commit_id
from moot.tools.git.past import blame_of, history_of
from moot.tools.git.repository import Repository

log = logging.getLogger("moot.tools.git")
T = TypeVar("T")


class Clerk:
    """Looks which versions of a record have no commit yet, and makes them. It may be killed at any moment."""

    def __init__(self, folder: Path, house: str, steward: Steward, store: RecordStore) -> None:
        self._claims = Claims(folder.expanduser().absolute(), house)
        self._steward = steward
        self._store = store
        self._handled: dict[str, int] = {}
        """Up to which line a record was looked at, so that nothing is done where nothing has happened."""

    def worktree_of(self, debate: str) -> Path | None:
        """The folder with the files of the best version that every seat may read; None where there is none.

        It holds links as links: whoever reads it must not follow them.
        """
        root = self._claims.worktree(debate)
        return root if root.is_dir() else None

    async def round(self, only: str | None = None) -> int:
        """Looks after every workshop that is claimed, or after one; for how many there was something to do."""
        there = [debate for debate in await asyncio.to_thread(self._claims.all) if only in (None, debate)]
        return sum([await self._looked_after(debate) for debate in there])

    async def settle(self, debate: str) -> None:
        """Makes what the record has and the repository has not; at the end, tidies up."""
        repo = await asyncio.to_thread(self._claims.of, debate)
        if repo is not None:
            await self._kept_up(debate, repo)

    async def chosen(self, path: str, *, keep: bool, committed_only: bool) -> Repo:
        """The repository at a path, with the commit that its working tree is at."""
        return await asyncio.to_thread(keeping.choose, path, keep, committed_only)

    async def along(self, repo: Repo, only: Sequence[str] | None) -> dict[str, str]:
        """The text files of the commit that come along with the task."""
        return await _in(repo, lambda there: files_along(there, commit_id(repo.commit), only))

    async def begin(self, debate: str, repo: Repo) -> None:
        """Claims a workshop that is about to be opened, if its repository can be worked on."""
        await _in(repo, lambda there: keeping.begin(there, self._claims, debate, repo))

    async def stands(self, debate: str, repo: Repo) -> Branch:
        """How a workshop stands in its repository."""
        return await _in(repo, lambda there: keeping.stands(there, self._claims, debate))

    async def misfits(self, repo: Repo, versions: Mapping[int, Mapping[str, str]]) -> Mapping[int, str]:
        """Why these versions can have no commit, for those that cannot."""
        return await _in(repo, lambda there: keeping.misfits(there, repo, versions)) if versions else {}

    async def diff(self, repo: Repo, one: str, other: str) -> Compared:
        """What changed from one commit to another."""
        return await _in(repo, lambda there: compared(there, commit_id(one), commit_id(other)))

    async def history(self, repo: Repo, commit: str, path: str, limit: int) -> Past:
        """The commits that changed a file."""
        return await _in(repo, lambda there: history_of(there, commit_id(commit), path, limit))

    async def blame(self, repo: Repo, commit: str, path: str) -> Blamed:
        """A file line by line."""
        return await _in(repo, lambda there: blame_of(there, commit_id(commit), path))

    async def discard(self, debate: str, repo: Repo) -> int:
        """Removes the branch, the refs and the worktree of a workshop; how many refs there were."""
        return await _in(repo, lambda there: keeping.discard(there, self._claims, debate, repo))

    async def _looked_after(self, debate: str) -> bool:
        """Whether there was something to do; what is wrong with one repository must not keep the others waiting."""
        try:
            repo = await asyncio.to_thread(self._claims.of, debate)
            return repo is not None and await self._kept_up(debate, repo, again=False)
        except (Refusal, Outage) as trouble:
            log.warning("the repository of %s: %s", debate, trouble)
        except Exception:
            log.exception("the repository of %s", debate)
        return False

    async def _kept_up(self, debate: str, repo: Repo, *, again: bool = True) -> bool:
        """Whether it was looked into; unless `again`, not where nothing was said since the last time."""
        try:
            standing = await self._steward.look(debate)
        except DebateNotFound:
            if await asyncio.to_thread(self._claims.is_forgotten, debate):
                await asyncio.to_thread(self._claims.drop, debate)
            return False
        if not again and self._handled.get(debate) == standing.line:
            return False
        state = standing.position.state
        assert isinstance(state, State)
        course = course_of(await self._store.lines(debate, -1, standing.line + 1), state)
        try:
            await asyncio.to_thread(keeping.keep_up, self._claims, debate, repo, course)
        except Refusal:
            # A repository that is gone is not asked for again and again.
            self._handled[debate] = standing.line
            raise
        self._handled[debate] = standing.line
        return True


async def _in(repo: Repo, do: Callable[[Repository], T]) -> T:
    return await asyncio.to_thread(keeping.within, repo.path, do)
