"""SQLite: one file on one machine, or nothing but memory. Other processes may write the same file."""

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from functools import partial
from pathlib import Path
from typing import TypeVar

from moot.debate import InvalidInput
from moot.store.busy import Patience
from moot.store.database import AT_ONCE, Dialect, Moment, Params, Prepared, Row, Work
from moot.store.readers import Readers
from moot.store.schema import bring_up_to_date
from moot.store.scribe import Scribe
from moot.store.sqlite_file import connected, connected_for_reading, make_private, outage

T = TypeVar("T")


class SqliteMoment:
    """A SQLite database as it was when its first row was read."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def rows(self, prepared: Prepared) -> AsyncIterator[Sequence[Row]]:
        """The rows that a statement yields, some at a time."""
        found = self._connection.execute(*prepared.sqlite({}))
        while rows := await asyncio.to_thread(found.fetchmany, AT_ONCE):
            yield rows


class SqliteDatabase:
    """A SQLite database that is open: one who writes, some who read."""

    dialect: Dialect = "sqlite"

    def __init__(self, connection: sqlite3.Connection, path: Path | None, patience: float) -> None:
        self._connection = connection
        self._path = path
        self._scribe = Scribe(connection, path, patience)
        if path is None:
            self._readers = Readers(lambda: connection, path, self._scribe.lock)
        else:
            self._readers = Readers(partial(connected_for_reading, path), path)

    @classmethod
    async def opened(cls, path: Path | None, patience: float) -> "SqliteDatabase":
        """The database at this path, made or brought up to date; without a path, one in memory."""
        connection = await asyncio.to_thread(_connected, path, Patience(patience))
        return cls(connection, path, patience)

    async def rows(self, prepared: Prepared, params: Params) -> Sequence[Row]:
        """The rows that a statement yields; sees all that was acknowledged before."""
        return await self._readers.rows(prepared, params)

    async def write(self, work: Work[T]) -> T:
        """Does this in one transaction and keeps it durably; if it raises, nothing of it is kept."""
        return await self._scribe.write(work)

    @asynccontextmanager
    async def moment(self) -> AsyncGenerator[Moment]:
        """Everything as it is now, to be read at leisure; those who write are not held up."""
        if self._path is None:
            raise InvalidInput("A database in memory ends with its process.", suggestion="Name a database in a file.")
        with closing(connected_for_reading(self._path)) as connection:
            connection.execute("BEGIN")
            yield SqliteMoment(connection)

    async def close(self) -> None:
        """Lets everything go; what was acknowledged is kept."""
        await self._scribe.close()
        await self._readers.close()
        self._connection.close()


def _connected(path: Path | None, patience: Patience) -> sqlite3.Connection:
    if path is not None:
        make_private(path)
    try:
        connection = connected(path, patience)
        try:
            bring_up_to_date(connection, path, patience)
        except BaseException:
            connection.close()
            raise
    except sqlite3.DatabaseError as failure:
        raise outage(failure, path) from failure
    return connection
