"""Lanes on PostgreSQL: one limit for all processes, whoever of them dies, freezes or is not heard."""

import asyncio
from collections.abc import AsyncIterator

import anyio.lowlevel
import pytest
from sqlalchemy import text

from moot.store import Store, open_store
from moot.store.database import Prepared
from moot.store.lanes import PostgresLanes
from moot.store.tickets import SpareTickets
from tests.support.postgres import PostgresServer
from tests.support.thorough import only_when_thorough

pytestmark = [pytest.mark.anyio, pytest.mark.postgres]

LONG = 30
WANTED = {"provider:x": 2, "model:x:y": 2}


class Caller:
    """Somebody with a call under way, or in the queue for it."""

    def __init__(self, store: Store, wanted: dict[str, int] = WANTED) -> None:
        lanes = store.lanes()
        assert isinstance(lanes, PostgresLanes)
        self._lanes, self._wanted = lanes, wanted
        self.inside, self._done = asyncio.Event(), asyncio.Event()
        self.task = asyncio.create_task(self._call())

    async def _call(self) -> None:
        async with self._lanes.through(self._wanted):
            self.inside.set()
            await self._done.wait()

    async def gets_in(self) -> None:
        async with asyncio.timeout(LONG):
            await self.inside.wait()

    async def ends(self) -> None:
        self._done.set()
        await self.task


async def rows(store: Store, statement: str) -> list[tuple[object, ...]]:
    found = await store._database.rows(Prepared(text(statement)), {})  # pyright: ignore[reportPrivateUsage]
    return [tuple(row) for row in found]


async def queued(store: Store, number: int) -> None:
    """Returns once so many tickets are drawn."""
    async with asyncio.timeout(LONG):
        while await rows(store, "SELECT count(*) FROM lane_tickets") != [(number,)]:
            await anyio.lowlevel.checkpoint()


def falls_silent(store: Store) -> None:
    """It says no more that it lives, and hears nothing: as a process that is frozen."""
    lanes = store.lanes()
    assert isinstance(lanes, PostgresLanes)
    beating = lanes._beating  # pyright: ignore[reportPrivateUsage]
    assert beating is not None
    beating.cancel()


async def knows_that_it_waits(store: Store) -> None:
    """Returns once it was told that its ticket is drawn: the database knows that before."""
    lanes = store.lanes()
    assert isinstance(lanes, PostgresLanes)
    async with asyncio.timeout(LONG):
        while not any(place.taken for place in lanes._waiting.values()):  # pyright: ignore[reportPrivateUsage]
            await anyio.lowlevel.checkpoint()


async def wakes_up(store: Store) -> None:
    """It says that it lives, as when a process goes on."""
    lanes = store.lanes()
    assert isinstance(lanes, PostgresLanes)
    await lanes._beat()  # pyright: ignore[reportPrivateUsage]


def unheard(ticket: int, inside: bool) -> None:
    """A word that does not arrive."""


@pytest.fixture
async def pair(postgres_url: str) -> AsyncIterator[tuple[Store, Store]]:
    """Two stores on one database, as two processes have them."""
    one, other = await open_store(postgres_url), await open_store(postgres_url)
    yield one, other
    await one.close()
    await other.close()


async def test_two_processes_share_one_limit_and_go_in_the_order_they_came(pair: tuple[Store, Store]):
    here, there = pair
    first, second = Caller(here), Caller(there)
    await first.gets_in()
    await second.gets_in()
    third = Caller(there)
    await queued(here, 3)
    fourth = Caller(here)
    await queued(here, 4)
    assert not third.inside.is_set()
    await first.ends()
    await third.gets_in()
    assert not fourth.inside.is_set()
    await second.ends()
    await fourth.gets_in()
    await third.ends()
    await fourth.ends()
    await queued(here, 0)


async def test_who_knows_a_lower_limit_waits_for_it_and_is_not_overtaken(pair: tuple[Store, Store]):
    here, there = pair
    before = [Caller(here), Caller(here)]
    for each in before:
        await each.gets_in()
    strict = Caller(there, {"provider:x": 1})
    await queued(here, 3)
    lax = Caller(there, {"provider:x": 3, "command:another": 1})
    await before[0].ends()
    # One is inside: too many for who came first, and it is not passed by.
    assert not strict.inside.is_set()
    assert not lax.inside.is_set()
    await before[1].ends()
    await strict.gets_in()
    await strict.ends()
    await lax.gets_in()
    await lax.ends()


async def test_the_place_of_one_who_is_not_heard_of_is_free_within_seconds_and_counts_again_when_it_wakes(
    pair: tuple[Store, Store],
):
    here, there = pair
    silent = [Caller(here), Caller(here)]
    for each in silent:
        await each.gets_in()
    heirs = [Caller(there), Caller(there)]
    await queued(there, 4)
    falls_silent(here)
    for each in heirs:
        await each.gets_in()
    await wakes_up(here)
    await heirs[0].ends()
    last = Caller(there)
    await queued(there, 4)
    # There is one of the heirs, and the two who are back.
    assert not last.inside.is_set()
    for each in (*silent, heirs[1]):
        await each.ends()
    await last.gets_in()
    await last.ends()
    await queued(there, 0)


