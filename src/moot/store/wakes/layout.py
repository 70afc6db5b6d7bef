"""The tables of the queue. They can be thrown away: what is in line follows from the records."""

import asyncpg
from pgqueuer.adapters.persistence.qb import QueryBuilderEnvironment, QueryQueueBuilder
from pgqueuer.domain.settings import DBSettings, Durability
from pgqueuer.domain.types import Channel

NAMES = DBSettings(
    prefix="wakes_",
    db_schema=None,
    channel=Channel("moot_wakes"),
    function="wakes_changed",
    trigger="wakes_changed",
    queue_status_type="wakes_status",
    queue_table="wakes",
    queue_table_log="wakes_log",
    statistics_table="wakes_statistics",
    schedules_table="wakes_schedules",
    durability=Durability.balanced,
)
"""In the schema of the house's own tables, whatever the environment says of other queues."""
MAKING = QueryBuilderEnvironment(NAMES)
ASKING = QueryQueueBuilder(NAMES)

SILENT = 5
"""After so many seconds without a word a process counts as gone; by the database's clock, so theirs need not agree."""
_LAYING = 0x77616B65
"""The advisory lock (`wake` in ASCII) under which one process makes the tables and the others wait."""
_THERE = "SELECT to_regclass('wakes') IS NOT NULL AND to_regclass('wakes_holders') IS NOT NULL"
_OURS = """
    -- It would tell of every change within its transaction, and PostgreSQL lets those commit only one at a time.
    DROP TRIGGER wakes_changed ON wakes;
    -- Three rows for each wake, and nobody reads them.
    CREATE FUNCTION wakes_unlogged() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
    CREATE TRIGGER wakes_unlogged BEFORE INSERT ON wakes_log FOR EACH ROW EXECUTE FUNCTION wakes_unlogged();
    CREATE TABLE wakes_holders (name text PRIMARY KEY, heard_at timestamptz NOT NULL);
"""


async def lay_out(connection: "asyncpg.Connection[asyncpg.Record]") -> None:
    """Makes the tables where they are not there."""
    if await connection.fetchval(_THERE):
        return
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _LAYING)
        if not await connection.fetchval(_THERE):
            # What is left of tables that somebody has dropped in part.
            await connection.execute(MAKING.build_uninstall_query() + _REST)
            await connection.execute(MAKING.build_install_query() + MAKING.build_optimize_autovacuum_query() + _OURS)


_REST = """
    DROP FUNCTION IF EXISTS wakes_unlogged() CASCADE;
    DROP TABLE IF EXISTS wakes_holders;
"""
