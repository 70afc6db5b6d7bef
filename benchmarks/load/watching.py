"""What a house used while it was under load: CPU, memory from moment to moment, commits."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from time import perf_counter, time

from benchmarks.load.ground import House
from benchmarks.load.tables import Table

_EVERY = 0.25


@dataclass(slots=True)
class Watched:
    """What was seen; complete when the watching is over."""

    before: int
    """Bytes of memory when it began."""
    memory: list[tuple[float, int]] = field(default_factory=list[tuple[float, int]])
    cpu: float = 0.0
    database_cpu: float = 0.0
    seconds: float = 0.0
    commits: int | None = None

    @staticmethod
    @asynccontextmanager
    async def over(house: House) -> "AsyncGenerator[Watched]":
        """Watches a house for as long as the block lasts."""
        watched = Watched(house.resident())
        begun, cpu, database, commits = perf_counter(), house.cpu(), house.database_cpu(), house.commits()
        looking = asyncio.create_task(watched._look(house))
        try:
            yield watched
        finally:
            looking.cancel()
            watched.seconds = perf_counter() - begun
            watched.cpu = house.cpu() - cpu
            watched.database_cpu = house.database_cpu() - database
            after = house.commits()
            watched.commits = None if after is None or commits is None else after - commits

    def live_at_most(self, tables: Sequence[Table]) -> int:
        """The most debates that were live at a moment at which memory was looked at."""
        return max((_live(tables, at) for at, _ in self.memory), default=0)

    def kb_each(self, tables: Sequence[Table]) -> float:
        """What each live debate had added to the memory when most were live, in KB."""
        most, held = max(((_live(tables, at), held) for at, held in self.memory), default=(0, 0))
        return max(0, held - self.before) / 1000 / most if most else 0.0

    async def _look(self, house: House) -> None:
        while True:
            self.memory.append((time(), house.resident()))
            await asyncio.sleep(_EVERY)


def _live(tables: Sequence[Table], at: float) -> int:
    return sum(1 for table in tables if table.begun <= at and (table.ended is None or table.ended > at))
