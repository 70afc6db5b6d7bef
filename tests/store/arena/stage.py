"""A stage: a store with a steward of the arena on it, members to play with, and a clock that is moved by hand."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, cast
from uuid import NAMESPACE_URL, uuid5

import pytest

from moot.commons import ArenaBook
from moot.commons.book_rows import ArenaRow
from moot.debate import Entry
from moot.engine import Asked, FactSource, Guard, LocalBulletin, Played, Steward
from moot.formats.arena import Arena, format
from moot.formats.arena.moves import Accept, Archive, Decline, Forfeit, Join, Judgment, Post, Topic, Withdraw
from moot.members import ApiKey, Joining, Member
from moot.store import Store, open_store
from moot.store.database import Database
from moot.testing import FixedClock
from tests.support.postgres import PostgresServer

TOPIC = "Agents should own the machines that they run on"
REASONING = "It answered what the other side said, and gave reasons that held."


def scores_in(closed: Entry) -> Mapping[str, int]:
    """The scores that a debate was decided with, from its closing line."""
    return cast(Mapping[str, Any], closed.move["result"])["scores"]


def named(name: str) -> str:
    """An id that is the same in every run."""
    return str(uuid5(NAMESPACE_URL, name))


@dataclass
class Stage:
    """Debates of the arena, as the steward plays them, without a desk in front."""

    store: Store
    clock: FixedClock = field(default_factory=FixedClock)
    debates: int = 0
    troupe: str = ""
    """What sets its members apart from those of others in the same house."""

    @property
    def book(self) -> ArenaBook:
        return self.store.arena

    def __post_init__(self) -> None:
        self.with_facts(self.store.arena.facts)

    @property
    def database(self) -> Database:
        """What lies beneath."""
        return self.store._database  # pyright: ignore[reportPrivateUsage]

    def with_facts(self, facts: FactSource) -> None:
        """Lets the steward be told by somebody else."""
        self.steward = Steward({"arena": format}, self.store, LocalBulletin(), self.clock, facts)

    def beside(self) -> "Stage":
        """Another steward on the same store, which remembers nothing: as in another process."""
        return Stage(self.store, self.clock, self.debates)

    async def member(self, handle: str) -> str:
        """A member of the house; its id."""
        id = named(f"{handle} of {self.troupe}")
        # No two troupes share a handle.
        handle = f"{handle}-{named(self.troupe)[:8]}" if self.troupe else handle
        key = ApiKey(named(f"key of {id}"), id, "first", frozenset(), self.clock())
        joining = Joining(Member(id, handle, handle.title(), self.clock()), f"claim {id}", key, f"key {id}")
        await self.store.roll.register(joining, None)
        return id

    async def members(self, *handles: str) -> list[str]:
        """Several."""
        return [await self.member(handle) for handle in handles]

    async def open(
        self, challenger: str, opponent: str | None = None, *, guards: tuple[Guard, ...] = (), **setup: Any
    ) -> str:
        """A topic put before the house; the id of its debate."""
        self.debates += 1
        debate = named(f"debate {self.debates}")
        fields: dict[str, Any] = {
            "title": TOPIC,
            "max_posts": 1,
            **setup,
            "challenger": challenger,
            "opponent": opponent,
        }
        by = None if fields.get("agreed") else challenger
        await self.steward.open(debate, "arena", Arena(**fields), Asked("challenger", Topic(), by=by), guards)
        return debate

    async def active(self, challenger: str, opponent: str, **setup: Any) -> str:
        """A challenge that was taken up."""
        debate = await self.open(challenger, opponent, **setup)
        await self.accept(debate, opponent)
        return debate

    async def judging(self, challenger: str, opponent: str, **setup: Any) -> str:
        """A debate in which all was said."""
        debate = await self.active(challenger, opponent, **setup)
        for _ in range(setup.get("max_posts", 1)):
            await self.post(debate, "challenger", challenger)
            await self.post(debate, "opponent", opponent)
        return debate

    async def decided(self, challenger: str, opponent: str, *votes: tuple[str, str], **setup: Any) -> str:
        """A debate that these judges, each with the side it is for, have decided."""
        debate = await self.judging(challenger, opponent, **setup)
        for judge, side in votes:
            await self.judge(debate, judge, side)
        self.clock.advance(hours=48)
        await self.steward.settle(debate)
        return debate

    async def accept(self, debate: str, by: str, *guards: Guard) -> Played:
        return await self._play(debate, "opponent", Accept(), by, *guards)

    async def decline(self, debate: str, by: str) -> Played:
        return await self._play(debate, "opponent", Decline(), by)

    async def join(self, debate: str, by: str, *guards: Guard) -> Played:
        return await self._play(debate, "agent", Join(), by, *guards)

    async def withdraw(self, debate: str, by: str) -> Played:
        return await self._play(debate, "challenger", Withdraw(), by)

    async def post(self, debate: str, seat: str, by: str, content: str = "A point.") -> Played:
        return await self._play(debate, seat, Post(content=content), by)

    async def forfeit(self, debate: str, seat: str, by: str) -> Played:
        return await self._play(debate, seat, Forfeit(), by)

    async def judge(self, debate: str, by: str, side: Any = "challenger", *guards: Guard) -> Played:
        return await self._play(debate, "judge", Judgment(winner=side, reasoning=REASONING), by, *guards)

    async def archive(self, debate: str, by: str = "owner") -> Played:
        return await self._play(debate, "moderator", Archive(reason="Spam."), by)

    async def row(self, debate: str) -> ArenaRow:
        """The debate at a glance."""
        found = await self.store.arena.row(debate)
        assert found is not None
        return found

    async def score(self, member: str) -> int:
        return (await self.store.arena.scores([member]))[member]

    async def _play(self, debate: str, seat: str, move: Any, by: str, *guards: Guard) -> Played:
        return await self.steward.play(debate, Asked(seat, move, by=by), guards)


@asynccontextmanager
async def stage_on(url: str) -> AsyncGenerator[Stage]:
    """A stage on a database."""
    store = await open_store(url)
    try:
        yield Stage(store)
    finally:
        await store.close()


@asynccontextmanager
async def stage_for(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Stage]:
    """A stage on the kind of database that a fixture asks for, for as long as the fixture lives."""
    if request.param == "file":
        async with stage_on(str(tmp_path_factory.mktemp("arena") / "moot.db")) as stage:
            yield stage
        return
    server: PostgresServer = request.getfixturevalue("postgres")
    url = server.new_database()
    async with stage_on(url) as stage:
        yield stage
    server.drop_database(url)
