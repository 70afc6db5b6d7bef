"""Deadlines that are near: when to look at which debate again, by a clock that may be set."""

from datetime import datetime, timedelta

from moot.engine.deadlines import Deadlines
from moot.testing import START, FixedClock

AHEAD = timedelta(seconds=40)
SOON = START + timedelta(seconds=10)


def test_what_is_far_is_left_to_the_next_sweep_or_to_the_queue():
    here, queued = Deadlines(FixedClock(), nothing_spared, AHEAD), Deadlines(FixedClock(), nothing_spared, AHEAD, True)
    for deadlines in (here, queued):
        deadlines.note("far", START + timedelta(minutes=1))
        deadlines.note("none", None)
        deadlines.note("soon", SOON)
    assert [debate in here for debate in ("far", "none", "soon")] == [False, False, True]
    assert "soon" not in queued
    assert (here.wait(), queued.wait()) == (10, AHEAD.total_seconds())


def test_those_that_have_come_are_told_oldest_first():
    clock = FixedClock()
    deadlines = Deadlines(clock, nothing_spared, AHEAD)
    deadlines.note("later", SOON + timedelta(seconds=1))
    deadlines.note("first", SOON)
    assert deadlines.come(clock.now) == []
    clock.advance(seconds=11)
    assert [debate for _, debate in deadlines.come(clock.now)] == ["first", "later"]
    assert deadlines.wait() == 0


def test_what_is_spared_is_looked_at_when_that_is_over_and_not_at_every_sweep():
    grace = START + timedelta(minutes=15)
    deadlines = Deadlines(FixedClock(), lambda: grace, AHEAD)
    deadlines.note("overdue", START - timedelta(hours=1))
    deadlines.find("overdue", START - timedelta(hours=1))
    assert deadlines.come(START) == []
    assert deadlines.come(grace) == [(grace, "overdue")]


def test_what_was_noted_by_a_clock_that_was_ahead_keeps_nobody_waiting():
    clock, grace = FixedClock(), START + timedelta(minutes=15)
    deadlines = Deadlines(clock, lambda: grace if clock() >= START else None, AHEAD)
    deadlines.note("overdue", START - timedelta(minutes=59))
    clock.advance(hours=-1)
    deadlines.find("overdue", START - timedelta(minutes=59))
    clock.advance(minutes=1)
    assert [debate for _, debate in deadlines.come(clock.now)] == ["overdue"]


def nothing_spared() -> datetime | None:
    return None
