"""Readers: threads that read a SQLite database while the scribe writes it."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from threading import local

from moot.debate import Outage
from moot.store.database import Params, Prepared, Row
from moot.store.sqlite_file import outage

_SEATS = 4


class Readers:
    """A few readers, each with a connection of its own (in memory: the scribe's, while it does not write)."""

    def __init__(
        self,
        connect: Callable[[], sqlite3.Connection],
        path: Path | None,
        lock: AbstractContextManager[object] | None = None,
    ) -> None:
        self._connect = connect
        self._path = path
        self._lock = lock or nullcontext()
        self._pool = ThreadPoolExecutor(_SEATS, "moot-reader")
        self._own = local()
        self._connections: list[sqlite3.Connection] = []
        self._closed = False

    async def rows(self, prepared: Prepared, params: Params) -> Sequence[Row]:
        """The rows that a statement yields."""
        if self._closed:
            raise Outage("The house is closed.")
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._read, prepared, params)

    async def close(self) -> None:
        """Lets those who read finish, and ends."""
        self._closed = True
        await asyncio.to_thread(self._pool.shutdown)
        for connection in self._connections:
            connection.close()

    def _read(self, prepared: Prepared, params: Params) -> Sequence[Row]:
        try:
            with self._lock:
                return self._connection().execute(*prepared.sqlite(params)).fetchall()
        except sqlite3.DatabaseError as failure:
            raise outage(failure, self._path) from failure

    def _connection(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._own, "connection", None)
        if connection is None:
            connection = self._own.connection = self._connect()
            self._connections.append(connection)
        return connection
