"""`get-context` and the list pages in a house with many debates, against one with few."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from benchmarks.filling import debates, fill, names
from benchmarks.measure import Goal, Ratio, compared
from benchmarks.processes import MOOT, served
from benchmarks.wire import Connection, connections

Path_ = Callable[[str], str]
PAGES: dict[str, Path_] = {
    "get-context of any debate": lambda debate: f"/api/v1/debates/{debate}",
    "list, GET /api/v1/debates": lambda _: "/api/v1/debates",
    "list, those that wait for a ruling": lambda _: "/api/v1/debates?waiting_for=arbitrator&status=open&limit=10",
    "front page, GET /": lambda _: "/",
}


async def measure(folder: Path, quick: bool) -> list[Ratio]:
    """The median time of an answer, in milliseconds."""
    few, many = (20, 200) if quick else (100, 100_000)
    rounds, requests = (1, 5) if quick else (7, 60)
    await fill(folder / "few.db", debates(few))
    await fill(folder / "many.db", debates(many))
    goal = Goal("<=", 2.0)
    with served((MOOT, folder / "few.db"), (MOOT, folder / "many.db")) as (small, large):
        async with connections(small.url, 1) as (at_few,), connections(large.url, 1) as (at_many,):
            sides = (_House(at_few, few), _House(at_many, many))
            ratios: list[Ratio] = []
            for what, path in PAGES.items():
                floor, mine = await _in_turns(sides, path, rounds, requests)
                ratios.append(compared(f"{what}, {many:,} debates", "ms", mine, floor, f"{few} debates", goal))
    return ratios


class _House:
    """A server with debates in it, and one client that picks among them."""

    def __init__(self, connection: Connection, size: int) -> None:
        self._connection = connection
        self._ids = names(size)
        self._chance = Random(size)

    async def took(self, path: Path_, requests: int) -> float:
        """The median time of so many requests, in milliseconds."""
        times: list[float] = []
        for _ in range(requests):
            debate = self._chance.choice(self._ids)
            started = perf_counter()
            await self._connection.get(path(debate))
            times.append((perf_counter() - started) * 1000)
        return median(times)


async def _in_turns(
    houses: tuple[_House, _House], path: Path_, rounds: int, requests: int
) -> tuple[list[float], list[float]]:
    """The times in either house, taken in turns; the first round only warms both."""
    taken: tuple[list[float], list[float]] = ([], [])
    for round in range(rounds + 1):
        for times, house in zip(taken, houses, strict=True):
            took = await house.took(path, requests)
            if round > 0:
                times.append(took)
    return taken
