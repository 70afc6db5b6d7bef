"""Partitions the table of records by debate, on PostgreSQL, while the house is open.

    python -m moot.store.partition postgresql://… --parts 32

Every step can be done again: whoever is interrupted just starts anew. The plan is in docs/design/partitions.md.
"""

import asyncio
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import TypeAlias

import asyncpg

from moot.debate import Outage
from moot.store.revision import HEAD, VERSION
from moot.store.tables import lines

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
Say: TypeAlias = Callable[[str], None]

MOST = 1024
_TOGETHER = 5000
_PATIENCE = "3s"
"""How long to wait for a lock while others queue up behind; then they are let go first."""
_TRIES = 20
_PARTING = 0x70617274
"""The advisory lock (`part` in ASCII) under which one process does this."""

_KIND = "SELECT relkind FROM pg_class WHERE oid = to_regclass($1)"
_OWNER = "SELECT CAST(CAST(relowner AS regrole) AS text) FROM pg_class WHERE oid = to_regclass('lines')"
_ALIKE = """
    SELECT count(DISTINCT shape) = 1 FROM (
        SELECT array_agg(format('%s %s %s %s', attname, atttypid, attnotnull, atthasdef) ORDER BY attnum) AS shape
        FROM pg_attribute
        WHERE attrelid IN (to_regclass('lines'), to_regclass('lines_parted')) AND attnum > 0 AND NOT attisdropped
        GROUP BY attrelid
    ) AS shapes
"""
_PARTS = "SELECT count(*) FROM pg_inherits WHERE inhparent = to_regclass($1)"
_COLUMNS = ", ".join(lines.c.keys())
_MIRROR = f"""
    CREATE OR REPLACE FUNCTION lines_mirrored() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        INSERT INTO lines_parted ({_COLUMNS}) SELECT {_COLUMNS} FROM (SELECT NEW.*) AS fresh
        ON CONFLICT DO NOTHING;
        RETURN NULL;
    END $$;
    DROP TRIGGER IF EXISTS lines_mirrored ON lines;
    CREATE TRIGGER lines_mirrored AFTER INSERT ON lines FOR EACH ROW EXECUTE FUNCTION lines_mirrored();
"""
_COPY = f"""
    WITH next_ones AS (
        SELECT {_COLUMNS} FROM lines WHERE (debate_id, line) > ($1, $2)
        ORDER BY debate_id, line LIMIT {_TOGETHER}
    ), put AS (INSERT INTO lines_parted ({_COLUMNS}) SELECT * FROM next_ones ON CONFLICT DO NOTHING)
    SELECT debate_id, line FROM next_ones ORDER BY debate_id DESC, line DESC LIMIT 1
"""
_COUNTS = "SELECT (SELECT count(*) FROM lines), (SELECT count(*) FROM lines_parted)"
_SWITCH = f"""
    LOCK TABLE lines, lines_parted IN ACCESS EXCLUSIVE MODE;
    DO $$ BEGIN
        IF NOT ({_ALIKE}) THEN
            RAISE 'The table has changed meanwhile. Nothing was switched: start anew.';
        END IF;
    END $$;
    DROP TRIGGER lines_mirrored ON lines;
    DROP FUNCTION lines_mirrored();
    ALTER TABLE lines RENAME TO lines_whole;
    ALTER TABLE lines_whole RENAME CONSTRAINT lines_pkey TO lines_whole_pkey;
    ALTER TABLE lines_whole RENAME CONSTRAINT lines_debate_id_fkey TO lines_whole_debate_id_fkey;
    ALTER INDEX lines_requests RENAME TO lines_whole_requests;
    ALTER TABLE lines_parted RENAME TO lines;
    ALTER TABLE lines RENAME CONSTRAINT lines_parted_pkey TO lines_pkey;
    ALTER TABLE lines RENAME CONSTRAINT lines_parted_debate_id_fkey TO lines_debate_id_fkey;
    ALTER INDEX lines_parted_requests RENAME TO lines_requests;
"""


async def partition(url: str, parts: int, say: Say) -> None:
    """Makes so many parts of the table of records; what was one table stays beside them as `lines_whole`."""
    async with _alone(url) as connection:
        if await connection.fetchval(_KIND, "lines") == b"p":
            _must_be_as_many(await connection.fetchval(_PARTS, "lines"), parts, say)
            return
        await _make(connection, parts, say)
        await _patiently(connection, _MIRROR)
        say("New lines go to both tables from now on.")
        await _copy(connection, say)
        # Or nobody would know how much is in which part until somebody cleans up there.
        await connection.execute("ANALYZE lines_parted")
        await _must_agree(connection)
        await _patiently(connection, _SWITCH)
        say(f"The records are in {parts} parts. The table as it was is lines_whole: look at it no more, and drop it.")


