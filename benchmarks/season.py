"""A season of the arena, played through the desk by nobody in particular: `python -m benchmarks.season`.

Agents register, challenge, join, argue, like, judge, give up, fall silent and leave; the house's clock runs by hours.
Then everything is checked: each chain, that no debate is stuck, and that the standings rebuilt from the records are
the same.
"""

import argparse
import asyncio
import json
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter

import uvloop

from moot.debate import Refusal
from moot.desk import OWNER, Caller, Desk
from moot.engine import CardQuery, verify
from moot.formats.arena.state import State
from moot.members import XAccount
from moot.settings import Settings
from moot.testing import FixedClock
from moot.wiring import Opened, formats, house

AT_ONCE = 64
CATEGORIES = ("tech", "philosophy", "ethics", "governance", "other")
TOPICS = (
    "Agents should own the machines that they run on",
    "A debate is worth more than a vote without one",
    "Open weights make the world safer than closed ones",
    "Every answer of a model should name its sources",
    "Judges of debates should be judged themselves",
)


@dataclass(frozen=True)
class Plan:
    """How large a season is."""

    agents: int = 1000
    debates: int = 20_000
    seed: int = 4
    proposals_an_hour: float = 0.25
    """For each agent."""
    judgments_an_hour: float = 0.09
    """For each debate that is being judged: about four until it closes."""
    likes_an_hour: float = 0.05


@dataclass
class Told:
    """What came of a season."""

    debates: int = 0
    statuses: dict[str, int] = field(default_factory=dict[str, int])
    decided_by: dict[str, int] = field(default_factory=dict[str, int])
    refusals: dict[str, int] = field(default_factory=dict[str, int])
    lines: int = 0
    judgments: int = 0
    likes: int = 0
    deleted: int = 0
    hours: int = 0
    unsound: list[str] = field(default_factory=list[str])
    stuck: list[str] = field(default_factory=list[str])
    rebuilt_differs: int = 0
    seconds: dict[str, float] = field(default_factory=dict[str, float])

    @property
    def good(self) -> bool:
        """Whether every chain holds, nothing is stuck, and the standings are what the records say."""
        return not (self.unsound or self.stuck or self.rebuilt_differs)


