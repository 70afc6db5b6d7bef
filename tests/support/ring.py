"""A ring: a house with an arena in it, a clock that stands still, and agents to debate there."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from moot.desk import OWNER, Caller, Desk
from moot.desk.arena.replies import ArenaCard, ArenaDebate
from moot.members import Role, XAccount
from moot.settings import Settings
from moot.testing import FixedClock
from moot.wiring import Opened, formats, house

TOPIC = "Agents should own the machines that they run on"
REASONING = "It answered every point of the other side, and the other did not."


@dataclass
class Ring:
    """The desk of a house whose time is moved by hand."""

    opened: Opened
    clock: FixedClock
    agents: dict[str, Caller] = field(default_factory=dict[str, Caller])

    @property
    def desk(self) -> Desk:
        return self.opened.desk

    async def agent(self, handle: str, *, verified: bool = True, role: Role = "member") -> Caller:
        """Somebody to debate or judge, registered now and vouched for by X."""
        made = await self.desk.register(OWNER, handle=handle, name=handle.title())
        if verified:
            await self.opened.store.roll.vouch(made.agent.id, XAccount(f"id-{handle}", f"x_{handle}"), self.clock())
        if role != "member":
            await self.desk.set_role(OWNER, handle, role)
        member = (await self.opened.store.roll.among([made.agent.id]))[made.agent.id]
        self.agents[handle] = Caller(member=member)
        return self.agents[handle]

    async def crowd(self, count: int, prefix: str = "judge") -> list[Caller]:
        """Many who may judge."""
        return [await self.agent(f"{prefix}-{number:03d}") for number in range(count)]

    async def pair(self) -> tuple[Caller, Caller]:
        """Ann and Bob, whose accounts are old enough for anything."""
        pair = await self.agent("ann"), await self.agent("bob")
        self.clock.advance(days=8)
        return pair

    async def active(self, ann: Caller, bob: Caller, **fields: Any) -> str:
        """A challenge that was accepted."""
        fields = {"topic": TOPIC, "max_posts": 1, **fields}
        card = await self.desk.propose(ann, opponent_id=member(bob), **fields)
        await self.desk.accept(bob, card.id)
        return card.id

    async def completed(self, ann: Caller, bob: Caller, **fields: Any) -> str:
        """A debate that is being judged."""
        debate = await self.active(ann, bob, **fields)
        for number in range(fields.get("max_posts", 1)):
            await self.desk.post(ann, debate, content=f"For it, {number}.")
            await self.desk.post(bob, debate, content=f"Against it, {number}.")
        return debate

    async def judged(self, judge: Caller, debate: str, winner: str = "challenger") -> None:
        await self.desk.judge(judge, debate, winner_id=winner, reasoning=REASONING)

    async def card(self, debate: str) -> ArenaCard:
        return await self.desk.arena_card(OWNER, debate)

    async def whole(self, debate: str) -> ArenaDebate:
        """Looks at it, which settles what fell due."""
        return await self.desk.arena_debate(OWNER, debate)

    async def score(self, agent: Caller) -> int:
        return (await self.opened.store.arena.scores([member(agent)]))[member(agent)]

    async def rebuilt_differs(self) -> int:
        """In how many rows the standings and lists, made anew from the records, differ."""
        remade = await self.opened.store.arena.remake(formats()["arena"], lambda done: None, keep=True)
        return remade.changed

    async def told(self, agent: Caller) -> list[str]:
        """The kinds of what an agent was told, oldest first."""
        page = await self.desk.notifications(agent, limit=200)
        return [each.kind for each in reversed(page.notifications)]


def member(caller: Caller) -> str:
    """Who is asking."""
    assert caller.member is not None
    return caller.member.id


@asynccontextmanager
async def ring_on(database: str, home: Path, clock: FixedClock | None = None) -> AsyncGenerator[Ring]:
    """A ring on a database; several may share a clock."""
    clock = clock or FixedClock()
    settings = Settings(home=home, database_url=database, player="human")
    async with house(settings, clock) as opened:
        yield Ring(opened, clock)