async def test_a_place_that_was_cleared_away_in_the_meantime_is_asked_for_again(pair: tuple[Store, Store]):
    here, there = pair
    inside = [Caller(there), Caller(there)]
    for each in inside:
        await each.gets_in()
    forgotten = Caller(here)
    await queued(there, 3)
    await knows_that_it_waits(here)
    falls_silent(here)
    await rows(there, "DELETE FROM lane_tickets WHERE NOT admitted RETURNING 1")
    await wakes_up(here)
    await queued(there, 3)
    await inside[0].ends()
    await forgotten.gets_in()
    await inside[1].ends()
    await forgotten.ends()


async def test_a_word_that_is_lost_is_heard_with_the_next_beat(
    pair: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
):
    here, there = pair
    inside = [Caller(here), Caller(here)]
    for each in inside:
        await each.gets_in()
    monkeypatch.setattr(there.lanes(), "_tell", unheard)
    waiting = Caller(there)
    await queued(here, 3)
    await inside[0].ends()
    await queued(here, 2)
    monkeypatch.undo()
    await waiting.gets_in()
    await inside[1].ends()
    await waiting.ends()


async def test_who_gives_up_waiting_leaves_no_place_behind(pair: tuple[Store, Store]):
    here, there = pair
    inside = [Caller(here), Caller(here)]
    for each in inside:
        await each.gets_in()
    waiting = Caller(there)
    await queued(here, 3)
    waiting.task.cancel()
    await asyncio.wait([waiting.task])
    await queued(here, 2)
    for each in inside:
        await each.ends()


async def test_a_house_that_closes_gives_its_places_back(postgres_url: str):
    here, there = await open_store(postgres_url), await open_store(postgres_url)
    inside = [Caller(here), Caller(here)]
    for each in inside:
        await each.gets_in()
    waiting = Caller(there)
    await queued(there, 3)
    for each in inside:
        each.task.cancel()
    await here.close()
    await waiting.gets_in()
    await waiting.ends()
    await there.close()


@only_when_thorough
async def test_a_restart_of_the_database_takes_no_place_from_anybody(postgres: PostgresServer):
    with PostgresServer.started() as server:
        here, there = await open_store(url := server.new_database()), await open_store(url)
        inside = [Caller(here), Caller(here)]
        for each in inside:
            await each.gets_in()
        waiting = Caller(there)
        await queued(there, 3)
        server.stop()
        server.start()
        # As if it had been away for long: nobody could say that they live.
        assert await rows(there, "UPDATE lane_holders SET seen_at = seen_at - interval '1 hour' RETURNING 1")
        await wakes_up(there)
        assert not waiting.inside.is_set()
        for each in (*inside, waiting):
            await each.ends()
        await here.close()
        await there.close()


async def test_a_ticket_is_kept_for_the_next_call_until_somebody_waits_for_it(pair: tuple[Store, Store]):
    here, there = pair
    held = Caller(here)
    await held.gets_in()
    for _ in range(3):
        after = Caller(here)
        await after.gets_in()
        await after.ends()
    # One ticket for each of the two that were ever there at once, as the two lanes are one.
    assert await rows(there, "SELECT count(*), max(ticket) FROM lane_tickets") == [(2, 2)]
    waiting = Caller(there)
    await waiting.gets_in()
    crowding = Caller(there)
    await queued(here, 3)
    await held.ends()
    await crowding.gets_in()
    await waiting.ends()
    await crowding.ends()


async def test_a_ticket_that_nobody_needs_any_more_is_given_back_by_a_beat(pair: tuple[Store, Store]):
    here, there = pair
    call = Caller(here)
    await call.gets_in()
    await call.ends()
    await queued(there, 1)
    await queued(there, 0)


async def test_a_ticket_that_a_crash_of_the_database_took_is_not_used(pair: tuple[Store, Store]):
    here, there = pair
    held, call = Caller(here), Caller(here)
    await held.gets_in()
    await call.gets_in()
    await call.ends()
    await rows(there, "DELETE FROM lane_tickets WHERE ticket = 2 RETURNING 1")
    await wakes_up(here)
    again = Caller(here)
    await again.gets_in()
    assert await rows(there, "SELECT ticket FROM lane_tickets ORDER BY 1") == [(1,), (3,)]
    await held.ends()
    await again.ends()


def test_a_process_that_was_not_heard_of_uses_no_ticket_that_it_kept():
    now = 0.0
    spare = SpareTickets(lambda: now)
    spare.heard()
    assert spare.kept("provider:x", 2, 7)
    assert spare.found("provider:x", 3) is None
    now = 4.0
    assert spare.found("provider:x", 2) is None
    spare.heard()
    assert spare.found("provider:x", 2) == 7


def test_no_ticket_is_kept_while_somebody_waits_and_for_a_while_after():
    now = 0.0
    spare = SpareTickets(lambda: now)
    assert spare.kept("provider:x", 2, 7)
    assert spare.give_up("provider:x") == [7]
    assert not spare.kept("provider:x", 2, 8)
    assert spare.kept("provider:y", 2, 9)
    now = 3.0
    assert spare.kept("provider:x", 2, 8)
    assert spare.all() == [9, 8]
