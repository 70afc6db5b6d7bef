"""Word of growth reaches everybody who waits for it, and nobody sleeps through it."""

import asyncio

import pytest

from moot.engine import LocalBulletin
from tests.engine.houses import DEBATE, House

pytestmark = pytest.mark.anyio

LONG = 60.0


async def waiting(bulletin: LocalBulletin, debate: str, beyond: int) -> asyncio.Task[bool]:
    """Somebody who is waiting by the time this returns."""
    before = bulletin.waiters
    task = asyncio.create_task(bulletin.grown(debate, beyond, LONG))
    await asyncio.sleep(0)
    assert bulletin.waiters == before + 1
    return task


async def test_growth_wakes_all_who_wait_for_it():
    bulletin = LocalBulletin()
    tasks = [await waiting(bulletin, "d", 3) for _ in range(5)]
    bulletin.announce("d", 4)
    assert await asyncio.gather(*tasks) == [True] * 5
    assert bulletin.waiters == 0


async def test_growth_elsewhere_or_not_beyond_the_line_wakes_nobody():
    bulletin = LocalBulletin()
    task = await waiting(bulletin, "d", 3)
    bulletin.announce("other", 9)
    bulletin.announce("d", 3)
    assert not task.done()
    bulletin.announce("d", 4)
    bulletin.announce("d", 5)
    assert await task


async def test_growth_between_the_look_and_the_wait_is_not_slept_through():
    house = House()
    await house.opened()
    seen = (await house.steward.look(DEBATE)).line
    await house.claims("opponent")
    assert await house.bulletin.grown(DEBATE, seen, LONG)


async def test_old_news_that_comes_late_takes_nothing_back():
    bulletin = LocalBulletin()
    bulletin.announce("d", 5)
    bulletin.announce("d", 2)
    assert await bulletin.grown("d", 4, LONG)


async def test_without_growth_the_wait_ends_when_its_time_is_up():
    bulletin = LocalBulletin()
    assert not await bulletin.grown("d", 0, 0)
    assert bulletin.waiters == 0


async def test_closing_sends_all_home_and_lets_nobody_in():
    bulletin = LocalBulletin()
    one, two = await waiting(bulletin, "d", 3), await waiting(bulletin, "e", 0)
    bulletin.announce("e", 1)
    assert not bulletin.closed
    bulletin.close()
    assert bulletin.closed
    assert not await one
    await two
    assert not await bulletin.grown("d", 0, LONG)


async def test_who_gives_up_leaves_no_trace():
    bulletin = LocalBulletin()
    stays = await waiting(bulletin, "d", 3)
    leaves = await waiting(bulletin, "d", 3)
    leaves.cancel()
    with pytest.raises(asyncio.CancelledError):
        await leaves
    assert bulletin.waiters == 1
    bulletin.announce("d", 4)
    assert await stays


async def test_every_move_is_announced_once_it_is_kept():
    house = House()
    await house.opened()
    task = await waiting(house.bulletin, DEBATE, 1)
    await house.claims("opponent")
    assert await task


async def test_debates_long_silent_are_forgotten():
    bulletin = LocalBulletin()
    for number in range(10_001):
        bulletin.announce(f"d{number}", 1)
    assert not await bulletin.grown("d0", 0, 0)
    assert await bulletin.grown("d10000", 0, LONG)
