"""The keeper: holds the debates that the queue gave to this process, over one connection."""

import asyncio
import logging
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar
from uuid import NAMESPACE_OID, UUID, uuid5

import asyncpg
from pgqueuer.db import AsyncpgDriver
from pgqueuer.domain.types import JOB_STATUS
from pgqueuer.models import Job, TracebackRecord
from pgqueuer.ports.driver import NotifyCallback
from pgqueuer.qm import QueueManager
from pgqueuer.queries import Queries
from pgqueuer.types import Channel, JobId, QueueManagerId

from moot.engine import Holder, Take
from moot.store.wakes.layout import ASKING, MAKING, NAMES, SILENT
from moot.store.wakes.line import TIMER, WAKE, Line, word
from moot.tellers import TRACES
from moot.tellers.counts import WAKE_LAG

T = TypeVar("T")

log = logging.getLogger("moot.wakes")

LOST = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
_LOOK_EVERY = timedelta(seconds=1)
"""How often the queue is looked at although nothing was said: for what fell silent, and for words that were lost."""
_TOGETHER = 4
"""How many are taken at a time: more would give all that fell due together to whoever asks first."""
_EAGER = 8
"""Who holds fewer debates takes what came through it without a detour; else whoever is quickest does."""
_ANY = 2**31 - 1
_PARTING = 5.0
"""Seconds that may be used to part from the queue in order."""
_CUT_OFF = 0.5
"""The same where there is nobody to whom anything could be told."""

# The row is as it was before the statement: what is gone by it counts as there, and then it does not matter.
_LET_GO = """
    WITH gone AS (DELETE FROM wakes WHERE id = $1 AND queue_manager_id = $2 AND priority <= $3 RETURNING id)
    SELECT EXISTS (SELECT FROM gone) OR NOT EXISTS (SELECT FROM wakes WHERE id = $1 AND queue_manager_id = $2) AS done
"""
_GIVE_BACK = """
    UPDATE wakes SET status = 'queued', execute_after = now(), updated = now(), queue_manager_id = NULL
    WHERE queue_manager_id = ANY($1::uuid[])
"""
_HOLDERS = "SELECT name FROM wakes_holders"
_LIVE = "UPDATE wakes SET heartbeat = now() WHERE id = ANY($1::bigint[]) AND queue_manager_id = $2"


class _Driver(AsyncpgDriver):
    """A connection on which this process hears what others say, and not what it said itself."""

    owner: QueueManagerId
    hear: NotifyCallback | None = None

    async def add_listener(self, channel: str, callback: NotifyCallback) -> None:
        """Hears what is said on a channel."""
        self.hear = callback
        await super().add_listener(channel, lambda said: None if str(self.owner) in str(said) else callback(said))


class _Queries(Queries):
    """The queue's statements, but none touches what was given to another while this process was frozen."""

    owner: QueueManagerId
    nudged = False

    async def dequeue(self, *wanted: Any, **more: Any) -> list[Job]:
        """Takes what is in line; whoever comes from now on may have been missed."""
        self.nudged = False
        return await super().dequeue(*wanted, **more)

    async def update_heartbeat(self, job_ids: list[JobId]) -> None:
        """Says that these are still held here."""
        await self.driver.execute(_LIVE, job_ids, self.owner)

    async def log_jobs(self, job_status: list[tuple[Job, JOB_STATUS, TracebackRecord | None]]) -> None:
        """Nothing: who held a debate has let go of it already, or must not; what broke is taken anew by somebody."""

    async def let_go(self, job: Job, seen: int) -> bool:
        """Takes a debate out of line, unless it has grown beyond what was seen; whether there is no more to do."""
        (row,) = await self.driver.fetch(_LET_GO, job.id, self.owner, seen)
        return bool(row["done"])


