"""Which records were written elsewhere and brought in: noted among what the house knows about itself."""

from datetime import datetime
from typing import cast

from sqlalchemy import bindparam, insert, select

from moot.engine import Guard
from moot.engine import Transaction as Any
from moot.notation import moment, told_at
from moot.store.database import Database, Prepared, Transaction
from moot.store.tables import house

_GET = Prepared(select(house.c.value).where(house.c.key == bindparam("key")))
_SET = Prepared(insert(house).values(key=bindparam("key"), value=bindparam("value")))


class DatabaseOrigins:
    """Where it is noted which records came from elsewhere. Their calls stayed there, and cannot be compared here."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def note(self, debate: str, at: datetime) -> Guard:
        """Notes it inside the transaction in which the record is kept."""

        async def noting(tx: Any) -> None:
            known = cast(Transaction, tx)
            if not await known.rows(_GET, {"key": _key(debate)}):
                await known.run(_SET, {"key": _key(debate), "value": told_at(at)})

        return noting

    async def noted(self, debate: str) -> datetime | None:
        """When a record was brought in; None: it was written here."""
        rows = await self._database.rows(_GET, {"key": _key(debate)})
        return moment(rows[0][0]) if rows else None


def _key(debate: str) -> str:
    return f"imported {debate}"
