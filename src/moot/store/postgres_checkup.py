"""The checkup of a PostgreSQL database, and of a replica of one."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import asyncpg

from moot.notation import moment
from moot.store.address import WRITE
from moot.store.condition import SEEN, Condition, aged, too_new
from moot.store.revision import SERVES, VERSION

Read: TypeAlias = Callable[["asyncpg.Connection[asyncpg.Record]"], Awaitable[Condition]]

_STANDING = """
    SELECT current_setting('server_version') AS version, now() AS now,
        current_setting('transaction_read_only') = 'on' AS closed,
        to_regclass('alembic_version') IS NOT NULL AS ours,
        COALESCE(has_schema_privilege(current_schema(), 'CREATE'), false) AS free
"""
_ASK = "Check the address in MOOT_DATABASE_URL, and whether the server runs and lets this machine in."


_FOLLOWING = """
    SELECT current_setting('server_version') AS version, pg_is_in_recovery() AS follows,
        to_regclass('alembic_version') IS NOT NULL AS ours,
        COALESCE(EXTRACT(EPOCH FROM now() - pg_last_xact_replay_timestamp()), 0) AS seconds
"""
_ASK_REPLICA = "Check the address in MOOT_REPLICA_URL. Until then lists are read from the database itself."


def examine_replica(url: str, seconds: float) -> Condition:
    """The condition of a replica, from which lists are read."""
    found = _examined_by(_read_replica, url, seconds)
    return Condition(found.what, found.fault, _ASK_REPLICA) if found.fault is not None else found


def examine_postgres(url: str, seconds: float) -> Condition:
    """The condition of a PostgreSQL database."""
    return _examined_by(_read, url, seconds)


def _examined_by(read: Read, url: str, seconds: float) -> Condition:
    try:
        return asyncio.run(_examined(read, url, seconds))
    except TimeoutError:
        return Condition("PostgreSQL", f"it does not answer within {seconds:g} s", _ASK)
    except ValueError:
        # What was wrong would be told with a piece of the address, and that may be one of the password.
        return Condition("PostgreSQL", "its address cannot be read", WRITE)
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as failure:
        return Condition("PostgreSQL", f"it cannot be reached: {failure}", _ASK)


async def _examined(read: Read, url: str, seconds: float) -> Condition:
    async with asyncio.timeout(seconds):
        connection = await asyncpg.connect(url, timeout=seconds)
        try:
            return await read(connection)
        finally:
            connection.terminate()


async def _read_replica(connection: "asyncpg.Connection[asyncpg.Record]") -> Condition:
    following = await connection.fetchrow(_FOLLOWING)
    assert following is not None
    what = f"PostgreSQL {following['version']}"
    if not following["follows"]:
        return Condition(what, "it is no replica: it is not being told what is written elsewhere")
    if not following["ours"]:
        return Condition(what, "it has no tables of Moot: it follows another database, or has not begun to")
    return Condition(f"{what}; the newest that it has was written {following['seconds']:.0f} s ago")


async def _read(connection: "asyncpg.Connection[asyncpg.Record]") -> Condition:
    standing = await connection.fetchrow(_STANDING)
    assert standing is not None
    what = f"PostgreSQL {standing['version']}"
    if standing["closed"]:
        return Condition(what, "it takes no writes: it is a standby, or read-only", "Name the server that is written.")
    if not standing["ours"]:
        empty = f"{what}, {aged(None)}"
        return Condition(empty) if standing["free"] else Condition(what, "no tables can be made there", _GRANT)
    revision = await connection.fetchval(VERSION)
    if revision is not None and (newer := too_new(revision, await connection.fetchval(SERVES))) is not None:
        return newer
    seen = await connection.fetchval(SEEN)
    told = ", ".join(filter(None, [what, aged(revision)]))
    return Condition(told, seen_at=None if seen is None else moment(str(seen)), now=standing["now"])


_GRANT = "Grant CREATE on its schema to this user, or name another database."
