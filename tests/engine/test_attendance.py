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
    fault: Exception | None = None
    """What comes of the next note."""
    noted: asyncio.Event = field(default_factory=asyncio.Event)

    async def attended(self) -> tuple[datetime | None, tuple[datetime, datetime] | None]:
        return self.seen, self.down

    async def attend(self, at: datetime, down: tuple[datetime, datetime] | None = None) -> None:
        self.noted.set()
        if self.fault is not None:
            fault, self.fault = self.fault, None
            raise fault
        self.seen, self.down = at, down or self.down


async def begun(register: Register, clock: FixedClock) -> Attendance:
    attendance = Attendance(register, clock, GRACE)
    await attendance.begin()
    return attendance


async def attended(attendance: Attendance, clock: FixedClock, minutes: int) -> None:
    for _ in range(minutes):
        clock.advance(minutes=1)
        await attendance.note()


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
    await attendance.note()
    assert (register.seen, register.down) == (START, (seen, START))
    register.down = None
    await attendance.note()
    assert register.down is None, "it is noted once: another process may know of a later one"
    await attended(attendance, clock, 15)
    assert attendance.downtime() is None


async def test_a_second_process_learns_of_the_downtime_from_the_first():
    clock, seen = FixedClock(), START - timedelta(hours=3)
    register = Register(seen=seen)
    await (await begun(register, clock)).note()
    clock.advance(minutes=1)
    second = await begun(register, clock)
    assert second.downtime() == Downtime(seen, START, START + GRACE)


@pytest.mark.parametrize("fault", [Outage("no disk"), ValueError("no disk")])
async def test_whatever_goes_wrong_while_noting_is_told_and_not_fatal(
    fault: Exception, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("moot.engine.attendance.EVERY", timedelta())
    register = Register(fault=fault)
    attending = asyncio.create_task((await begun(register, FixedClock())).attend())
    async with asyncio.timeout(5):
        for _ in range(2):
            await register.noted.wait()
            register.noted.clear()
    attending.cancel()
    await asyncio.wait([attending])
    assert register.seen == START
    assert "no disk" in caplog.text


async def test_a_clock_that_is_set_forward_is_a_downtime_at_once_and_stays_one_when_it_is_noted():
    clock, register = FixedClock(), Register()
    attendance = await begun(register, clock)
    await attendance.note()
    later = clock.advance(hours=1)
    assert attendance.downtime() == Downtime(START, later, later + GRACE)
    await attendance.note()
    assert (register.seen, register.down) == (later, (START, later))
    clock.advance(minutes=1)
    assert attendance.downtime() == Downtime(START, later, later + GRACE)
    await attended(attendance, clock, 14)
    assert attendance.downtime() is None


async def test_a_gap_in_which_others_were_there_is_no_downtime():
    clock, register = FixedClock(), Register()
    attendance = await begun(register, clock)
    await attendance.note()
    clock.advance(hours=1)
    register.seen = clock.now - timedelta(seconds=20)
    await attendance.note()
    assert attendance.downtime() is None
    assert register.down is None


async def test_a_process_that_never_notes_anything_finds_no_gaps():
    clock = FixedClock()
    attendance = await begun(Register(), clock)
    clock.advance(hours=1)
    assert attendance.downtime() is None


async def test_after_a_clock_is_set_back_again_nothing_is_spared_for_the_hour_that_never_was():
    clock, register = FixedClock(), Register()
    attendance = await begun(register, clock)
    await attendance.note()
    clock.advance(hours=1)
    await attendance.note()
    clock.advance(hours=-1, minutes=1)
    assert attendance.downtime() is None
    assert (await begun(register, clock)).downtime() is None, "nor in a process that is started then"


async def test_a_house_that_goes_down_again_still_spares_what_it_spared():
    clock, register = FixedClock(), Register(seen=START - timedelta(hours=1))
    await (await begun(register, clock)).note()
    later = clock.advance(minutes=5)
    assert (await begun(register, clock)).downtime() == Downtime(START - timedelta(hours=1), later, later + GRACE)
    clock.advance(hours=2)
    register.seen = clock.now - timedelta(hours=1)
    assert (await begun(register, clock)).downtime() == Downtime(register.seen, clock.now, clock.now + GRACE)