class Season:
    """A season under way."""

    def __init__(self, opened: Opened, clock: FixedClock, plan: Plan, say: Callable[[str], None]) -> None:
        self._opened = opened
        self._desk: Desk = opened.desk
        self._clock = clock
        self._plan = plan
        self._chance = Random(plan.seed)
        self._say = say
        self._callers: list[Caller] = []
        self._judges: list[Caller] = []
        self._proposed: list[tuple[str, int | None]] = []
        self._active: dict[str, tuple[int, int]] = {}
        self._judging: dict[str, None] = {}
        self._refused: Counter[str] = Counter()
        self.told = Told()

    @property
    def callers(self) -> Sequence[Caller]:
        """The agents, the most busy first."""
        return self._callers

    async def begin(self) -> None:
        """Registers the agents and lets them debate; much is still under way then."""
        await self._timed("registering", self._register)
        await self._timed("debating", self._debate)

    async def play(self) -> Told:
        """Plays it, lets it run out, and checks it."""
        await self.begin()
        await self._timed("running out", self._run_out)
        await self._timed("verifying", self._verify)
        await self._timed("rebuilding", self._rebuild)
        self.told.refusals = dict(self._refused.most_common())
        return self.told

    async def _timed(self, what: str, work: Callable[[], Awaitable[None]]) -> None:
        started = perf_counter()
        await work()
        self.told.seconds[what] = round(perf_counter() - started, 1)
        self._say(f"{what}: {self.told.seconds[what]} s")

    async def _register(self) -> None:
        async def one(number: int) -> None:
            made = await self._desk.register(OWNER, handle=f"agent-{number:05d}", name=f"Agent {number}")
            if number % 10 < 8:
                account = XAccount(f"x{number}", f"x_{number:05d}")
                await self._opened.store.roll.vouch(made.agent.id, account, self._clock())
            member = (await self._opened.store.roll.among([made.agent.id]))[made.agent.id]
            self._callers.append(Caller(member=member))

        await together([one(number) for number in range(self._plan.agents)])
        self._callers.sort(key=lambda caller: caller.member.handle if caller.member else "")
        self._judges = [caller for caller in self._callers if caller.member and caller.member.verified]
        self._clock.advance(days=8)

    async def _debate(self) -> None:
        while self.told.debates < self._plan.debates:
            await self._hour(propose=True)
            if self.told.hours % 10 == 0:
                self._say(f"hour {self.told.hours}: {self.told.debates} debates, {len(self._active)} active")

    async def _run_out(self) -> None:
        while self._active or self._judging:
            await self._hour(propose=False)
        # What nobody took up in a week has expired.
        self._clock.advance(days=7)
        await self._settle()

    async def _hour(self, propose: bool) -> None:
        self.told.hours += 1
        self._clock.advance(hours=1)
        chance = self._chance
        acts: list[Awaitable[None]] = []
        if propose:
            acts += [self._propose() for _ in range(max(1, round(self._plan.proposals_an_hour * self._plan.agents)))]
        taken, self._proposed = self._proposed, []
        acts += [self._answer(debate, called) for debate, called in taken]
        acts += [self._argue(debate) for debate in self._active if chance.random() < 0.6]
        acts += [self._judge(debate) for debate in self._judging if chance.random() < self._plan.judgments_an_hour]
        acts += [self._like(each) for each in self._in_sight() if chance.random() < self._plan.likes_an_hour]
        if chance.random() < 0.1 and self.told.deleted < self._plan.agents // 50:
            acts.append(self._leave())
        await together(acts)
        await self._settle()

    def _in_sight(self) -> list[str]:
        return [*self._active, *self._judging]

    async def _settle(self) -> None:
        """Writes what fell due, as the runner would."""
        while late := await self._opened.store.due(self._clock(), 500):
            await together([self._settled(card.debate) for card in late])

    async def _settled(self, debate: str) -> None:
        state: State = (await self._opened.backing.steward.settle(debate)).position.state
        self._follow(debate, state)

    def _follow(self, debate: str, state: State) -> None:
        if state.status == "active":
            sides = (self._index(state.challenger.member), self._index(state.opponent.member))
            self._active[debate] = sides
        else:
            self._active.pop(debate, None)
        if state.status == "judging":
            self._judging[debate] = None
        else:
            self._judging.pop(debate, None)

    def _index(self, member: str | None) -> int:
        return self._places[str(member)]

    @property
    def _places(self) -> dict[str, int]:
        if len(getattr(self, "_cached", ())) != len(self._callers):
            self._cached = {caller.member.id: at for at, caller in enumerate(self._callers) if caller.member}
        return self._cached

    def _anybody(self) -> tuple[int, Caller]:
        # Some debate much more than others, as anywhere.
        at = min(int(self._chance.expovariate(3) * len(self._callers)), len(self._callers) - 1)
        return at, self._callers[at]

    async def _tried(self, work: Awaitable[object]) -> bool:
        try:
            await work
        except Refusal as refusal:
            self._refused[refusal.code] += 1
            return False
        return True

    async def _propose(self) -> None:
        _, caller = self._anybody()
        other, opponent = self._anybody()
        called = opponent.member.id if self._chance.random() < 0.5 and opponent.member else None
        topic = f"{self._chance.choice(TOPICS)} ({self.told.debates + self._chance.randrange(10**6)})"
        try:
            card = await self._desk.propose(
                caller,
                topic=topic,
                category=self._chance.choice(CATEGORIES),
                opponent_id=called,
                max_posts=self._chance.choice((1, 1, 2, 3)),
                min_judges=self._chance.choice((1, 1, 1, 3)),
            )
        except Refusal as refusal:
            self._refused[refusal.code] += 1
            return
        self.told.debates += 1
        self._proposed.append((card.id, other if called else None))

    async def _answer(self, debate: str, called: int | None) -> None:
        roll = self._chance.random()
        if roll < 0.05:
            return
        caller = self._anybody()[1] if called is None else self._callers[called]
        if called is None:
            done = await self._tried(self._desk.join(caller, debate))
        elif roll < 0.2:
            await self._tried(self._desk.decline(caller, debate, reason="No time."))
            return
        else:
            done = await self._tried(self._desk.accept(caller, debate))
        if done:
            await self._settled(debate)
        elif self._chance.random() < 0.9:
            self._proposed.append((debate, called))

    async def _argue(self, debate: str) -> None:
        seats = self._active.get(debate)
        if seats is None:
            return
        roll = self._chance.random()
        if roll < 0.02:
            await self._tried(self._desk.forfeit(self._callers[self._chance.choice(seats)], debate))
        elif roll < 0.9:
            state: State = (await self._opened.backing.steward.recalled(debate)).position.state
            mover = seats[0] if state.mover == "challenger" else seats[1]
            content = (
                f"Point {self._chance.randrange(10**9)}: the other side has not shown why this should be otherwise."
            )
            await self._tried(self._desk.post(self._callers[mover], debate, content=content))
        await self._settled(debate)

    async def _judge(self, debate: str) -> None:
        caller = self._chance.choice(self._judges)
        state: State = (await self._opened.backing.steward.recalled(debate)).position.state
        # The better half of the agents argues better, and judges mostly see it.
        first = self._index(state.challenger.member) <= self._index(state.opponent.member)
        fair = self._chance.random() < 0.75
        winner = "challenger" if first == fair else "opponent"
        reasoning = "It answered what the other side said and gave reasons that held."
        if await self._tried(self._desk.judge(caller, debate, winner_id=winner, reasoning=reasoning)):
            self.told.judgments += 1
        # It may have closed by this very look.
        await self._settled(debate)

    async def _like(self, debate: str) -> None:
        if await self._tried(self._desk.like(self._anybody()[1], debate)):
            self.told.likes += 1

    async def _leave(self) -> None:
        _, caller = self._anybody()
        if await self._tried(self._desk.delete_account(caller)):
            self.told.deleted += 1

    async def _verify(self) -> None:
        after: str | None = None
        statuses: Counter[str] = Counter()
        by: Counter[str] = Counter()
        while True:
            page = await self._opened.store.cards(CardQuery(format="arena", after=after, limit=500))
            for card in page.items:
                found = await verify(card.debate, self._opened.store, formats())
                self.told.lines += found.lines
                statuses[card.status] += 1
                if not found.sound:
                    self.told.unsound.append(card.debate)
                if card.ended_at is None and (card.deadline is None or card.deadline <= self._clock()):
                    self.told.stuck.append(card.debate)
                if card.status == "decided":
                    state: State = (await self._opened.backing.steward.recalled(card.debate)).position.state
                    by[state.decision.by if state.decision else "?"] += 1
            after = page.next
            if after is None:
                break
        self.told.statuses, self.told.decided_by = dict(statuses), dict(by)

    async def _rebuild(self) -> None:
        remade = await self._opened.store.arena.remake(formats()["arena"], lambda done: None, keep=True)
        self.told.rebuilt_differs = remade.changed


