"""Live debates whose models answer in seconds: opened at a rate; how long their stages take beside a bare client."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter, process_time, time

from benchmarks.load.bare_postgres import floor_of
from benchmarks.load.ground import Ground, House, endpoint
from benchmarks.load.pool import Pool, pool
from benchmarks.load.schedule import SEED, arrivals, pursued
from benchmarks.load.spread import Measured, Spread, Step
from benchmarks.load.tables import CALLS, STAGES, Table, question, stages_of
from benchmarks.load.watching import Watched
from moot.store import Store

_FLOOR = "a bare asyncio client that makes the same calls at the same moments"
_BODY = {"messages": [{"role": "user", "content": "Does the first release work offline? " * 50}], "stream": True}
_DRAIN = 60.0
_WARMING = 12
_CARRIED = 1.25
"""A rate is carried while nineteen of twenty stages take at most so many times as long as the models think."""


@dataclass(frozen=True, slots=True)
class Load:
    """So many debates a second for so long, with models that think for so many seconds."""

    rate: float
    seconds: float
    thinks: float

    @property
    def live(self) -> float:
        """How many debates are live at once where nothing is late: the rate times how long each lives."""
        return self.rate * STAGES * self.thinks


STEPS = tuple(Load(rate, 8, 2) for rate in (5, 10, 20, 30, 40, 60, 80, 120))
THOUSAND = Load(1000 / STAGES / 15, 60, 15)
"""Models that think for a quarter of a minute: a thousand debates then make 200 calls a second."""
QUICK = (Load(10, 0.5, 0.01),)


async def measure(ground: Ground) -> Measured:
    """A thousand at once; then steps of rate until one is not carried."""
    steps: list[Step] = []
    for load in QUICK if ground.quick else (THOUSAND, *STEPS):
        steps.append(await _step(ground, load))
        took = steps[-1].ours["stage"].p95
        ground.say(f"{steps[-1].what}: p95 of a stage {took:,.0f} ms, models think {load.thinks * 1000:,.0f} ms")
        if load is not THOUSAND and took > _CARRIED * load.thinks * 1000 and not ground.quick:
            break
    carried = [step for step in steps if step.ours["stage"].p95 <= _CARRIED * step.costs["thinks_s"] * 1000]
    most = max((step.costs["calls_per_s"] for step in carried), default=0.0)
    facts = {"carried_calls_per_s": most, "calls_per_debate": float(CALLS), **await _postgres(ground)}
    return Measured("live", _FLOOR, tuple(steps), facts)


async def _postgres(ground: Ground) -> dict[str, float]:
    """What the database alone can do, where it is a PostgreSQL."""
    server = ground.house.postgres
    if server is None:
        return {}
    name = ground.house.database.rpartition("/")[2]
    used = int(server.execute(f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{name}'"))
    return {"connections_per_process": used / len(ground.house.pids), **await floor_of(server, ground.quick)}


async def _step(ground: Ground, load: Load) -> Step:
    moments = arrivals(load.rate, load.seconds, SEED)
    with endpoint(load.thinks) as url:
        ground.house.seat(url)
        await _warm(ground.house)
        tables, watched, begun = await _held(ground.house, moments, load)
        floor, cpu = await _bare(url, moments[: max(1, len(moments) // 3)])
    over = [table for table in tables if table.ended is not None]
    ends = [table.ended for table in tables if table.ended is not None]
    stages = [took for table in tables for took in stages_of(table)]
    calls = len(stages) * CALLS / STAGES
    seconds = max(ends, default=time()) - begun
    return Step(
        f"{load.rate:.1f} debates/s, {load.live:,.0f} at once",
        load.rate,
        {"stage": Spread.of(stages), "debate": Spread.of([table.took for table in over])},
        floor,
        {
            "thinks_s": load.thinks,
            "opened": float(len(tables)),
            "unfinished": float(len(tables) - len(over)),
            "live_at_most": float(watched.live_at_most(tables)),
            "calls_per_s": round(calls / seconds, 2),
            "cpu_ms_per_call": round(watched.cpu * 1000 / calls, 3),
            "database_cpu_ms_per_call": round(watched.database_cpu * 1000 / calls, 3),
            "cores_busy": round(watched.cpu / watched.seconds, 3),
            "kb_per_live_debate": round(watched.kb_each(tables), 1),
            "floor_cpu_ms_per_call": round(cpu, 3),
            **({} if watched.commits is None else {"commits_per_call": round(watched.commits / calls, 3)}),
        },
    )


async def _warm(house: House) -> None:
    """Some debates first, so many that each process gets some, so that what is made once is not counted."""
    async with pool(house.url) as callers, house.store() as store:
        tables = [Table.due(time()) for _ in range(_WARMING)]
        for table in tables:
            await callers.post(*question(table))
        await _ended(tables, store, perf_counter() + _DRAIN)


async def _held(house: House, moments: Sequence[float], load: Load) -> tuple[list[Table], Watched, float]:
    begun = time()
    tables = [Table.due(begun + moment) for moment in moments]
    async with pool(house.url) as callers, house.store() as store:

        async def open_one(number: int, due: float) -> float:
            return (await callers.post(*question(tables[number]))).at

        async with Watched.over(house) as watched:
            await pursued(moments, open_one)
            # Nobody asks how far they are while they are measured: that would be load of its own.
            await asyncio.sleep(STAGES * load.thinks)
            await _ended(tables, store, perf_counter() + _DRAIN)
    return tables, watched, begun


async def _ended(tables: Sequence[Table], store: Store, until: float) -> None:
    """Reads the records once nobody is due any more, or it takes too long: then those are told as unfinished."""
    while any(table.ended is None for table in tables):
        # One look at an index: to read the records meanwhile would be load of its own.
        late = perf_counter() > until
        if late or not (await store.called(limit=1)).items:
            for table in tables:
                table.read(await store.lines(table.id))
        if late:
            return
        await asyncio.sleep(0.1)


async def _bare(url: str, moments: Sequence[float]) -> tuple[dict[str, Spread], float]:
    """The same calls in the same stages by a bare client, and the CPU of one in milliseconds."""
    stages: list[float] = []
    async with pool(url) as callers:

        async def debate(number: int, due: float) -> float:
            at = due
            for _ in range(STAGES):
                done = max(await asyncio.gather(*(_call(callers, url) for _ in range(CALLS // STAGES))))
                stages.append((done - at) * 1000)
                at = done
            return at

        cpu = process_time()
        took = await pursued(moments, debate)
        cpu = (process_time() - cpu) * 1000 / len(moments) / CALLS
    return {"stage": Spread.of(stages), "debate": Spread.of(took.took)}, cpu


async def _call(callers: Pool, url: str) -> float:
    return (await callers.post("/v1/chat/completions", {"model": "A", **_BODY})).at
