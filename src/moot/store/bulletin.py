"""Word of growth between processes, by PostgreSQL's LISTEN and NOTIFY."""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, suppress

import asyncpg

from moot.engine import Hear, LocalBulletin

log = logging.getLogger("moot.bulletin")

_CHANNEL = "moot_growth"
_WORDS = 50
"""How many words one notice may carry: PostgreSQL takes less than 8000 bytes."""
_SEND = "SELECT pg_notify(channel, said) FROM unnest($1::text[], $2::text[]) AS told (channel, said)"
_SOONEST, _LATEST = 0.05, 5.0
_SILENCE = 15.0
"""After so many seconds it is looked whether those who wait have missed a word."""

# The last is what asyncpg says of a connection that is cut in the very moment in which it is used.
_LOST = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)


class PostgresBulletin:
    """A bulletin for all processes on one database. While they cannot be reached it serves its own."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._local = LocalBulletin()
        self._unsent: dict[str, int] = {}
        self._awaited: Counter[str] = Counter()
        self._news = asyncio.Event()
        self._in_touch = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._others: dict[str, Callable[..., None]] = {}
        self._beside: Callable[[str], tuple[str, str] | None] = lambda _: None
        self._unsaid: dict[str, str] = {}

    def also(self, channel: str, hear: Callable[..., None]) -> None:
        """Listens to another channel too, from the next connection on."""
        self._others[channel] = hear

    def say_beside(self, what: Callable[[str], tuple[str, str] | None]) -> None:
        """Asks what to say on another channel whenever a debate has grown through this process: on which, and what."""
        self._beside = what

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
        if (beside := self._beside(debate)) is not None:
            self._unsaid.update([beside])
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
            try:
                async with self._listening() as connection:
                    wait = _SOONEST
                    self._in_touch.set()
                    await self._speak(connection)
            except _LOST as lost:
                log.info("out of touch with the other processes: %s", lost)
            except Exception:
                # Whatever it was: a house that hears nothing any more looks sound, and everybody in it waits in vain.
                log.exception("listening to the other processes")
            await asyncio.sleep(wait)
            wait = min(_LATEST, wait * 2)

    @asynccontextmanager
    async def _listening(self) -> AsyncGenerator["asyncpg.Connection[asyncpg.Record]"]:
        connection = await asyncpg.connect(self.url, timeout=10)
        try:
            connection.add_termination_listener(lambda _: self._news.set())
            for channel, hear in {_CHANNEL: self._hear, **self._others}.items():
                await connection.add_listener(channel, hear)
            await self._catch_up(connection)
            yield connection
        finally:
            connection.terminate()

    async def _catch_up(self, connection: "asyncpg.Connection[asyncpg.Record]") -> None:
        """What those who wait here have missed while nobody listened, or nobody said a word."""
        grown = "SELECT id, lines - 1 AS line FROM debates WHERE id = ANY($1)"
        for record in await connection.fetch(grown, list(self._awaited), timeout=10):
            self._local.announce(record["id"], record["line"])

    async def _speak(self, connection: "asyncpg.Connection[asyncpg.Record]") -> None:
        time = asyncio.get_running_loop().time
        look_at = time() + _SILENCE
        while not connection.is_closed():
            # First what was left unsent when the connection before this one was lost.
            await self._send(connection)
            with suppress(TimeoutError):
                async with asyncio.timeout_at(look_at):
                    await self._news.wait()
            self._news.clear()
            if time() >= look_at:
                # Whoever lost the database in the middle of a commit has told nobody of what was kept. And a connection
                # that was cut in silence shows only when it is used.
                await self._catch_up(connection)
                look_at = time() + _SILENCE

    async def _send(self, connection: "asyncpg.Connection[asyncpg.Record]") -> None:
        sending, self._unsent = self._unsent, {}
        saying, self._unsaid = self._unsaid, {}
        told = [*((_CHANNEL, notice) for notice in _notices(sending)), *saying.items()]
        try:
            if told:
                await connection.execute(_SEND, *zip(*told, strict=True))
        except BaseException:
            self._unsent = {**sending, **self._unsent}
            self._unsaid = {**saying, **self._unsaid}
            raise

    def _hear(self, *notice: object) -> None:
        for word in str(notice[-1]).splitlines():
            line, _, debate = word.partition(" ")
            self._local.announce(debate, int(line))


def _notices(words: Mapping[str, int]) -> Iterator[str]:
    told = [f"{line} {debate}" for debate, line in words.items()]
    for start in range(0, len(told), _WORDS):
        yield "\n".join(told[start : start + _WORDS])
