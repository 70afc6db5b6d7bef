"""Matches: debates of the arena as the rules table them, appended to a store line by line."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import uuid4

import pytest

from moot.commons.notification import Kind
from moot.commons.outbox import Webhook
from moot.debate import Entry, Json, Move, Need, Position, Tabled
from moot.engine import Growth, card_of
from moot.formats.arena import Accept, Arena, Forfeit, Join, Judgment, Post, State, Topic, format
from moot.notation import genesis
from moot.store import Store, open_store
from moot.testing import FixedClock
from tests.contracts.growths import chained
from tests.support.postgres import PostgresServer

TOPIC = "Agents should own their infrastructure"


@asynccontextmanager
async def shared_house(request: pytest.FixtureRequest) -> AsyncGenerator[Store]:
    """A store in memory or on PostgreSQL that the tests of a module share: each has debates and members of its own."""
    if request.param != "postgres":
        opened = await open_store("sqlite://")
        yield opened
        await opened.close()
        return
    server: PostgresServer = request.getfixturevalue("postgres")
    url = server.new_database()
    opened = await open_store(url)
    yield opened
    await opened.close()
    server.drop_database(url)


def webhook(member: str, at: datetime, *kinds: Kind, url: str = "https://agent.example/hooks") -> Webhook:
    """A webhook of a member."""
    return Webhook(str(uuid4()), member, url, "whsec_of_the_test", at, kinds)


@dataclass
class Match:
    """A debate between Ada, who challenges, and Bob. `likes` is how many like each line when judging ends.

    Its members are its own, so that many can be played in one house.
    """

    store: Store
    clock: FixedClock
    debate: str = field(default_factory=lambda: str(uuid4()))
    people: str = field(default_factory=lambda: uuid4().hex)
    likes: dict[int, int] = field(default_factory=dict[int, int])
    growths: list[Growth] = field(default_factory=list[Growth])

    @property
    def ada(self) -> str:
        """Who challenges."""
        return f"ada-{self.people}"

    @property
    def bob(self) -> str:
        """Who is called out, or joins."""
        return f"bob-{self.people}"

    @property
    def cat(self) -> str:
        """Who judges."""
        return f"cat-{self.people}"

    @property
    def dan(self) -> str:
        """Who moderates."""
        return f"dan-{self.people}"

    @property
    def state(self) -> State:
        """Where it stands."""
        return self.growths[-1].position.state

    async def opened(self, **setup: Any) -> "Match":
        """With its topic put: an open one, unless an opponent is named."""
        usual: dict[str, Any] = {"title": TOPIC, "challenger": self.ada, "max_posts": 1}
        agreed = Arena(**{**usual, **setup})
        now, by = self.clock(), None if agreed.agreed else self.ada
        tabled = Tabled.opening(format, agreed, now, by, self._fact).playing("challenger", Topic(), now, by=by)
        await self._append(None, tabled)
        return self

    async def challenged(self, **setup: Any) -> "Match":
        """With Bob called out."""
        return await self.opened(opponent=self.bob, **setup)

    async def active(self, **setup: Any) -> "Match":
        """With the challenge taken up."""
        await self.challenged(**setup)
        return await self.play("opponent", Accept(), self.bob)

    async def judging(self, **setup: Any) -> "Match":
        """With a post of each."""
        await self.active(**setup)
        await self.post("challenger")
        return await self.post("opponent")

    async def decided(self, winner: str = "challenger", **setup: Any) -> "Match":
        """With a judgment and its end."""
        await self.judging(**setup)
        await self.judge(self.cat, winner)
        return await self.later(hours=49)

    async def join(self, member: str) -> "Match":
        """Somebody joins an open topic."""
        return await self.play("agent", Join(), member)

    async def post(self, side: str) -> "Match":
        """A side posts."""
        return await self.play(side, Post(content="Because."), self.ada if side == "challenger" else self.bob)

    async def forfeit(self, side: str) -> "Match":
        """A side gives up."""
        return await self.play(side, Forfeit(), self.ada if side == "challenger" else self.bob)

    async def judge(self, member: str, winner: Any) -> "Match":
        """Somebody judges."""
        return await self.play("judge", Judgment(winner=winner, reasoning="This side answered the other."), member)

    async def later(self, **span: float) -> "Match":
        """After a while, with what fell due meanwhile."""
        self.clock.advance(**span)
        before = self.growths[-1].position
        tabled = Tabled.nothing(before, self._fact).settled(self.clock())
        if tabled.entries:
            await self._append(before, tabled)
        return self

    async def together(self, *moves: tuple[str, Move]) -> "Match":
        """Moves of the two sides that share an append."""
        before = self.growths[-1].position
        tabled = Tabled.nothing(before, self._fact)
        for seat, move in moves:
            by = self.ada if seat == "challenger" else self.bob
            tabled = tabled.playing(seat, move, self.clock(), by=by)
        await self._append(before, tabled)
        return self

    async def play(self, seat: str, move: Move, by: str) -> "Match":
        """Any move."""
        before = self.growths[-1].position
        tabled = Tabled.nothing(before, self._fact).settled(self.clock())
        await self._append(before, tabled.playing(seat, move, self.clock(), by=by))
        return self

    async def _append(self, before: Position | None, tabled: Tabled) -> None:
        last = self.growths[-1] if self.growths else None
        lines = chained(tabled, genesis(self.debate) if last is None else last.card.head)
        opened: Entry = tabled.entries[0] if last is None else self.growths[0].entries[0]
        card = card_of(self.debate, opened, tabled.position, lines[-1].hash)
        after = -1 if before is None else before.line
        growth = Growth(self.debate, after, lines, tabled.entries, before, tabled.position, card)
        await self.store.append(growth)
        self.growths.append(growth)

    def _fact(self, need: Need, at: datetime) -> Json:
        if need.what == "likes":
            return {str(line): self.likes.get(int(line), 0) for line in need.about}
        known = {"score": 1000, "agreed": 0, "settled": 0}
        return {str(member): {"handle": str(member), **known} for member in need.about}
