"""Presence: the processes that call on players, each of which says every second that it is there."""

from collections.abc import Collection

from sqlalchemy import text

from moot.store.database import Database, Prepared
from moot.store.wakes.layout import SILENT

# After a restart of the database nobody could be heard of for a while.
_TELL = Prepared(
    text(
        f"""
        WITH told AS (
            INSERT INTO wakes_holders (name, heard_at) VALUES (:name, clock_timestamp())
            ON CONFLICT (name) DO UPDATE SET heard_at = excluded.heard_at
        )
        SELECT name FROM wakes_holders
        WHERE greatest(heard_at, pg_postmaster_start_time()) < clock_timestamp() - interval '{SILENT} seconds'
        AND name <> :name
        """
    )
)
_LEAVE = Prepared(
    text(
        """
        WITH forgotten AS (DELETE FROM wakes_holders WHERE heard_at < clock_timestamp() - interval '1 day')
        UPDATE wakes_holders SET heard_at = clock_timestamp() - interval '1 hour' WHERE name = :name RETURNING name
        """
    )
)


class PostgresPresence:
    """Where the processes on one database say that they are there."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def tell(self, name: str) -> Collection[str]:
        """Notes that this holder is there now; those who once were and have been silent for some seconds."""
        return [row[0] for row in await self._database.rows(_TELL, {"name": name})]

    async def leave(self, name: str) -> None:
        """Notes that this holder is there no longer; it is remembered for a day, as long as anybody may ask."""
        await self._database.rows(_LEAVE, {"name": name})
