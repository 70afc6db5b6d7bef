"""Moves per second through REST, against a bare FastAPI endpoint with one INSERT and COMMIT a request."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from uuid import uuid4

from benchmarks.debating import Debate, said, until
from benchmarks.measure import Goal, Ratio, compared
from benchmarks.processes import BARE, MOOT, served
from benchmarks.wire import Connection, connections

Move = Callable[[], Awaitable[None]]
WAYS = {"lines": "bare FastAPI + SQLite, async def", "lines-in-thread": "bare FastAPI + SQLite, def in a thread"}


async def measure(folder: Path, quick: bool) -> list[Ratio]:
    """One writer alone, then many at once, each on a debate and a connection of its own."""
    rounds, seconds = (1, 0.2) if quick else (7, 1.0)
    crowd = 4 if quick else 64
    with served((MOOT, folder / "moot.db"), (BARE, folder / "bare.db")) as (moot, bare):
        alone = await _compared(moot.url, bare.url, 1, rounds, seconds)
        together = await _compared(moot.url, bare.url, crowd, rounds, seconds)
    return [
        *_ratios("one writer", alone, Goal(">=", 0.7)),
        *_ratios(f"{crowd} writers", together, Goal(">", 1.0)),
    ]


async def _compared(moot: str, bare: str, writers: int, rounds: int, seconds: float) -> dict[str, list[float]]:
    """Moves per second, by who took them, round by round."""
    async with connections(moot, writers) as ours, connections(bare, writers) as floor:
        debates = [await Debate.opened(connection) for connection in ours]
        sides: dict[str, list[Move]] = {"moot": [debate.move for debate in debates]}
        for way in WAYS:
            sides[way] = [_kept(connection, way) for connection in floor]
        for moves in sides.values():
            await _rate(moves, seconds / 2)
        rates: dict[str, list[float]] = {name: [] for name in sides}
        for _ in range(rounds):
            for name, moves in sides.items():
                rates[name].append(await _rate(moves, seconds))
    return rates


def _ratios(what: str, rates: dict[str, list[float]], goal: Goal) -> list[Ratio]:
    """Against the faster of the two ways, which is the one that counts, and against the other."""
    faster, slower = sorted(WAYS, key=lambda way: median(rates[way]), reverse=True)
    return [
        compared(what, "moves/s", rates["moot"], rates[faster], WAYS[faster], goal),
        compared(what, "moves/s", rates["moot"], rates[slower], WAYS[slower]),
    ]


async def _rate(moves: Sequence[Move], seconds: float) -> float:
    """How many moves a second these writers get through together."""
    started = perf_counter()
    time_is_left = until(seconds)

    async def write(move: Move) -> int:
        count = 0
        while time_is_left():
            await move()
            count += 1
        return count

    counts = await asyncio.gather(*(write(move) for move in moves))
    return sum(counts) / (perf_counter() - started)


def _kept(connection: Connection, way: str) -> Move:
    path, target = f"/debates/{uuid4()}/{way}", str(uuid4())

    async def move() -> None:
        (await connection.post(path, said("opponent", target))).json()

    return move
