"""Clients in long polls while moves arrive: from the moment a move was due to the moment each of them knows it."""

import asyncio
from collections.abc import AsyncGenerator, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from benchmarks.load.ground import Ground
from benchmarks.load.pool import Pool, must_be_able_to_open, pool
from benchmarks.load.schedule import SEED, arrivals, pursued
from benchmarks.load.spread import Measured, Spread, Step
from benchmarks.load.topics import Argued, Rung, Topic
from benchmarks.load.weighing import cpu_of, resident

_FLOOR = "bare FastAPI with an asyncio.Event for each topic"
_IN_VAIN = b'"status":"timeout"'
_LONGEST = 60.0
_TO_COME = 240.0
"""Seconds within which all clients must have come: a machine that is busy otherwise lets them in slowly."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many wait, on how many topics, and how many moves a second come for how long."""

    waiters: int
    topics: int
    rate: float
    seconds: float


FULL = Sizes(10_000, 100, 4, 30)
QUICK = Sizes(12, 3, 20, 0.5)


@asynccontextmanager
async def crowd(clients: Iterable[Coroutine[Any, Any, None]]) -> AsyncGenerator[None]:
    """All of them at once for as long as the block lasts; where one fails nothing was measured, and all fails."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(client) for client in clients]
        yield
        for task in tasks:
            task.cancel()


@dataclass(slots=True)
class Woken:
    """The times at which waiters knew of moves, by the moments at which these were due."""

    topics: Sequence[Topic]
    due: dict[tuple[int, int], float] = field(default_factory=dict[tuple[int, int], float])
    heard: list[tuple[int, int, float]] = field(default_factory=list[tuple[int, int, float]])
    sent: dict[int, int] = field(default_factory=dict[int, int])
    """The line of the last move that was due, by topic."""
    waiting: int = 0
    again: asyncio.Event = field(default_factory=asyncio.Event)

    def times(self) -> list[float]:
        """From due to known, in milliseconds."""
        return [(at - self.due[topic, line]) * 1000 for topic, line, at in self.heard if (topic, line) in self.due]

    async def wait(self, callers: Pool, which: int) -> None:
        """One client: waits, notes when it knew, waits again."""
        topic, connection = self.topics[which], await callers.opened()
        line = topic.line
        self.waiting += 1
        self.again.set()
        while True:
            answer = await connection.get(topic.wait_path(line))
            if _IN_VAIN in answer.body:
                continue
            line += 1
            self.heard.append((which, line, answer.at))
            self.again.set()

    async def act(self, number: int, due: float) -> float:
        """One move, on the topic whose turn it is."""
        which = number % len(self.topics)
        line = self.sent[which] = self.sent.get(which, self.topics[which].line) + 1
        self.due[which, line] = due
        return await self.topics[which].move()

    async def all_wait(self, count: int) -> None:
        """Until so many clients have a connection of their own and begin to wait."""
        async with asyncio.timeout(_TO_COME):
            while self.waiting < count:
                self.again.clear()
                await self.again.wait()

    async def all_know(self, each: int) -> None:
        """Until every waiter knows of every move; what is missing after a minute is told as missing."""
        try:
            async with asyncio.timeout(_LONGEST):
                while len(self.heard) < each * len(self.due):
                    self.again.clear()
                    await self.again.wait()
        except TimeoutError:
            pass


async def measure(ground: Ground) -> Measured:
    """The same waiters and the same moves, in the house and on the floor."""
    sizes = QUICK if ground.quick else FULL
    must_be_able_to_open(sizes.waiters)
    async with pool(ground.house.url) as callers:
        topics = [await Argued.opened(callers) for _ in range(sizes.topics)]
        ours, costs = await _waited(callers, topics, sizes, ground.house.pids)
    ground.say(f"{sizes.waiters:,} waiters: p99 {ours['wake'].p99:,.0f} ms")
    async with pool(ground.bare) as callers:
        bells = [Rung(callers) for _ in range(sizes.topics)]
        floor, bare = await _waited(callers, bells, sizes, (ground.bare_pid,))
        # Who hung up is only missed when there is something to tell.
        for bell in bells:
            await bell.move()
    costs |= {f"floor_{name}": cost for name, cost in bare.items()}
    return Measured("waiters", _FLOOR, (Step(f"{sizes.waiters:,} waiters", sizes.waiters, ours, floor, costs),))


async def _waited(
    callers: Pool, topics: Sequence[Topic], sizes: Sizes, pids: Sequence[int]
) -> tuple[dict[str, Spread], dict[str, float]]:
    usual, held, woken = await callers.usual(), sum(map(resident, pids)), Woken(topics)
    each = sizes.waiters // len(topics)
    async with crowd(woken.wait(callers, number % len(topics)) for number in range(sizes.waiters)):
        await woken.all_wait(sizes.waiters)
        await callers.calm(usual)
        held, cpu = sum(map(resident, pids)) - held, sum(map(cpu_of, pids))
        moves = await pursued(arrivals(sizes.rate, sizes.seconds, SEED), woken.act)
        await woken.all_know(each)
        cpu = sum(map(cpu_of, pids)) - cpu
    wakes = woken.times()
    return {"wake": Spread.of(wakes), "move": Spread.of(moves.took)}, {
        "moves_per_s": sizes.rate,
        "wakes": float(len(wakes)),
        "missing": float(each * len(moves.took) - len(wakes)),
        "cpu_ms_per_wake": round(cpu * 1000 / len(wakes), 4),
        "kb_per_waiter": round(held / 1000 / sizes.waiters, 2),
        "driver_late_p99_ms": Spread.of(moves.driver).p99,
    }
