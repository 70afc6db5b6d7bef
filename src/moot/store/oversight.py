"""Oversight: what whoever runs the house must know of everything that is kept, asked for in a few statements."""

import asyncio
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Protocol

from moot.desk.operations_replies import (
    DueTold,
    HourTold,
    Oversight,
    QueueTold,
    ReplicaTold,
    Vitals,
)
from moot.notation import moment, told_at
from moot.store import overseen as rows
from moot.store import oversight_told as told
from moot.store.database import Database, Params, Row
from moot.store.house import attended

_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)
_ANSWERED_BY = timedelta(minutes=30)
"""What was asked so long ago and is not answered will hardly be."""
_NOTHING = (0, 0, 0, 0, 0, 0)
_WITH_HOUR = ":00:00.000000Z"


class Following(Protocol):
    """A replica, as far as it can tell how it does."""

    async def told(self) -> ReplicaTold:
        """Whether lists are read from it, and how far it is behind."""
        ...


class DatabaseOverseer:
    """Looks over a database."""

    def __init__(self, database: Database, queue: bool = False, replica: Following | None = None) -> None:
        self._database = database
        self._has_queue = queue
        self._replica = replica
        self._over: dict[str, Row] = {}
        """What was asked in hours that are over: to add up a busy day takes a while."""

    async def vitals(self, now: datetime) -> Vitals:
        """How much there is of what waits."""
        return await self._vitals(now, await self._present())

    async def _vitals(self, now: datetime, present: Sequence[Row]) -> Vitals:
        size = rows.SIZE[self._database.dialect]
        moments = {"now": told_at(now), "soon": told_at(now + _HOUR), "since": told_at(now - _HOUR)}
        (numbers,) = await self._database.rows(rows.VITALS, moments)
        ((bytes_kept,),) = await self._database.rows(size, {})
        counted = {name: int(number or 0) for name, number in zip(rows.COUNTED, numbers, strict=True)}
        queue = await self._queue()
        processes = None if queue is None else told.presence(present)
        return Vitals(**counted, database_bytes=bytes_kept, queue=queue, processes=processes)

    async def _queue(self) -> QueueTold | None:
        if not self._has_queue:
            return None
        ((waiting, late, held),) = await self._database.rows(rows.QUEUE, {})
        return QueueTold(waiting=waiting, late=late, held=held)

    async def _present(self) -> Sequence[Row]:
        """Who says that it is there, where several can share the database: names, times, and whether that holds."""
        return await self._database.rows(rows.PRESENT, {}) if self._has_queue else ()

    async def oversight(self, now: datetime) -> Oversight:
        """The last day."""
        day, hour = {"since": told_at(now - _DAY)}, {"since": told_at(now - _HOUR)}
        present = await self._present()
        newest = await self._database.rows(rows.NEWEST, day)
        slowest = await self._database.rows(rows.SLOWEST, day)
        # Answers are unpacked beside the event loop: some hundred of them take a while.
        models, slow = await asyncio.to_thread(lambda: (told.models(newest), tuple(map(told.slow, slowest))))
        return Oversight(
            vitals=await self._vitals(now, present),
            late=await self._due({"after": "", "until": told_at(now)}),
            due=await self._due({"after": told_at(now), "until": told_at(now + _HOUR)}),
            hours=await self._hours(now),
            models=models,
            measured=len(newest),
            slowest=slow,
            failures=told.failures(await self._database.rows(rows.LAPSED, day)),
            processes=told.processes(present, await self._database.rows(rows.HOLDERS, hour)),
            replica=None if self._replica is None else await self._replica.told(),
            attended_at=(await attended(self._database))[0],
        )

    async def _hours(self, now: datetime) -> tuple[HourTold, ...]:
        """Every hour of the day, also those in which nothing was asked."""
        wanted = [_hour_of(now - _HOUR * back) for back in reversed(range(24))]
        known = {hour: self._over[hour] for hour in wanted if hour in self._over}
        missing = [hour for hour in wanted if hour not in known]
        found = {row[0]: row[1:] for row in await self._database.rows(rows.HOURS, {"since": missing[0]})}
        known |= {hour: found.get(hour[: rows.TO_THE_HOUR], _NOTHING) for hour in missing}
        self._over = {hour: row for hour, row in known.items() if moment(hour) + _HOUR + _ANSWERED_BY <= now}
        return tuple(told.hour(hour, known[hour]) for hour in wanted)

    async def _due(self, between: Params) -> tuple[DueTold, ...]:
        return tuple(map(told.due, await self._database.rows(rows.DUE, between)))


def _hour_of(at: datetime) -> str:
    return told_at(at)[: rows.TO_THE_HOUR] + _WITH_HOUR
