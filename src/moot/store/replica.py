"""A replica of the database, from which lists are read while it keeps up; while it does not, the database itself is."""

import asyncio
import logging
from collections import deque
from collections.abc import Sequence
from functools import partial
from time import monotonic

import asyncpg
from sqlalchemy import text

from moot.debate import InvalidInput, Outage
from moot.desk.operations_replies import ReplicaTold
from moot.store.connections import Connection, Connections
from moot.store.database import Params, Prepared, Row, Rows
from moot.store.failures import FAULTS
from moot.tellers.counts import REPLICA_LAG, REPLICA_READS

log = logging.getLogger("moot.replica")

BEHIND = 5.0
"""So many seconds may pass until a list has what was written; a replica that is further behind is not read."""
_AWAY = 5.0
"""For so many seconds a replica that failed is not asked again."""
_LOOK_EVERY = 1.0
_PATIENCE = 3.0
"""A replica that takes longer to answer costs more time than it spares."""
_CONNECTIONS = 10
_SAMPLES = 60
_MOMENT, _MOMENTS = 0.05, 6

_WRITTEN = Prepared(text("SELECT CAST(pg_current_wal_lsn() - '0/0' AS bigint)"))
# One that was promoted still says how far it had come as a replica.
_REPLAYED = Prepared(
    text("SELECT CASE WHEN pg_is_in_recovery() THEN CAST(pg_last_wal_replay_lsn() - '0/0' AS bigint) END")
)
_WHICH = Prepared(
    text("SELECT system_identifier, oid FROM pg_control_system(), pg_database WHERE datname = current_database()")
)
"""Alike for a database and its streaming replicas alone; a house that was restored elsewhere has all else in common."""
_READ_ONLY = "SET default_transaction_read_only = on"
_FAILURES = (*FAULTS, Outage, TimeoutError)


class Replica:
    """Lists from a replica, or from the database itself where that would be wrong or would take too long."""

    def __init__(self, url: str, primary: Rows) -> None:
        self._primary = primary
        self._connections = Connections(partial(_reached, url), _CONNECTIONS, _PATIENCE)
        self._written: deque[tuple[float, int]] = deque(maxlen=_SAMPLES)
        """When the database had written how much."""
        self._looking = asyncio.Lock()
        self._looked_at = float("-inf")
        self._away_until = float("-inf")
        self._behind_by: float | None = None
        self._is_ours = False
        """Whether it was seen to be a copy of this database since it was last away."""
        self._trouble: str | None = None

    async def rows(self, prepared: Prepared, params: Params) -> Sequence[Row]:
        """The rows that a statement yields, perhaps as they were some seconds ago."""
        if await self._keeps_up():
            try:
                found = await self._ask(prepared, params)
            except _FAILURES as failure:
                self._leave(f"it cannot be read: {_said(failure)}")
            else:
                REPLICA_READS.add("replica")
                return found
        REPLICA_READS.add("database")
        return await self._primary.rows(prepared, params)

    async def begin(self) -> None:
        """Refuses an address at which another database is; a replica that is away may come later."""
        try:
            self._is_ours = await self._follows()
        except _FAILURES as failure:
            self._leave(f"it cannot be reached: {_said(failure)}")
            return
        if not self._is_ours:
            raise InvalidInput(
                "MOOT_REPLICA_URL names another house than MOOT_DATABASE_URL.",
                suggestion="Name a streaming replica of that database, or leave it unset.",
            )

    async def told(self) -> ReplicaTold:
        """Whether lists are read from it, and how far it is behind; looked up, unless that was done a moment ago."""
        in_use = await self._keeps_up()
        return ReplicaTold(in_use=in_use, behind_seconds=self._behind_by, trouble=None if in_use else self._trouble)

    async def close(self) -> None:
        """Lets its connections go."""
        await self._connections.close()

    async def _ask(self, prepared: Prepared, params: Params) -> Sequence[Row]:
        asked, values = prepared.postgres(params)
        async with asyncio.timeout(_PATIENCE), self._connections.lent() as connection:
            return [tuple(row) for row in await connection.fetch(asked, *values)]

    async def _keeps_up(self) -> bool:
        if monotonic() < self._away_until:
            return False
        async with self._looking:
            if monotonic() - self._looked_at > _LOOK_EVERY and monotonic() >= self._away_until:
                await self._look()
        return monotonic() >= self._away_until

    async def _look(self) -> None:
        """Finds out how far it is behind: by when it had been written what it has by now."""
        now = self._looked_at = monotonic()
        self._behind_by = None
        try:
            self._is_ours = self._is_ours or await self._follows()
            if not self._is_ours:
                self._leave("it is another database's")
                return
            ((written,),) = await self._primary.rows(_WRITTEN, {})
            replayed = await self._replayed(now, written)
        except _FAILURES as failure:
            self._leave(f"it cannot be read: {_said(failure)}")
            return
        if replayed is None:
            self._leave("it is no replica: it is not being told what is written")
            return
        self._written.append((now, written))
        behind = self._behind(now, replayed)
        self._behind_by = None if behind == float("inf") else round(behind, 3)
        REPLICA_LAG.put(min(behind, 1e6))
        if behind > BEHIND:
            # One that is always a little behind is found out by what had been written a moment ago.
            self._leave("it is behind", _LOOK_EVERY)
        else:
            self._join()

    async def _follows(self) -> bool:
        return await self._ask(_WHICH, {}) == await self._primary.rows(_WHICH, {})

    async def _replayed(self, now: float, written: int) -> int | None:
        """How much it has; where nothing is known of the last seconds, it is given a moment to have all."""
        for left in reversed(range(_MOMENTS)):
            ((replayed,),) = await self._ask(_REPLAYED, {})
            if not left or replayed is None or replayed >= written or self._behind(now, replayed) <= BEHIND:
                return replayed
            await asyncio.sleep(_MOMENT)
        raise AssertionError

    def _behind(self, now: float, replayed: int) -> float:
        return now - max((at for at, size in self._written if size <= replayed), default=float("-inf"))

    def _leave(self, why: str, seconds: float | None = None) -> None:
        self._away_until, self._looked_at = monotonic() + (seconds or _AWAY), float("-inf")
        self._is_ours = False
        if self._trouble is None:
            log.warning("lists are read from the database itself, and not from its replica: %s", why)
        self._trouble = why

    def _join(self) -> None:
        if self._trouble is not None:
            log.warning("lists are read from the replica again")
        self._trouble = None


async def _reached(url: str) -> Connection:
    connection = await asyncpg.connect(url, timeout=_PATIENCE, command_timeout=_PATIENCE)
    # Whatever is asked of it, it is only read. By a statement, because of poolers between, as for the database.
    await connection.execute(_READ_ONLY)
    return connection


def _said(failure: Exception) -> str:
    """What went wrong, without what that means for a database that is written to."""
    cause = failure.__cause__ if isinstance(failure, Outage) else None
    return str(cause or failure) or type(failure).__name__
