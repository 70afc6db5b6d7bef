"""Word of growth between processes, by PostgreSQL's LISTEN and NOTIFY."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, suppress

import asyncpg

from moot.engine import Hear, LocalBulletin

_CHANNEL = "moot_growth"
_WORDS = 50
"""How many words one notice may carry: PostgreSQL takes less than 8000 bytes."""
_SOONEST, _LATEST = 0.05, 5.0
_SILENCE = 30.0

_LOST = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError)


class PostgresBulletin:
    """A bulletin for all processes on one database. While they cannot be reached it serves its own."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._local = LocalBulletin()
        self._unsent: dict[str, int] = {}
        self._awaited: Counter[str] = Counter()
        self._news = asyncio.Event()
        self._in_touch = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @property
    def closed(self) -> bool:
        """Whether the house is closing and nothing more will be announced here."""
        return self._local.closed

    async def start(self) -> None:
        """Begins to listen; if that fails, goes on trying without being waited for."""
        self._task = asyncio.create_task(self._stay_in_touch())
        with suppress(TimeoutError):
            async with asyncio.timeout(_LATEST):
                await self._in_touch.wait()

    def announce(self, debate: str, line: int) -> None:
        """Says that the debate has grown to this line: here at once, elsewhere in a moment."""
        self._local.announce(debate, line)
        # Not in the transaction of the move: PostgreSQL lets those that notify commit only one at a time.
        self._unsent[debate] = max(line, self._unsent.get(debate, -1))
        self._news.set()

    def stir(self, debate: str) -> None:
        """Wakes those here who watch; words of a draft do not travel."""
        self._local.stir(debate)

    def heed(self, hear: Hear) -> Callable[[], None]:
        """Tells of every growth through any process."""
        return self._local.heed(hear)

    async def grown(self, debate: str, beyond: int, within: float, stirs: bool = False) -> bool:
        """Waits for growth through any process; False when time is up or the house closes."""
        self._awaited[debate] += 1
        try:
            return await self._local.grown(debate, beyond, within, stirs)
        finally:
            self._awaited[debate] -= 1
            if not self._awaited[debate]:
                del self._awaited[debate]

    def close(self) -> None:
        """Sends all who wait home, and stops listening."""
        self._local.close()
        if self._task is not None:
            self._task.cancel()

    async def end(self) -> None:
        """Closes, and returns when nothing of it is left."""
        self.close()
        if self._task is not None:
            await asyncio.wait([self._task])

    async def _stay_in_touch(self) -> None:
        wait = _SOONEST
        while True:
            with suppress(*_LOST):
                async with self._listening() as connection:
                    wait = _SOONEST
                    self._in_touch.set()
                    await self._speak(connection)
            await asyncio.sleep(wait)
            wait = min(_LATEST, wait * 2)

    @asynccontextmanager
    async def _listening(self) -> AsyncGenerator["asyncpg.Connection[asyncpg.Record]"]:
        connection = await asyncpg.connect(self._url, timeout=10)
        try:
            connection.add_termination_listener(lambda _: self._news.set())
            await connection.add_listener(_CHANNEL, self._hear)
            await self._catch_up(connection)
            yield connection
        finally:
            connection.terminate()

    async def _catch_up(self, connection: "asyncpg.Connection[asyncpg.Record]") -> None:
        """What those who wait here have missed while nobody listened."""
        grown = "SELECT id, lines - 1 AS line FROM debates WHERE id = ANY($1)"
        for record in await connection.fetch(grown, list(self._awaited)):
            self._local.announce(record["id"], record["line"])

    async def _speak(self, connection: "asyncpg.Connection[asyncpg.Record]") -> None:
        while not connection.is_closed():
            try:
                async with asyncio.timeout(_SILENCE):
                    await self._news.wait()
            except TimeoutError:
                # A connection that was cut in silence shows only when it is used.
                await connection.execute("SELECT 1", timeout=10)
            self._news.clear()
            await self._send(connection)

    async def _send(self, connection: "asyncpg.Connection[asyncpg.Record]") -> None:
        sending, self._unsent = self._unsent, {}
        try:
            for notice in _notices(sending):
                await connection.execute("SELECT pg_notify($1, $2)", _CHANNEL, notice)
        except BaseException:
            self._unsent = {**sending, **self._unsent}
            raise

    def _hear(self, *notice: object) -> None:
        for word in str(notice[-1]).splitlines():
            line, _, debate = word.partition(" ")
            self._local.announce(debate, int(line))


def _notices(words: Mapping[str, int]) -> Iterator[str]:
    told = [f"{line} {debate}" for debate, line in words.items()]
    for start in range(0, len(told), _WORDS):
        yield "\n".join(told[start : start + _WORDS])
