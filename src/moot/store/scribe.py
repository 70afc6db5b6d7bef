"""The scribe: the one thread that writes to a SQLite database. Moves that wait together share a commit."""

import asyncio
import sqlite3
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from contextvars import Context, copy_context
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from typing import Any, TypeAlias, TypeVar

from moot.debate import Outage
from moot.store.busy import Patience, begin
from moot.store.database import Work
from moot.store.sqlite_file import outage
from moot.store.sqlite_transaction import SqliteTransaction, driven
from moot.tellers.counts import writing

T = TypeVar("T")

_AT_ONCE = 256
_SWITCH = 0.0005


@dataclass(frozen=True, slots=True)
class Job:
    """Something to write, and who waits for it."""

    work: Work[Any]
    loop: asyncio.AbstractEventLoop
    waiting: asyncio.Future[Any]
    context: Context = field(default_factory=copy_context)


@dataclass(frozen=True, slots=True)
class Done:
    """How a job went."""

    value: Any = None
    failure: BaseException | None = None


Told: TypeAlias = tuple[asyncio.Future[Any], Done]


class Scribe:
    """Writes what it is given, in order, each job wholly or not at all."""

    def __init__(self, connection: sqlite3.Connection, path: Path | None, patience: float) -> None:
        self.lock = Lock()
        """Held while a commit is being made up."""
        self._connection = connection
        self._path = path
        self._patience = patience
        self._tx = SqliteTransaction(connection)
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._closing = Event()
        self._thread = Thread(target=self._write_all, name="moot-scribe", daemon=True)
        # SQLite lets go of the interpreter at each statement; a busy event loop would keep it for 5 ms each time.
        sys.setswitchinterval(min(sys.getswitchinterval(), _SWITCH))
        self._thread.start()

    async def write(self, work: Work[T]) -> T:
        """Does it in a transaction; returns once it is durable."""
        if self._closing.is_set():
            raise Outage("The house is closed; nothing was written.")
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[T] = loop.create_future()
        with writing():
            self._jobs.put(Job(work, loop, waiting))
            return await waiting

    async def close(self) -> None:
        """Writes what is waiting, and ends."""
        self._closing.set()
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _write_all(self) -> None:
        while True:
            jobs, last = self._next_jobs()
            if jobs:
                with self.lock:
                    done = self._commit(jobs)
                _tell(zip(jobs, done, strict=True))
            if last:
                return

    def _next_jobs(self) -> tuple[list[Job], bool]:
        """Whatever waits now, at least one; and whether the end has come."""
        jobs: list[Job] = []
        job = self._jobs.get()
        while job is not None:
            if not job.waiting.cancelled():
                jobs.append(job)
            if len(jobs) == _AT_ONCE:
                return jobs, False
            try:
                job = self._jobs.get_nowait()
            except Empty:
                return jobs, False
        return jobs, True

    def _commit(self, jobs: Sequence[Job]) -> list[Done]:
        try:
            return (self._together(jobs) if len(jobs) > 1 else None) or self._one_by_one(jobs)
        except BaseException as failure:
            self._abandon()
            # Each who waits raises an exception of their own.
            return [Done(failure=copy(self._told(failure))) for _ in jobs]

    def _together(self, jobs: Sequence[Job]) -> list[Done] | None:
        """All jobs as if none could fail, for a savepoint costs as much as a move; None, and all undone, if one did."""
        self._begin()
        try:
            done = [Done(self._do(job)) for job in jobs]
            self._connection.execute("COMMIT")
        except BaseException:
            self._abandon()
            return None
        return done

    def _one_by_one(self, jobs: Sequence[Job]) -> list[Done]:
        """All jobs in one commit, each of which may fail by itself."""
        self._begin()
        done = [self._attempt(job, shared=len(jobs) > 1) for job in jobs]
        if self._connection.in_transaction:
            self._connection.execute("COMMIT")
        return done

    def _begin(self) -> None:
        begin(self._connection, Patience(self._patience, self._closing))

    def _abandon(self) -> None:
        with suppress(sqlite3.Error):
            self._connection.execute("ROLLBACK")

    def _do(self, job: Job) -> Any:
        return job.context.run(driven, job.work(self._tx))

    def _attempt(self, job: Job, shared: bool) -> Done:
        """One job; in a shared commit its failure must not undo the others."""
        if shared:
            self._connection.execute("SAVEPOINT job")
        try:
            value = self._do(job)
        except BaseException as failure:
            self._undo(shared, failure)
            return Done(failure=self._told(failure))
        if shared:
            self._connection.execute("RELEASE job")
        return Done(value)

    def _undo(self, shared: bool, failure: BaseException) -> None:
        # A full disk ends the whole transaction, and with it the jobs before this one.
        if not self._connection.in_transaction:
            raise failure
        if not shared:
            self._connection.execute("ROLLBACK")
            return
        self._connection.execute("ROLLBACK TO job")
        self._connection.execute("RELEASE job")

    def _told(self, failure: BaseException) -> BaseException:
        if isinstance(failure, sqlite3.OperationalError) or type(failure) is sqlite3.DatabaseError:
            return outage(failure, self._path).with_traceback(failure.__traceback__)
        return failure


def _tell(done: Iterable[tuple[Job, Done]]) -> None:
    by_loop: defaultdict[asyncio.AbstractEventLoop, list[Told]] = defaultdict(list)
    for job, how in done:
        by_loop[job.loop].append((job.waiting, how))
    for loop, told in by_loop.items():
        # Nobody waits any more in a loop that was closed.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(_settle, told)


def _settle(told: Sequence[Told]) -> None:
    for waiting, done in told:
        if waiting.done():
            continue
        if done.failure is None:
            waiting.set_result(done.value)
        else:
            waiting.set_exception(done.failure)
