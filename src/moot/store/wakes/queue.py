"""The queue: PgQueuer gives each debate that waits to one process, and to another when that one falls silent."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import datetime
from typing import cast

import asyncpg

from moot.engine import Holder, Take
from moot.notation import moment, told_at
from moot.store.database import Database, Transaction
from moot.store.wakes.keeper import LOST, Keeper
from moot.store.wakes.layout import NAMES, lay_out
from moot.store.wakes.line import Line, Within, word

log = logging.getLogger("moot.wakes")

_SOONEST, _LATEST = 0.05, 5.0
_AT_ONCE = 500
_ONE_SWEEPS = 0x73776570
"""The advisory lock (`swep` in ASCII) of the process that derives wakes; the others leave it to that one."""
_ALONE = "SELECT pg_try_advisory_xact_lock($1) AS alone"
_IN_LINE = "SELECT 1 FROM wakes WHERE status IN ('queued', 'picked') AND dedupe_key ="
_CALLED = f"""
    SELECT id, lines - 1 AS line FROM debates
    WHERE called = 1 AND NOT EXISTS ({_IN_LINE} 'wake ' || debates.id)
    LIMIT {_AT_ONCE}
"""
_DUE = f"""
    SELECT id, deadline FROM debates
    WHERE deadline <= $1 AND ended_at IS NULL
    AND NOT EXISTS ({_IN_LINE} 'timer ' || debates.deadline || ' ' || debates.id)
    ORDER BY deadline LIMIT {_AT_ONCE}
"""


class PostgresWakes:
    """The queue on a PostgreSQL database."""

    def __init__(self, url: str, database: Database) -> None:
        self._url = url
        self._database = database
        self._keeper: Keeper | None = None

    def word(self, debate: str) -> tuple[str, str] | None:
        """What others are told when a debate has grown through this process: that there may be something new in line.

        What is held here already is looked at here; for the rest this process is asked first.
        """
        keeper = self._keeper
        if keeper is None:
            return NAMES.channel, word()
        if debate in keeper.held:
            return None
        keeper.nudge()
        return NAMES.channel, keeper.word()

    async def derive(self, now: datetime, until: datetime) -> None:
        """Puts in line what the records say must be looked at until then, and is not in line."""

        async def work(tx: Transaction) -> None:
            within = cast(Within, tx)
            (row,) = await within.drive(_ALONE, _ONE_SWEEPS)
            if row["alone"]:
                await _derived(within, now, until)

        await self._database.write(work)

    async def run(self, take: Take, holder: Holder) -> None:
        """Takes what is in line, until it is cancelled; while the database is gone it tries to reach it again."""
        wait = _SOONEST
        while True:
            try:
                async with self._connected() as connection:
                    wait = _SOONEST
                    await self._keep(Keeper(connection, take, holder))
            except LOST as lost:
                log.warning("the queue of wakes cannot be reached: %s", lost)
            except Exception:
                log.exception("the queue of wakes broke")
            await asyncio.sleep(wait)
            wait = min(_LATEST, wait * 2)

    async def _keep(self, keeper: Keeper) -> None:
        self._keeper = keeper
        try:
            await keeper.keep()
        finally:
            self._keeper = None

    @asynccontextmanager
    async def _connected(self) -> AsyncGenerator["asyncpg.Connection[asyncpg.Record]"]:
        # A connection that was cut in silence shows when a statement does not come back.
        connection = await asyncpg.connect(self._url, timeout=10, command_timeout=10)
        try:
            await lay_out(connection)
            yield connection
        finally:
            connection.terminate()


async def _derived(within: Within, now: datetime, until: datetime) -> None:
    found = False
    while called := await within.drive(_CALLED):
        line, found = Line(), True
        for row in called:
            line.wake(str(row["id"]), int(str(row["line"])))
        await line.stand(within)
    while due := await within.drive(_DUE, told_at(until)):
        line, found = Line(), True
        for row in due:
            line.wake_at(str(row["id"]), moment(str(row["deadline"])), now)
        await line.stand(within)
    if found:
        await within.drive("SELECT pg_notify($1, $2)", NAMES.channel, word())
