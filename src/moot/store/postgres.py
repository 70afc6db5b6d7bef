"""PostgreSQL: the same tables and statements for any number of machines."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import TypeVar

import asyncpg
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import create_async_engine

from moot.debate import Outage
from moot.store.bulletin import PostgresBulletin
from moot.store.connections import Connection, Connections
from moot.store.database import Dialect, Moment, Params, Prepared, Row, Work
from moot.store.failures import FAULTS, collided, lost, told
from moot.store.lanes import CHANNEL, PostgresLanes
from moot.store.postgres_transaction import PostgresMoment, PostgresTransaction
from moot.store.replica import Replica
from moot.store.revision import HEAD, VERSION
from moot.store.schema import ONE_AT_A_TIME, upgrade
from moot.store.wakes import PostgresPresence, PostgresWakes, lay_out
from moot.tellers.counts import writing

T = TypeVar("T")

_TRIES = 4
_CONNECTIONS = 20
_STATEMENTS = 400
"""How many prepared statements a connection remembers: more than there are."""
_UPGRADING = 0x6D6F6F74
"""The advisory lock (`moot` in ASCII) under which one process upgrades and the others wait."""
IDLE = "10s"
"""After so long without a word amid a transaction it is undone: others wait for what a frozen process has locked."""
_AT_LEISURE = "SET LOCAL idle_in_transaction_session_timeout = 0"
_MADE = "SELECT to_regclass('alembic_version') IS NOT NULL"


class PostgresDatabase:
    """A PostgreSQL database that is open."""

    dialect: Dialect = "postgresql"

    def __init__(self, url: str, patience: float) -> None:
        self.bulletin = PostgresBulletin(url)
        self.lanes = PostgresLanes(self.rows)
        self.bulletin.also(CHANNEL, self.lanes.hear)
        self.wakes = PostgresWakes(url, self)
        self.bulletin.say_beside(self.wakes.word)
        self.presence = PostgresPresence(self)
        self.lists: Replica | None = None
        """A replica, from which lists are read."""
        self._url = url
        self._connections = Connections(partial(_reached, url), _CONNECTIONS, patience)
        self._closed = False

    @classmethod
    async def opened(cls, url: str, patience: float) -> "PostgresDatabase":
        """The database at this address, made or brought up to date."""
        database = cls(url, patience)
        try:
            await database._through(database._bring_up_to_date)
            await database._through(_lay_out)
        except BaseException:
            await database._connections.close()
            raise
        await database.bulletin.start()
        return database

    async def read_lists_from(self, url: str) -> None:
        """Reads lists from a replica from now on, or refuses it."""
        self.lists = Replica(url, self)
        await self.lists.begin()

    async def rows(self, prepared: Prepared, params: Params) -> Sequence[Row]:
        """The rows that a statement yields; sees all that was acknowledged before."""
        asked, values = prepared.postgres(params)
        return [tuple(row) for row in await self._through(lambda connection: connection.fetch(asked, *values))]

    async def write(self, work: Work[T]) -> T:
        """Does this in one transaction and keeps it durably; if it raises, nothing of it is kept."""

        async def wholly(connection: Connection) -> T:
            await connection.execute("BEGIN")
            done = await work(PostgresTransaction(connection))
            await _commit(connection)
            return done

        with writing():
            return await self._through(wholly)

    @asynccontextmanager
    async def moment(self) -> AsyncGenerator[Moment]:
        """Everything as it is now, to be read at leisure; those who write are not held up."""
        async with self._connections.lent() as connection:
            await connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            await connection.execute(_AT_LEISURE)
            yield PostgresMoment(connection)

    async def close(self) -> None:
        """Lets everything go; what was acknowledged is kept."""
        await self.lanes.end()
        self._closed = True
        if self.lists is not None:
            await self.lists.close()
        await self.bulletin.end()
        await self._connections.close()

    async def _through(self, act: Callable[[Connection], Awaitable[T]]) -> T:
        """Does it, again where two collided or the connection was lost before anything was kept."""
        if self._closed:
            raise Outage("The house is closed; nothing was written.")
        for left in reversed(range(_TRIES)):
            async with self._connections.lent() as connection:
                try:
                    return await act(connection)
                except FAULTS as failure:
                    closed = connection.is_closed()
                    if lost(failure, closed):
                        connection.terminate()
                    elif not collided(failure):
                        left = 0
                    if not left:
                        raise told(failure, closed) from failure
        raise AssertionError

    async def _bring_up_to_date(self, connection: Connection) -> None:
        if await connection.fetchval(_MADE) and await connection.fetchval(VERSION) == HEAD:
            return
        await asyncio.to_thread(ONE_AT_A_TIME.acquire)
        try:
            await _upgraded(self._url)
        finally:
            ONE_AT_A_TIME.release()


async def _reached(url: str) -> Connection:
    connection = await asyncpg.connect(url, timeout=10, statement_cache_size=_STATEMENTS)
    # By a statement, because poolers between refuse to start with settings that they do not know.
    await connection.execute(f"SET idle_in_transaction_session_timeout = '{IDLE}'")
    return connection


async def _upgraded(url: str) -> None:
    """Migrations speak through SQLAlchemy, over a connection of their own."""
    engine = create_async_engine("postgresql+asyncpg://", async_creator=partial(_reached, url))
    try:
        async with engine.connect() as connection:
            await connection.execute(text(_AT_LEISURE))
            await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _UPGRADING})
            # Or all who come later would wait behind tables that somebody (a backup, say) holds on to.
            await connection.execute(text("SET LOCAL lock_timeout = '5s'"))
            await connection.run_sync(upgrade)
            await connection.commit()
    except DBAPIError as failure:
        # As it would be told without SQLAlchemy between.
        raise (failure.orig.__cause__ if failure.orig is not None else None) or failure from None
    finally:
        await engine.dispose()


async def _lay_out(connection: Connection) -> None:
    try:
        await lay_out(connection)
    except asyncpg.PostgresError as failure:
        raise Outage(f"The tables of the queue cannot be made: {failure}.") from failure


async def _commit(connection: Connection) -> None:
    try:
        done = await connection.execute("COMMIT")
    except FAULTS as failure:
        # Nobody knows whether it was kept; a move that carries a request id can safely be sent again.
        raise Outage(f"The database was lost while it kept this ({failure}). Send the same request again.") from failure
    if done != "COMMIT":
        # What is told of a transaction in which something had failed before, and somebody had caught it.
        raise Outage("The database did not keep this. Send the same request again.")
