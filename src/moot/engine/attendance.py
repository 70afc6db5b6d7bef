"""Attendance: whether somebody was there when turns fell due. Nobody loses by a clock while the house is down."""

import asyncio
import logging
from datetime import datetime, timedelta
from typing import Protocol, TypeAlias

from moot.debate import Downtime, Outage
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
    """Knows when the house was last down, and until when that is an excuse."""

    def __init__(self, registry: Registry, clock: Clock, grace: timedelta) -> None:
        self._registry = registry
        self._clock = clock
        self._grace = grace
        self._down: Span | None = None
        self._found = False

    async def begin(self) -> None:
        """Looks whether the house was down until now."""
        seen, self._down = await self._registry.attended()
        now = self._clock()
        if seen is not None and now - seen > MISSED:
            self._down, self._found = (seen, now), True

    def downtime(self) -> Downtime | None:
        """When it was last down, while turns that fell due then may still be taken."""
        if self._down is None or self._clock() >= self._down[1] + self._grace:
            return None
        return Downtime(*self._down, self._down[1] + self._grace)

    async def attend(self) -> None:
        """Notes every half minute that somebody is there, until it is cancelled."""
        down = self._down if self._found else None
        while True:
            try:
                await self._registry.attend(self._clock(), down)
                down = None
            except Outage as outage:
                log.warning("noting that the house is attended: %s", outage)
            await asyncio.sleep(EVERY.total_seconds())
