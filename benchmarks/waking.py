"""Wake-up latency with many waiters on one debate, against a bare asyncio notification over the same HTTP stack."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import perf_counter

from benchmarks.debating import Debate
from benchmarks.measure import Goal, Ratio, compared, percentile
from benchmarks.processes import BARE, MOOT, served
from benchmarks.wire import Connection, Probe, connections

FLOOR = "bare asyncio.Event behind FastAPI"


async def measure(folder: Path, quick: bool) -> list[Ratio]:
    """From the moment the move is sent to the moment each waiter has its answer, in milliseconds."""
    rounds, waiters = (1, 20) if quick else (9, 1_000)
    ours: list[list[float]] = []
    floor: list[list[float]] = []
    with served((MOOT, folder / "moot.db"), (BARE, folder / "bare.db")) as (moot, bare):
        async with (
            connections(moot.url, waiters + 1) as (mover, *waiting),
            connections(bare.url, waiters + 1) as (announcer, *listening),
        ):
            debate = await Debate.opened(mover)
            here, there = await Probe.of(mover), await Probe.of(announcer)
            for round in range(rounds + 1):
                path = debate.wait_path
                woken = await _woken(here, debate.move, path, waiting)
                heard = await _woken(there, lambda: announcer.post("/announce", {}), f"/wait?after={round}", listening)
                if round > 0 or quick:
                    ours.append(woken)
                    floor.append(heard)
    return [
        _ratio("p99", 0.99, ours, floor, Goal("<=", 3.0)),
        _ratio("median", 0.5, ours, floor, None),
    ]


def _ratio(what: str, share: float, ours: list[list[float]], floor: list[list[float]], goal: Goal | None) -> Ratio:
    mine = [percentile(round, share) for round in ours]
    other = [percentile(round, share) for round in floor]
    return compared(f"{what} of {len(ours[0])} waiters", "ms", mine, other, FLOOR, goal)


async def _woken(
    probe: Probe, call: Callable[[], Awaitable[object]], path: str, waiting: list[Connection]
) -> list[float]:
    """How long after the call each of these had its answer."""
    polls = [asyncio.create_task(connection.get(path)) for connection in waiting]
    await asyncio.sleep(0)
    await probe.calm()
    started = perf_counter()
    await call()
    return [((await poll).at - started) * 1000 for poll in polls]
