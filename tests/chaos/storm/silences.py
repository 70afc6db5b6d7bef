"""Silences: when a process on PostgreSQL said no word for so long that others take it for gone, as the database saw it.

A process is silent because it was frozen, or because the machine had no time for it.
"""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime

import asyncpg

from moot.store.wakes.layout import SILENT, lay_out

_NOTING = f"""
CREATE TABLE silences (name text, since timestamptz, until timestamptz);
CREATE FUNCTION noted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN INSERT INTO silences VALUES (OLD.name, OLD.heard_at, NEW.heard_at); RETURN NULL; END $$;
CREATE TRIGGER noted AFTER UPDATE ON wakes_holders FOR EACH ROW
WHEN (NEW.heard_at > OLD.heard_at + interval '{SILENT} seconds') EXECUTE FUNCTION noted();
"""


@dataclass(frozen=True, slots=True)
class Silence:
    """From the last word of a process to its next."""

    pid: int
    since: datetime
    until: datetime


async def note_silences(database: str) -> None:
    """Has the database note from now on who falls silent."""
    async with _connected(database) as connection:
        await lay_out(connection)
        await connection.execute(_NOTING)


async def silences_in(database: str) -> Sequence[Silence]:
    """All that were noted."""
    async with _connected(database) as connection:
        rows = await connection.fetch("SELECT name, since, until FROM silences")
    return [Silence(int(row["name"].split(":")[-2]), row["since"], row["until"]) for row in rows]


@asynccontextmanager
async def _connected(database: str) -> AsyncGenerator["asyncpg.Connection[asyncpg.Record]"]:
    connection = await asyncpg.connect(database)
    try:
        yield connection
    finally:
        await connection.close()
