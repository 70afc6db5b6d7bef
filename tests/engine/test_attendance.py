"""Attendance: a house knows when nobody was there."""

import asyncio
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import pytest

from moot.debate import Downtime, Outage
from moot.engine import Attendance
from moot.testing import START, FixedClock

pytestmark = pytest.mark.anyio
GRACE = timedelta(minutes=15)


@dataclass
class Register:
    seen: datetime | None = None
    down: tuple[datetime, datetime] | None = None
    failing: int = 0
    noted: asyncio.Event = field(default_factory=asyncio.Event)

    async def attended(self) -> tuple[datetime | None, tuple[datetime, datetime] | None]:
        return self.seen, self.down

    async def attend(self, at: datetime, down: tuple[datetime, datetime] | None = None) -> None:
        if self.failing:
            self.failing -= 1
            self.noted.set()
            raise Outage("no disk")
        self.seen, self.down = at, down or self.down
        self.noted.set()


async def begun(register: Register, clock: FixedClock) -> Attendance:
    attendance = Attendance(register, clock, GRACE)
    await attendance.begin()
    return attendance


async def noted(attendance: Attendance, register: Register) -> None:
    task = asyncio.create_task(attendance.attend())
    async with asyncio.timeout(5):
        await register.noted.wait()
    task.cancel()
    await asyncio.wait([task])


async def test_a_new_house_was_never_down():
    assert (await begun(Register(), FixedClock())).downtime() is None


async def test_a_quick_restart_is_no_downtime():
    clock = FixedClock()
    attendance = await begun(Register(seen=START - timedelta(seconds=90)), clock)
    assert attendance.downtime() is None


async def test_a_house_that_nobody_saw_was_down_and_spares_for_the_grace():
    clock, seen = FixedClock(), START - timedelta(hours=3)
    register = Register(seen=seen)
    attendance = await begun(register, clock)
    assert attendance.downtime() == Downtime(seen, START, START + GRACE)
    await noted(attendance, register)
    assert (register.seen, register.down) == (START, (seen, START))
    clock.advance(minutes=15)
    assert attendance.downtime() is None


async def test_a_second_process_learns_of_the_downtime_from_the_first():
    clock, seen = FixedClock(), START - timedelta(hours=3)
    register = Register(seen=seen)
    await noted(await begun(register, clock), register)
    clock.advance(minutes=1)
    second = await begun(register, clock)
    assert second.downtime() == Downtime(seen, START, START + GRACE)


async def test_an_outage_while_noting_is_told_and_not_fatal(caplog: pytest.LogCaptureFixture):
    register = Register(failing=1)
    await noted(await begun(register, FixedClock()), register)
    assert "no disk" in caplog.text
