"""Readers beside movers: lists, searches, pages and contexts at set rates, while moves arrive."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from random import Random
from time import perf_counter
from uuid import uuid4

from benchmarks.debating import said
from benchmarks.filling import debates, fill, names
from benchmarks.load.ground import Ground
from benchmarks.load.pool import Pool, pool
from benchmarks.load.schedule import arrivals, pursued
from benchmarks.load.spread import Measured, Spread, Step
from benchmarks.load.topics import Argued
from benchmarks.load.weighing import cpu_of

_FLOOR = "bare FastAPI that reads nothing, and one INSERT and COMMIT for a move"
_WORDS = ("cache", "queue", "token", "index", "schema", "retry", "shard", "quota", "lease", "budget", "parser")
RATES: Mapping[str, float] = {"move": 10, "context": 20, "list": 5, "search": 3, "front page": 2, "debate page": 5}
"""Arrivals a second of each kind, in the first step."""

Ask = Callable[[], Awaitable[float]]


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many debates there are; how many are moved in; by what the rates are multiplied; for how long each time."""

    debates: int
    moved: int
    factors: tuple[float, ...]
    seconds: float


FULL = Sizes(20_000, 100, (1, 2, 4), 12)
QUICK = Sizes(20, 3, (1,), 0.4)


async def prepare(database: str, quick: bool) -> None:
    """Fills the house with debates to read."""
    await fill(database, debates((QUICK if quick else FULL).debates))


async def measure(ground: Ground) -> Measured:
    """Each step once in the house and once on the floor."""
    sizes = QUICK if ground.quick else FULL
    steps: list[Step] = []
    async with pool(ground.house.url) as callers, pool(ground.bare) as bare:
        ours, floor = await _asked(callers, sizes), _bare(bare)
        await asyncio.gather(*(ask() for ask in ours.values()))
        for factor in sizes.factors:
            took, busy = await _busy(ours, factor, sizes.seconds, ground.house.cpu)
            least, beside = await _busy(floor, factor, sizes.seconds, lambda: cpu_of(ground.bare_pid))
            costs = {
                "requests_per_s": factor * sum(RATES.values()),
                "cores_busy": round(busy, 3),
                "floor_cores_busy": round(beside, 3),
            }
            steps.append(Step(f"{costs['requests_per_s']:.0f} requests/s", costs["requests_per_s"], took, least, costs))
            slowest = max(steps[-1].ours, key=lambda name: steps[-1].ours[name].p99)
            ground.say(f"{steps[-1].what}: slowest p99 is that of {slowest}, {steps[-1].ours[slowest].p99:,.0f} ms")
    return Measured("mixed", _FLOOR, tuple(steps), {"debates": float(sizes.debates)})


async def _busy(
    asks: Mapping[str, Ask], factor: float, seconds: float, cpu: Callable[[], float]
) -> tuple[dict[str, Spread], float]:
    """How long each kind took, and how many cores were busy until the last was answered."""
    used, began = cpu(), perf_counter()
    took = await _together(asks, factor, seconds)
    return took, (cpu() - used) / (perf_counter() - began)


async def _together(asks: Mapping[str, Ask], factor: float, seconds: float) -> dict[str, Spread]:
    """Each kind by a schedule of its own, all at once."""

    async def of(seed: int, name: str) -> tuple[str, Spread]:
        async def act(number: int, due: float) -> float:
            return await asks[name]()

        moments = arrivals(factor * RATES[name], seconds, seed) or [0.0]
        return name, Spread.of((await pursued(moments, act)).took)

    return dict(await asyncio.gather(*(of(seed, name) for seed, name in enumerate(asks))))


async def _asked(callers: Pool, sizes: Sizes) -> dict[str, Ask]:
    chance, ids = Random(sizes.debates), names(sizes.debates)
    topics = [await Argued.opened(callers) for _ in range(sizes.moved)]

    def get(path: Callable[[], str]) -> Ask:
        async def ask() -> float:
            return (await callers.get(path())).at

        return ask

    return {
        "move": lambda: chance.choice(topics).move(),
        "context": get(lambda: f"/api/v1/debates/{chance.choice(ids)}"),
        "list": get(lambda: "/api/v1/debates?status=open"),
        "search": get(lambda: f"/api/v1/debates?q={chance.choice(_WORDS)}"),
        "front page": get(lambda: "/"),
        "debate page": get(lambda: f"/debates/{chance.choice(ids)}"),
    }


def _bare(callers: Pool) -> dict[str, Ask]:
    async def move() -> float:
        return (await callers.post(f"/debates/{uuid4()}/lines", said("opponent", str(uuid4())))).at

    async def read() -> float:
        return (await callers.get("/api/v1/health")).at

    return {name: move if name == "move" else read for name in RATES}
