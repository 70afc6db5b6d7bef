"""Cost per move in a long debate, against a short one on the same server."""

from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.debating import Debate
from benchmarks.filling import claims, fill, names, played
from benchmarks.measure import Goal, Ratio, compared
from benchmarks.processes import MOOT, served
from benchmarks.wire import Connection, connections

SHORT = 10
_PER_DEBATE = 10


async def measure(folder: Path, quick: bool) -> list[Ratio]:
    """The median time of a move, in milliseconds; short debates are left before they have doubled."""
    rounds, batches, long = (1, 1, 200) if quick else (9, 8, 10_000)
    long_id, *short_ids = names(1 + (rounds + 1) * batches)
    short = [played(debate, "A short debate", claims(SHORT)) for debate in short_ids]
    await fill(folder / "moot.db", [played(long_id, "A long debate", claims(long)), *short])
    mine: list[float] = []
    floor: list[float] = []
    with served((MOOT, folder / "moot.db")) as (moot,):
        async with connections(moot.url, 1) as (connection,):
            endless = await _found(connection, long_id)
            for round in range(rounds + 1):
                ids = short_ids[round * batches : (round + 1) * batches]
                few = [await _found(connection, debate) for debate in ids]
                in_short = [took for debate in few for took in await _moves(debate)]
                in_long = [took for _ in range(batches) for took in await _moves(endless)]
                if round > 0 or quick:
                    mine.append(median(in_long))
                    floor.append(median(in_short))
    return [compared(f"a move at {long:,} lines", "ms", mine, floor, f"at {SHORT} lines", Goal("<=", 1.2))]


async def _found(connection: Connection, debate: str) -> Debate:
    """A debate that is there already; having been looked at, it is remembered."""
    context = (await connection.get(f"/api/v1/debates/{debate}?argument_limit=1")).json()
    floor = context["debate"]["waiting_for"][0]
    return Debate(connection, debate, context["arguments"][-1]["id"], floor)


async def _moves(debate: Debate) -> list[float]:
    took: list[float] = []
    for _ in range(_PER_DEBATE):
        started = perf_counter()
        await debate.move()
        took.append((perf_counter() - started) * 1000)
    return took
