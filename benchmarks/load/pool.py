"""Connections for arrivals that do not wait for each other: an idle one is used again, else one is opened."""

import asyncio
import resource
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from statistics import median
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

from benchmarks.wire import Answer, Connection

_AT_ONCE = 100
"""How many connections are being opened at a time."""
_FRESH = 3.0
"""Seconds for which an idle connection is used again: servers hang up on those that are idle for five."""
_CALM, _MOST = 10, 400
_BESIDE = 200
"""Files that are open beside connections: the database, the libraries, the pipes."""


class TooFewFiles(Exception):
    """The system does not let a process open as many connections as are wanted."""


def must_be_able_to_open(connections: int) -> None:
    """Fails before anything is measured where the limit of open files, lifted as far as it goes, does not suffice."""
    granted, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if granted != resource.RLIM_INFINITY and granted < connections + _BESIDE:
        raise TooFewFiles(
            f"{connections:,} connections need {connections + _BESIDE:,} open files, and this system grants "
            f"{granted:,} (ulimit -Hn). Raise that limit."
        )


class Pool:
    """As many connections to a server as are needed at once."""

    def __init__(self, url: str) -> None:
        self._at = urlsplit(url)
        self._idle: list[tuple[float, Connection]] = []
        self._all: list[Connection] = []
        self._opening = asyncio.Semaphore(_AT_ONCE)

    async def get(self, path: str) -> Answer:
        """Gets a page that must be there."""
        async with self.one() as connection:
            return await connection.get(path)

    async def post(self, path: str, fields: Mapping[str, Any]) -> Answer:
        """Posts JSON that must be taken."""
        async with self.one() as connection:
            return await connection.post(path, fields)

    @asynccontextmanager
    async def one(self) -> AsyncGenerator[Connection]:
        """A connection for one exchange after the other; given back if nothing went wrong."""
        connection = self._fresh() or await self.opened()
        yield connection
        self._idle.append((perf_counter(), connection))

    async def opened(self) -> Connection:
        """A connection of one's own; it is hung up with all others."""
        async with self._opening:
            streams = await asyncio.open_connection(self._at.hostname, self._at.port)
        connection = Connection(self._at.netloc, *streams)
        self._all.append(connection)
        return connection

    async def usual(self) -> float:
        """How many seconds an answer takes while the server has nothing to do."""
        return median([await self._took() for _ in range(_CALM)])

    async def calm(self, usual: float) -> None:
        """Returns once the server has nothing left to do: it answers as it usually does, several times in a row."""
        in_a_row = 0
        for _ in range(_MOST):
            in_a_row = in_a_row + 1 if await self._took() < 3 * usual else 0
            if in_a_row == _CALM:
                return

    async def close(self) -> None:
        """Hangs up all."""
        await asyncio.gather(*(connection.close() for connection in self._all), return_exceptions=True)

    def _fresh(self) -> Connection | None:
        """The connection that was used last, unless the server may have hung up on it."""
        if not self._idle or perf_counter() - self._idle[-1][0] > _FRESH:
            self._idle.clear()
            return None
        return self._idle.pop()[1]

    async def _took(self) -> float:
        began = perf_counter()
        return (await self.get("/api/v1/health")).at - began


@asynccontextmanager
async def pool(url: str) -> AsyncGenerator[Pool]:
    """A pool that hangs up at the end of the block."""
    made = Pool(url)
    try:
        yield made
    finally:
        await made.close()