class Keeper:
    """Takes debates out of line, holds each while it is looked at, and lets go of it then."""

    def __init__(self, connection: "asyncpg.Connection[asyncpg.Record]", take: Take, holder: Holder) -> None:
        self.held: set[str] = set()
        self._holder = holder
        self._take = take
        self._connection = connection
        self._driver = _Driver(connection)
        self._queries = _Queries(self._driver, MAKING, ASKING)
        self._manager = QueueManager(self._queries, Channel(NAMES.channel))
        self._driver.owner = self._queries.owner = self._manager.queue_manager_id = owner_of(holder.name)
        self._manager.entrypoint(WAKE, accepts_context=False)(self._hold)
        self._manager.entrypoint(TIMER, accepts_context=False)(self._ring)
        self._parted = asyncio.Event()
        connection.add_termination_listener(lambda _: self._part())

    def word(self) -> str:
        """What this process tells others when there may be something new in line."""
        return word(str(self._queries.owner))

    def nudge(self) -> None:
        """Looks at the line before others do, unless this process has enough to do."""
        if self._driver.hear is not None and not self._queries.nudged and len(self.held) < _EAGER:
            self._queries.nudged = True
            self._driver.hear(word())

    async def keep(self) -> None:
        """Until it is cancelled or the connection is lost."""
        await self._give_back(await self._gone())
        running = asyncio.create_task(
            self._manager.run(
                dequeue_timeout=_LOOK_EVERY,
                batch_size=_TOGETHER,
                heartbeat_timeout=timedelta(seconds=SILENT),
                log_aggregation_interval=timedelta(),
            ),
            name="queue",
        )
        parted = asyncio.create_task(self._parted.wait(), name="parted")
        try:
            # The queue itself would try for a minute and more to tell a connection that is lost what it had to say.
            await asyncio.wait((running, parted), return_when=asyncio.FIRST_COMPLETED)
        finally:
            parted.cancel()
            self._part()
            await asyncio.wait([running], timeout=_CUT_OFF if self._connection.is_closed() else _PARTING)
            if not running.cancel():
                # It may have been cancelled and lost its connection at once; then nobody else asks how it ended.
                running.exception()
            with suppress(*LOST):
                await self._give_back()
        if running.done() and not running.cancelled():
            running.result()
        raise ConnectionError("its connection was lost")

    def _part(self) -> None:
        self._parted.set()
        self._manager.shutdown.set()

    async def _gone(self) -> list[UUID]:
        """Those who are known to have ended: what they held need not wait until they count as silent."""
        names = [str(row["name"]) for row in await self._driver.fetch(_HOLDERS)]
        return [owner_of(name) for name in names if self._holder.is_gone(name)]

    async def _give_back(self, gone: Sequence[UUID] = ()) -> None:
        """What is still held here, or was over a connection that was lost, is for others now, at once."""
        await self._driver.execute(_GIVE_BACK, [self._queries.owner, *gone])
        await self._say()

    async def _say(self) -> None:
        self.nudge()
        await self._driver.notify(NAMES.channel, self.word())

    async def _hold(self, job: Job) -> None:
        debate = _debate(job)
        if job.headers:
            TRACES.note_growth(debate, {name: str(value) for name, value in job.headers.items()})
        self.held.add(debate)
        try:
            before = None
            while (seen := await self._unless_parted(self._take(debate))) is not None:
                # A row that wants a line which no record has is nobody's to hold for ever; the next sweep sees to it.
                if await self._queries.let_go(job, _ANY if seen == before else seen):
                    return
                before = seen
        finally:
            self.held.discard(debate)

    async def _ring(self, job: Job) -> None:
        """A deadline has come: its debate is put in line, unless it is there or is held, by whoever watches it."""
        WAKE_LAG.note(max(0.0, (datetime.now(UTC) - job.execute_after).total_seconds()))
        line = Line()
        line.wake(_debate(job), 0)
        await line.queue(self._queries)
        await self._queries.let_go(job, job.priority)
        await self._say()

    async def _unless_parted(self, taking: Awaitable[T]) -> T | None:
        """What comes of it; None when the queue was parted from before."""
        doing, parted = asyncio.ensure_future(taking), asyncio.ensure_future(self._parted.wait())
        try:
            await asyncio.wait((doing, parted), return_when=asyncio.FIRST_COMPLETED)
            return doing.result() if doing.done() else None
        finally:
            doing.cancel()
            parted.cancel()


def owner_of(name: str) -> QueueManagerId:
    """As whom a holder takes debates, over whatever connection."""
    return QueueManagerId(uuid5(NAMESPACE_OID, name))


def _debate(job: Job) -> str:
    assert job.payload is not None
    return job.payload.decode()
