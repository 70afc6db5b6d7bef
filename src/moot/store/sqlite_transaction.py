"""A transaction on SQLite. Its methods never really wait: the scribe's thread runs them to their end."""

import sqlite3
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

from sqlalchemy import Table, UniqueConstraint

from moot.store.all_tables import metadata
from moot.store.database import Clash, Params, Prepared, Row

T = TypeVar("T")


class SqliteTransaction:
    """What can be done between the beginning and the end of a move."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def run(self, prepared: Prepared, params: Params) -> int:
        """Runs a statement and says how many rows it touched, or raises Clash."""
        try:
            return self._connection.execute(*prepared.sqlite(params)).rowcount
        except sqlite3.IntegrityError as broken:
            raise _clash(broken) from None

    async def run_each(self, prepared: Prepared, params: Sequence[Params]) -> None:
        """Runs a statement for each set of values, or raises Clash."""
        for each in params:
            await self.run(prepared, each)

    async def rows(self, prepared: Prepared, params: Params) -> Sequence[Row]:
        """The rows that a statement yields, or raises Clash."""
        try:
            return self._connection.execute(*prepared.sqlite(params)).fetchall()
        except sqlite3.IntegrityError as broken:
            raise _clash(broken) from None


def driven(coroutine: Coroutine[Any, Any, T]) -> T:
    """What a coroutine returns that awaits nothing but its transaction."""
    try:
        coroutine.send(None)
    except StopIteration as done:
        return done.value
    coroutine.close()
    raise RuntimeError("A guard or reading may await its transaction and nothing else.")


def _clash(broken: sqlite3.IntegrityError) -> Exception:
    _, _, columns = str(broken).partition("UNIQUE constraint failed: ")
    name = _UNIQUE.get(columns)
    return broken if name is None else Clash(name)


def _unique(table: Table) -> dict[str, str]:
    """SQLite names the columns of a constraint that was broken, not the constraint."""
    constraints = [c for c in table.constraints if isinstance(c, UniqueConstraint)]
    kept = [table.primary_key, *constraints, *(each for each in table.indexes if each.unique)]
    return {", ".join(f"{table.name}.{column.name}" for column in each.columns): str(each.name) for each in kept}


_UNIQUE = {columns: name for table in metadata.tables.values() for columns, name in _unique(table).items()}