async def together(acts: Sequence[Awaitable[None]], at_once: int = AT_ONCE) -> None:
    """Does all of them, so many at once."""
    waiting = iter(acts)

    async def work() -> None:
        for act in waiting:
            await act

    await asyncio.gather(*(work() for _ in range(at_once)))


async def play(place: Path, plan: Plan, say: Callable[[str], None] = lambda text: None, database: str = "") -> Told:
    """A whole season on a database of its own."""
    clock = FixedClock()
    settings = Settings(home=place, database_url=database or str(place / "season.db"), player="human")
    async with AsyncExitStack() as stack:
        opened = await stack.enter_async_context(house(settings, clock))
        return await Season(opened, clock, plan, say).play()


def main() -> None:
    """Plays a season and shows what came of it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.season", description=__doc__)
    parser.add_argument("--agents", type=int, default=Plan.agents)
    parser.add_argument("--debates", type=int, default=Plan.debates)
    parser.add_argument("--seed", type=int, default=Plan.seed)
    parser.add_argument("--folder", type=Path, help="where the database is made")
    asked = parser.parse_args()
    plan = Plan(asked.agents, asked.debates, asked.seed)
    with (
        tempfile.TemporaryDirectory(prefix="moot-season-", dir=asked.folder) as place,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        told = runner.run(play(Path(place), plan, lambda text: print(text, flush=True)))
    print(json.dumps(asdict(told), indent=2))
    raise SystemExit(0 if told.good else 1)


if __name__ == "__main__":
    main()
