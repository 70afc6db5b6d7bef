"""A transaction on PostgreSQL, and a moment of one."""

from collections.abc import AsyncIterator, Sequence

import asyncpg

from moot.store.connections import Connection
from moot.store.database import AT_ONCE, Params, Prepared, Row
from moot.store.failures import clash


class PostgresTransaction:
    """What can be done between the beginning and the end of a move."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def run(self, prepared: Prepared, params: Params) -> int:
        """Runs a statement and says how many rows it touched, or raises Clash."""
        text, values = prepared.postgres(params)
        try:
            done = await self._connection.execute(text, *values)
        except asyncpg.IntegrityConstraintViolationError as broken:
            raise clash(broken) from None
        # `LOCK TABLE` and the like touch none, and do not say so.
        touched = done.rpartition(" ")[2]
        return int(touched) if touched.isdigit() else 0

    async def run_each(self, prepared: Prepared, params: Sequence[Params]) -> None:
        """Runs a statement for each set of values, or raises Clash."""
        asked = [prepared.postgres(each) for each in params]
        try:
            if asked:
                await self._connection.executemany(asked[0][0], [values for _, values in asked])
        except asyncpg.IntegrityConstraintViolationError as broken:
            raise clash(broken) from None

    async def rows(self, prepared: Prepared, params: Params) -> Sequence[Row]:
        """The rows that a statement yields, or raises Clash."""
        text, values = prepared.postgres(params)
        try:
            return [tuple(row) for row in await self._connection.fetch(text, *values)]
        except asyncpg.IntegrityConstraintViolationError as broken:
            raise clash(broken) from None

    async def drive(self, statement: str, *params: object) -> list[dict[str, object]]:
        """The rows that a statement of PostgreSQL's own yields."""
        return [dict(row) for row in await self._connection.fetch(statement, *params)]


class PostgresMoment:
    """A PostgreSQL database as it was when its first row was read."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def rows(self, prepared: Prepared) -> AsyncIterator[Sequence[Row]]:
        """The rows that a statement yields, some at a time."""
        text, values = prepared.postgres({})
        cursor = await self._connection.cursor(text, *values)
        while rows := await cursor.fetch(AT_ONCE):
            yield [tuple(row) for row in rows]
