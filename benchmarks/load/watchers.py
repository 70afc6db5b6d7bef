"""Watchers of one debate over WebSocket while moves arrive: from the moment a move was due to each who sees it."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.load.ground import Ground
from benchmarks.load.pool import must_be_able_to_open, pool
from benchmarks.load.schedule import SEED, arrivals, pursued
from benchmarks.load.sockets import Socket
from benchmarks.load.spread import Measured, Spread, Step
from benchmarks.load.topics import Argued, Rung, Topic
from benchmarks.load.waiters import Woken, crowd
from benchmarks.load.weighing import cpu_of, resident

_FLOOR = "bare FastAPI WebSockets behind one asyncio.Event"
_AT_ONCE = 50


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many watch, and how many moves a second come for how long."""

    watchers: int
    rate: float
    seconds: float


FULL = Sizes(1_000, 2, 30)
QUICK = Sizes(5, 20, 0.3)


class Seen(Woken):
    """The times at which watchers saw moves."""

    async def watch(self, socket: Socket) -> None:
        """One watcher; who is told of a line knows of those before it, for a bell that rings twice is heard once."""
        known = self.topics[0].line
        while True:
            line, at = await socket.line()
            self.heard.extend((0, each, at) for each in range(known + 1, line + 1))
            known = line
            self.again.set()


async def measure(ground: Ground) -> Measured:
    """The same watchers and the same moves, in the house and on the floor."""
    sizes = QUICK if ground.quick else FULL
    must_be_able_to_open(sizes.watchers)
    async with pool(ground.house.url) as callers:
        ours, costs = await _watched(ground.house.url, await Argued.opened(callers), sizes, ground.house.pids)
    ground.say(f"{sizes.watchers:,} watchers: p99 {ours['seen'].p99:,.0f} ms")
    async with pool(ground.bare) as callers:
        bell = Rung(callers)
        floor, bare = await _watched(ground.bare, bell, sizes, (ground.bare_pid,))
        # Those who hung up are only missed when there is something to tell them.
        await bell.move()
    costs |= {f"floor_{name}": cost for name, cost in bare.items()}
    return Measured("watchers", _FLOOR, (Step(f"{sizes.watchers:,} watchers", sizes.watchers, ours, floor, costs),))


async def _watched(
    url: str, topic: Topic, sizes: Sizes, pids: Sequence[int]
) -> tuple[dict[str, Spread], dict[str, float]]:
    held, seen = sum(map(resident, pids)), Seen([topic])
    sockets = await _opened(url, topic.socket_path, sizes.watchers)
    await topic.move()
    for socket in sockets:
        await socket.told(topic.line)
    held, cpu = sum(map(resident, pids)) - held, sum(map(cpu_of, pids))
    async with crowd(seen.watch(socket) for socket in sockets):
        moves = await pursued(arrivals(sizes.rate, sizes.seconds, SEED), seen.act)
        await seen.all_know(sizes.watchers)
        cpu = sum(map(cpu_of, pids)) - cpu
    await asyncio.gather(*(socket.close() for socket in sockets))
    times = seen.times()
    return {"seen": Spread.of(times), "move": Spread.of(moves.took)}, {
        "moves_per_s": sizes.rate,
        "messages": float(len(times)),
        "missing": float(sizes.watchers * len(moves.took) - len(times)),
        "cpu_ms_per_message": round(cpu * 1000 / len(times), 4),
        "kb_per_watcher": round(held / 1000 / sizes.watchers, 2),
        "driver_late_p99_ms": Spread.of(moves.driver).p99,
    }


async def _opened(url: str, path: str, count: int) -> list[Socket]:
    room = asyncio.Semaphore(_AT_ONCE)

    async def one() -> Socket:
        async with room:
            return await Socket.opened(url, path)

    return list(await asyncio.gather(*(one() for _ in range(count))))
