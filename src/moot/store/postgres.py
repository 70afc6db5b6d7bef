"""PostgreSQL: the same tables and statements for any number of machines."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, TypeVar

import asyncpg
from sqlalchemy import CursorResult, Executable, text
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolIsEmpty
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from moot.debate import Outage
from moot.engine import StoreBusy
from moot.store.bulletin import PostgresBulletin
from moot.store.database import AT_ONCE, Clash, Dialect, Moment, Params, Prepared, Row, Work
from moot.store.schema import HEAD, ONE_AT_A_TIME, VERSION, upgrade
from moot.tellers.counts import writing

T = TypeVar("T")

_TRIES = 4
_CONNECTIONS = 20
_UPGRADING = 0x6D6F6F74
"""The advisory lock (`moot` in ASCII) under which one process upgrades and the others wait."""
_COLLISIONS = ("40001", "40P01")


class PostgresTransaction:
    """A transaction on PostgreSQL."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def execute(self, statement: Executable, params: Params | None = None) -> CursorResult[Any]:
        """Runs any statement of SQLAlchemy's Core; fetch its rows before the next."""
        return await self._connection.execute(statement, params)

    async def run(self, prepared: Prepared, params: Params) -> int:
        """Runs a statement and says how many rows it touched, or raises Clash."""
        return (await self._execute(prepared, params)).rowcount

    async def run_each(self, prepared: Prepared, params: Sequence[Params]) -> None:
        """Runs a statement for each set of values, or raises Clash."""
        await self._execute(prepared, params)

    async def rows(self, prepared: Prepared, params: Params) -> Sequence[Row]:
        """The rows that a statement yields, or raises Clash."""
        return (await self._execute(prepared, params)).all()

    async def _execute(self, prepared: Prepared, params: Params | Sequence[Params]) -> CursorResult[Any]:
        try:
            return await self._connection.execute(prepared.statement, params)
        except IntegrityError as broken:
            raise _clash(broken) from None


class PostgresMoment:
    """A PostgreSQL database as it was when its first row was read."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def rows(self, prepared: Prepared) -> AsyncIterator[Sequence[Row]]:
        """The rows that a statement yields, some at a time."""
        found = await self._connection.stream(prepared.statement)
        async for rows in found.partitions(AT_ONCE):
            yield rows


class PostgresDatabase:
    """A PostgreSQL database that is open."""

    dialect: Dialect = "postgresql"

    def __init__(self, engine: AsyncEngine, bulletin: PostgresBulletin) -> None:
        self.bulletin = bulletin
        self._engine = engine
        self._closed = False
        self._reading = engine.execution_options(isolation_level="AUTOCOMMIT")

    @classmethod
    async def opened(cls, url: str, patience: float) -> "PostgresDatabase":
        """The database at this address, made or brought up to date."""
        engine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=partial(asyncpg.connect, url, timeout=10),
            pool_size=_CONNECTIONS,
            max_overflow=0,
            pool_timeout=patience,
        )
        database = cls(engine, PostgresBulletin(url))
        try:
            await database._through(engine, _bring_up_to_date)
        except BaseException:
            await engine.dispose()
            raise
        await database.bulletin.start()
        return database

    async def rows(self, prepared: Prepared, params: Params) -> Sequence[Row]:
        """The rows that a statement yields; sees all that was acknowledged before."""

        async def read(connection: AsyncConnection) -> Sequence[Row]:
            return (await connection.execute(prepared.statement, params)).all()

        return await self._through(self._reading, read)

    async def write(self, work: Work[T]) -> T:
        """Does this in one transaction and keeps it durably; if it raises, nothing of it is kept."""

        async def wholly(connection: AsyncConnection) -> T:
            done = await work(PostgresTransaction(connection))
            await _commit(connection)
            return done

        with writing():
            return await self._through(self._engine, wholly)

    @asynccontextmanager
    async def moment(self) -> AsyncGenerator[Moment]:
        """Everything as it is now, to be read at leisure; those who write are not held up."""
        async with _connected(self._engine.execution_options(isolation_level="REPEATABLE READ")) as connection:
            yield PostgresMoment(connection)

    async def close(self) -> None:
        """Lets everything go; what was acknowledged is kept."""
        self._closed = True
        await self.bulletin.end()
        await self._engine.dispose()

    async def _through(self, engine: AsyncEngine, act: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Does it, again where two collided or the connection was lost before anything was kept."""
        if self._closed:
            raise Outage("The house is closed; nothing was written.")
        for left in reversed(range(_TRIES)):
            async with _connected(engine) as connection:
                try:
                    return await act(connection)
                except DBAPIError as failure:
                    if not left or not _may_try_again(failure):
                        raise _told(failure) from failure
        raise AssertionError


@asynccontextmanager
async def _connected(engine: AsyncEngine) -> AsyncGenerator[AsyncConnection]:
    connection = engine.connect()
    try:
        await connection.start()
    except PoolIsEmpty:
        raise StoreBusy("Every connection to the database is in use; nothing was written. Try again.") from None
    except (DBAPIError, OSError, ValueError, asyncpg.PostgresError, asyncpg.InterfaceError) as failure:
        raise _unreachable(failure) from failure
    try:
        yield connection
    finally:
        await asyncio.shield(connection.close())


async def _bring_up_to_date(connection: AsyncConnection) -> None:
    there = await connection.scalar(text("SELECT to_regclass('alembic_version') IS NOT NULL"))
    if there and await connection.scalar(text(VERSION)) == HEAD:
        return
    await asyncio.to_thread(ONE_AT_A_TIME.acquire)
    try:
        await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _UPGRADING})
        await connection.run_sync(upgrade)
        await connection.commit()
    finally:
        ONE_AT_A_TIME.release()


async def _commit(connection: AsyncConnection) -> None:
    try:
        await connection.commit()
    except (DBAPIError, OSError) as failure:
        # Nobody knows whether it was kept; a move that carries a request id can safely be sent again.
        raise Outage(f"The database was lost while it kept this ({failure}). Send the same request again.") from failure


def _clash(broken: IntegrityError) -> Exception:
    cause = getattr(broken.orig, "__cause__", None)
    return Clash(str(cause.constraint_name)) if isinstance(cause, asyncpg.UniqueViolationError) else broken


def _may_try_again(failure: DBAPIError) -> bool:
    return failure.connection_invalidated or _collided(failure)


def _collided(failure: DBAPIError) -> bool:
    return getattr(failure.orig, "sqlstate", None) in _COLLISIONS


def _told(failure: DBAPIError) -> Exception:
    if _collided(failure):
        return StoreBusy("Too many wrote the same at once; nothing was written. Try again.")
    return _unreachable(failure) if failure.connection_invalidated else failure


def _unreachable(failure: Exception) -> Outage:
    cause = failure.orig if isinstance(failure, DBAPIError) else failure
    return Outage(f"The database cannot be reached: {cause}. Nothing was written.")
