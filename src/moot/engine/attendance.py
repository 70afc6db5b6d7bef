"""Attendance: whether somebody was there when turns fell due. Nobody loses by a clock while the house is down."""

import asyncio
import logging
from datetime import datetime, timedelta
from typing import Protocol, TypeAlias

from moot.debate import Downtime
from moot.engine.enduring import Enduring
from moot.engine.ports import Clock

log = logging.getLogger("moot.attendance")

EVERY = timedelta(seconds=30)
"""How often an attended house says so."""
MISSED = timedelta(minutes=2)
"""Unseen for longer than this, a house was down; a restart is no downtime."""

Span: TypeAlias = tuple[datetime, datetime]


class Registry(Protocol):
    """Where it is noted that somebody is there."""

    async def attended(self) -> tuple[datetime | None, Span | None]:
        """When somebody last was, and from when to when last nobody was."""
        ...

    async def attend(self, at: datetime, down: Span | None = None) -> None:
        """Notes that somebody is there now, and perhaps that nobody was before."""
        ...


class Attendance:
    """Knows when the house was last down, and until when that is an excuse.

    A machine that slept, a clock that was set forward and a store that was away are told alike: for longer than a
    house may be unseen, nobody could move.
    """

    def __init__(self, registry: Registry, clock: Clock, grace: timedelta) -> None:
        self._registry = registry
        self._clock = clock
        self._grace = grace
        self._noted: datetime | None = None
        """When this process last noted that it is there; None as long as it does not."""
        self._down: Span | None = None
        self._found = False

    async def begin(self) -> None:
        """Looks whether the house was down until now, by what was noted last."""
        seen, before = await self._registry.attended()
        now, self._down = self._clock(), before
        if seen is not None and now - seen > MISSED:
            # Down again before it was over that turns were spared: they still are.
            spared = before is not None and before[1] <= seen < before[1] + self._grace
            self._down, self._found = (before[0] if before and spared else seen, now), True

    def downtime(self) -> Downtime | None:
        """When it was last down, while turns that fell due then may still be taken."""
        now = self._clock()
        down = self._gap(now) or self._down
        # What ends in time to come was found by a clock that has been set back since.
        if down is None or not down[1] <= now < down[1] + self._grace:
            return None
        return Downtime(*down, down[1] + self._grace)

    async def attend(self) -> None:
        """Notes every half minute that somebody is there, until it is cancelled."""
        while True:
            await asyncio.sleep(EVERY.total_seconds())
            await self.note()

    async def note(self) -> None:
        """Notes that somebody is there; what hinders that is told, and is no reason to leave."""
        with Enduring(log, "noting that the house is attended"):
            await self._note()

    async def _note(self) -> None:
        if self._gap(self._clock()) is not None:
            # This process was away, or its store was. Whether the house was depends on what others noted meanwhile.
            await self.begin()
        now = self._clock()
        await self._registry.attend(now, self._down if self._found else None)
        self._noted, self._found = now, False

    def _gap(self, now: datetime) -> Span | None:
        """For how long this process could not note that it is there, if that is too long."""
        return None if self._noted is None or now - self._noted <= MISSED else (self._noted, now)
