"""A server that was down over a deadline: turns may be taken for a while, then lapse, dated when they fell due."""

from datetime import timedelta
from pathlib import Path

import pytest

from moot.desk import Caller
from moot.testing import FixedClock
from tests.support.ring import Ring, member, ring_on

pytestmark = [pytest.mark.anyio, pytest.mark.journey]


async def went_down(database: str, home: Path, clock: FixedClock) -> str:
    """A debate that waits for Bob when the house goes down for a day."""
    async with ring_on(database, home, clock) as ring:
        ann, bob = await ring.pair()
        debate = await ring.active(ann, bob, max_posts=2)
        await ring.desk.post(ann, debate, content="For it.")
        await ring.opened.store.attend(clock())
    clock.advance(hours=24)
    return debate


async def bob_in(ring: Ring) -> Caller:
    """Bob, in a house that has just begun."""
    found = await ring.opened.store.roll.by_handle("bob")
    assert found is not None
    return Caller(member=found)


async def test_a_turn_that_fell_due_while_the_house_was_down_may_be_taken_in_the_grace(tmp_path: Path):
    clock, database = FixedClock(), str(tmp_path / "house.db")
    debate = await went_down(database, tmp_path, clock)
    async with ring_on(database, tmp_path, clock) as ring:
        clock.advance(minutes=14)
        assert (await ring.whole(debate)).status == "active"
        posted = await ring.desk.post(await bob_in(ring), debate, content="Against it; you were closed.")
        assert posted.turn == "challenger"


async def test_after_the_grace_it_lapses_dated_when_it_fell_due_and_judging_has_its_full_time(tmp_path: Path):
    clock, database = FixedClock(), str(tmp_path / "house.db")
    debate = await went_down(database, tmp_path, clock)
    fell_due = clock() - timedelta(hours=12)
    async with ring_on(database, tmp_path, clock) as ring:
        clock.advance(minutes=15)
        seen = await ring.whole(debate)
        assert (seen.status, seen.forfeit_by) == ("judging", (member(await bob_in(ring)),))
        assert seen.until == clock() + timedelta(hours=48)
        lapse = next(e for e in await ring.opened.backing.steward.entries(debate) if e.kind == "lapsed")
        assert (lapse.at, lapse.noted) == (fell_due, clock())


async def test_a_quick_restart_spares_nobody(tmp_path: Path):
    clock, database = FixedClock(), str(tmp_path / "house.db")
    async with ring_on(database, tmp_path, clock) as ring:
        ann, bob = await ring.pair()
        debate = await ring.active(ann, bob, max_posts=2)
        await ring.desk.post(ann, debate, content="For it.")
        clock.advance(hours=11, minutes=59)
        await ring.opened.store.attend(clock())
    clock.advance(minutes=1)
    async with ring_on(database, tmp_path, clock) as ring:
        assert (await ring.whole(debate)).status == "judging"
