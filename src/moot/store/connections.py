"""Connections to a PostgreSQL, lent to whoever asks: as many at once as there may be, and each to one at a time."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import TypeAlias

import asyncpg

from moot.engine import StoreBusy
from moot.store.failures import FAULTS, unreachable

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
Connect: TypeAlias = Callable[[], Awaitable[Connection]]

_UNDOING = 5.0
"""Seconds; a server that takes longer undoes it when it finds the connection gone."""
# A wrong address is a ValueError.
_NO_CONNECTION = (ValueError, *FAULTS)


class Connections:
    """Made when they are needed, and kept for the next."""

    def __init__(self, connect: Connect, most: int, patience: float) -> None:
        self._connect = connect
        self._patience = patience
        self._room = asyncio.Semaphore(most)
        self._idle: list[Connection] = []

    @asynccontextmanager
    async def lent(self) -> AsyncGenerator[Connection]:
        """A connection; whatever was not committed on it by the end of the block is undone."""
        await self._wait_for_room()
        try:
            connection = self._known() or await self._made()
            left_clean = False
            try:
                yield connection
                left_clean = not connection.is_closed() and not connection.is_in_transaction()
            finally:
                await self._take_back(connection, left_clean)
        finally:
            self._room.release()

    async def close(self) -> None:
        """Lets all go that nobody uses."""
        while (connection := self._known()) is not None:
            with suppress(*FAULTS):
                await connection.close(timeout=2)

    async def _wait_for_room(self) -> None:
        if not self._room.locked():
            await self._room.acquire()
            return
        try:
            async with asyncio.timeout(self._patience):
                await self._room.acquire()
        except TimeoutError:
            raise StoreBusy("Every connection to the database is in use; nothing was written. Try again.") from None

    def _known(self) -> "Connection | None":
        """The one that was used last: it is the least likely to have been lost."""
        while self._idle:
            connection = self._idle.pop()
            if not connection.is_closed():
                return connection
        return None

    async def _made(self) -> Connection:
        try:
            return await self._connect()
        except _NO_CONNECTION as failure:
            raise unreachable(failure) from failure

    async def _take_back(self, connection: Connection, clean: bool) -> None:
        """Keeps a connection for the next; one that is lost takes nothing with it."""
        try:
            if not clean and not connection.is_closed():
                # Also where nothing seems to be open: whoever was cancelled did not hear what the server has begun.
                await connection.execute("ROLLBACK", timeout=_UNDOING)
            clean = True
        except FAULTS:
            clean = False
        finally:
            if clean and not connection.is_closed():
                self._idle.append(connection)
            else:
                connection.terminate()