@asynccontextmanager
async def _alone(url: str) -> AsyncGenerator[Connection]:
    connection = await asyncpg.connect(url, timeout=10)
    try:
        if not await connection.fetchval("SELECT pg_try_advisory_lock($1)", _PARTING):
            raise Outage("Somebody else is at it.")
        if await connection.fetchval(_KIND, "lines") is None:
            raise Outage("There are no records of Moot in this database.")
        if (revision := await connection.fetchval(VERSION)) != HEAD:
            raise Outage(
                f"The tables are at revision {revision!r}: use the Moot that serves them, not one of {HEAD!r}."
            )
        # Whoever does this, an administrator perhaps: the parts belong to whom the house works as.
        await connection.execute(f"SET ROLE {await connection.fetchval(_OWNER)}")
        yield connection
    finally:
        await connection.close()


def _must_be_as_many(there: int, parts: int, say: Say) -> None:
    if there != parts:
        raise Outage(f"It is in {there} parts. To have {parts}, restore a backup into a new database cut that way.")
    say(f"It is in {there} parts already.")


async def _make(connection: Connection, parts: int, say: Say) -> None:
    """The empty parts; those of an attempt with another number, or of a table that has changed, are thrown away."""
    if await connection.fetchval(_PARTS, "lines_parted") == parts and await connection.fetchval(_ALIKE):
        return
    again = ("DROP TRIGGER IF EXISTS lines_mirrored ON lines", "DROP TABLE IF EXISTS lines_parted")
    await _patiently(connection, ";".join((*again, *making(parts))))
    say(f"{parts} empty parts are made.")


def making(parts: int) -> Iterator[str]:
    """The statements that make the table in parts. Its indexes have names by which a clash is known."""
    unique = "(debate_id, request) WHERE request IS NOT NULL"
    yield """
        CREATE TABLE lines_parted (
            LIKE lines INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING COMPRESSION,
            CONSTRAINT lines_parted_pkey PRIMARY KEY (debate_id, line),
            CONSTRAINT lines_parted_debate_id_fkey FOREIGN KEY (debate_id) REFERENCES debates (id)
        ) PARTITION BY HASH (debate_id)
    """
    names = [f"p{number:04}" for number in range(parts)]
    for number, part in enumerate(names):
        hashed = f"FOR VALUES WITH (MODULUS {parts}, REMAINDER {number})"
        yield f"CREATE TABLE lines_{part} PARTITION OF lines_parted {hashed}"
    yield f"CREATE UNIQUE INDEX lines_parted_requests ON ONLY lines_parted {unique}"
    for part in names:
        yield f"CREATE UNIQUE INDEX lines_requests_{part} ON lines_{part} {unique}"
        yield f"ALTER INDEX lines_parted_requests ATTACH PARTITION lines_requests_{part}"


async def _copy(connection: Connection, say: Say) -> None:
    """What was there before, some at a time, so that nobody waits for it."""
    at, done = ("", -1), 0
    while (last := await connection.fetchrow(_COPY, *at)) is not None:
        at, done = (str(last[0]), int(last[1])), done + _TOGETHER
        if done % (20 * _TOGETHER) == 0:
            say(f"About {done:,} lines are copied.")
    say("All lines are copied.")


async def _must_agree(connection: Connection) -> None:
    counted = await connection.fetchrow(_COUNTS)
    assert counted is not None
    if counted[0] != counted[1]:
        raise Outage(f"There are {counted[0]} lines, and {counted[1]} in parts. Nothing was switched: start anew.")


async def _patiently(connection: Connection, statements: str) -> None:
    """Does it as soon as nobody holds the table; those who come meanwhile do not wait for long."""
    for left in reversed(range(_TRIES)):
        try:
            async with connection.transaction():
                await connection.execute(f"SET LOCAL lock_timeout = '{_PATIENCE}'")
                await connection.execute(statements)
            return
        except (asyncpg.LockNotAvailableError, asyncpg.DeadlockDetectedError):
            if not left:
                raise Outage("Somebody holds the records for long: a backup, perhaps. Start anew later.") from None


def main() -> None:
    """Partitions the table of records of a database that is named."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("url", help="postgresql://…")
    parser.add_argument("--parts", type=int, default=32, choices=range(2, MOST + 1), metavar=f"2..{MOST}")
    asked = parser.parse_args()
    try:
        asyncio.run(partition(asked.url, asked.parts, print))
    except (Outage, OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as failure:
        parser.exit(1, f"{failure}\n")


if __name__ == "__main__":
    main()
