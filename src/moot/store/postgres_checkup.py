"""The checkup of a PostgreSQL database."""

import asyncio

import asyncpg

from moot.notation import moment
from moot.store.condition import SEEN, Condition, aged, newer
from moot.store.schema import HEAD, VERSION

_STANDING = """
    SELECT current_setting('server_version') AS version, now() AS now,
        current_setting('transaction_read_only') = 'on' AS closed,
        to_regclass('alembic_version') IS NOT NULL AS ours,
        COALESCE(has_schema_privilege(current_schema(), 'CREATE'), false) AS free
"""
_ASK = "Check the address in MOOT_DATABASE_URL, and whether the server runs and lets this machine in."


def examine_postgres(url: str, seconds: float) -> Condition:
    """The condition of a PostgreSQL database."""
    try:
        return asyncio.run(_examined(url, seconds))
    except TimeoutError:
        return Condition("PostgreSQL", f"it does not answer within {seconds:g} s", _ASK)
    except (OSError, ValueError, asyncpg.PostgresError, asyncpg.InterfaceError) as failure:
        return Condition("PostgreSQL", f"it cannot be reached: {failure}", _ASK)


async def _examined(url: str, seconds: float) -> Condition:
    async with asyncio.timeout(seconds):
        connection = await asyncpg.connect(url, timeout=seconds)
        try:
            return await _read(connection)
        finally:
            connection.terminate()


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
    if revision is not None and revision > HEAD:
        return newer(str(revision))
    seen = await connection.fetchval(SEEN)
    told = ", ".join(filter(None, [what, aged(revision)]))
    return Condition(told, seen_at=None if seen is None else moment(str(seen)), now=standing["now"])


_GRANT = "Grant CREATE on its schema to this user, or name another database."
