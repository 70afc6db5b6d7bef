"""What only PostgreSQL can do: word between processes, and coming back after it was gone."""

import asyncio
import sys
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from moot.debate import Outage
from moot.engine import CardQuery, Limits, StoreBusy
from moot.store import Store, open_store
from tests.contracts.claims import claim
from tests.contracts.growths import opening, reply
from tests.support.postgres import PostgresServer

pytestmark = [pytest.mark.anyio, pytest.mark.postgres]

ROOT = Path(__file__).parents[2]


@pytest.fixture
def server(postgres: PostgresServer) -> Iterator[PostgresServer]:
    """A server of its own, to be stopped and started."""
    with PostgresServer.started() as server:
        yield server


@pytest.fixture
async def pair(postgres_url: str) -> AsyncIterator[tuple[Store, Store]]:
    """Two stores on one database, as two processes have them."""
    one, other = await open_store(postgres_url), await open_store(postgres_url)
    yield one, other
    await one.close()
    await other.close()


async def test_growth_announced_by_one_process_wakes_those_who_wait_in_another(pair: tuple[Store, Store]):
    here, there = (store.bulletin() for store in pair)
    assert here is not None
    assert there is not None
    waiting = [asyncio.create_task(there.grown(f"debate-{number}", 3, 20)) for number in range(120)]
    await asyncio.sleep(0)
    for number in range(120):
        here.announce(f"debate-{number}", 4)
    assert await asyncio.gather(*waiting) == [True] * 120


async def test_growth_to_a_line_already_seen_wakes_nobody(pair: tuple[Store, Store]):
    here, there = (store.bulletin() for store in pair)
    assert here is not None
    assert there is not None
    seen = asyncio.create_task(there.grown("seen", 5, 20))
    other = asyncio.create_task(there.grown("other", 0, 20))
    await asyncio.sleep(0)
    here.announce("seen", 5)
    here.announce("other", 1)
    assert await other
    assert not seen.done()
    here.announce("seen", 6)
    assert await seen


async def test_waiting_ends_in_time_and_when_the_house_closes(postgres_url: str):
    store = await open_store(postgres_url)
    bulletin = store.bulletin()
    assert bulletin is not None
    assert not await bulletin.grown("quiet", 0, 0.01)
    waiting = asyncio.create_task(bulletin.grown("quiet", 0, 60))
    await asyncio.sleep(0)
    bulletin.close()
    assert not await waiting
    assert bulletin.closed
    await store.close()


async def test_words_missed_while_the_server_was_gone_are_caught_up(server: PostgresServer):
    url = server.new_database()
    store = await open_store(url)
    bulletin = store.bulletin()
    assert bulletin is not None
    growth = opening()
    await store.append(growth)
    waiting = asyncio.create_task(bulletin.grown(growth.debate, 1, 60))
    await asyncio.sleep(0)
    # Grown through another process that never says a word about it.
    other = await open_store(url)
    await other.append(reply(growth))
    await other.close()
    server.stop()
    server.start()
    # The word for this one may be sent before or after the connection is found again.
    bulletin.announce("another", 1)
    assert await waiting
    await store.close()


async def test_while_the_server_is_gone_it_is_told_and_waiting_works_at_home(server: PostgresServer):
    store = await open_store(server.new_database())
    bulletin = store.bulletin()
    assert bulletin is not None
    growth = opening()
    await store.append(growth)
    server.stop()
    for asked in (store.ready(), store.append(reply(growth)), store.count(CardQuery())):
        with pytest.raises(Outage, match="cannot be reached"):
            await asked
    waiting = asyncio.create_task(bulletin.grown(growth.debate, 1, 20))
    await asyncio.sleep(0)
    bulletin.announce(growth.debate, 2)
    assert await waiting
    server.start()
    await store.ready()
    await store.append(reply(growth))
    assert await store.count(CardQuery()) == 1
    await store.close()


@pytest.mark.chaos
async def test_after_the_server_crashed_the_next_calls_just_work(server: PostgresServer):
    store = await open_store(server.new_database())
    growths = [opening() for _ in range(10)]
    await asyncio.gather(*map(store.append, growths))
    server.crash()
    server.start()
    await asyncio.gather(*(store.append(reply(growth)) for growth in growths))
    for growth in growths:
        assert len(await store.lines(growth.debate)) == 3
    await store.close()


@pytest.mark.chaos
async def test_a_server_that_crashes_amid_writes_loses_nothing_that_was_acknowledged(server: PostgresServer):
    store = await open_store(server.new_database())
    kept: list[str] = []
    enough = asyncio.Event()

    async def debate() -> None:
        with suppress(Outage):
            while True:
                growth = opening()
                await store.append(growth)
                kept.append(growth.debate)
                if len(kept) == 50:
                    enough.set()

    writers = [asyncio.create_task(debate()) for _ in range(5)]
    await enough.wait()
    await asyncio.to_thread(server.crash)
    await asyncio.gather(*writers)
    server.start()
    for name in kept:
        assert await store.card(name) is not None
    await store.close()


async def test_many_more_writers_than_connections_all_get_their_turn(postgres_url: str):
    store = await open_store(postgres_url)
    await asyncio.gather(*(store.append(opening()) for _ in range(150)))
    assert await store.count(CardQuery()) == 150
    await store.close()


async def test_a_writer_that_waits_too_long_for_a_connection_is_told(postgres_url: str):
    store = await open_store(postgres_url, patience=0.05)
    hold = asyncio.Event()

    async def slow(_: object) -> None:
        await hold.wait()

    held = [asyncio.create_task(store.append(opening(guards=(slow,)))) for _ in range(40)]
    # Half of them hold the connections; the other half wait for one in vain.
    done, waiting = await asyncio.wait(held, return_when=asyncio.FIRST_EXCEPTION)
    hold.set()
    results = await asyncio.gather(*held, return_exceptions=True)
    assert done
    assert waiting
    assert sum(isinstance(result, StoreBusy) for result in results) == 20
    assert await store.count(CardQuery()) == 20
    await store.close()


async def test_opening_at_once_in_two_processes_succeeds_in_both(empty_postgres_url: str):
    command = [sys.executable, "-m", "tests.contracts.writer", empty_postgres_url, "1", "1"]
    processes = [await asyncio.create_subprocess_exec(*command, stdout=-3, cwd=ROOT) for _ in range(3)]
    assert [await process.wait() for process in processes] == [0, 0, 0]


async def test_who_is_overtaken_while_taking_a_call_over_is_told_who_has_it_now(postgres_url: str):
    store = await open_store(postgres_url)
    await store.ledger.claim(claim(holder="dead"), lambda _: False)

    async def take_over() -> None:
        # In a process that knows of no limit, and so waits for nobody.
        other = await open_store(postgres_url)
        assert await other.ledger.claim(claim(holder="rival"), lambda holder: holder == "dead") is None
        await other.close()

    def is_gone(holder: str) -> bool:
        if holder == "dead":
            with ThreadPoolExecutor() as elsewhere:
                elsewhere.submit(asyncio.run, take_over()).result()
        return holder == "dead"

    kept = await store.ledger.claim(claim(holder="heir", debate=Limits(calls=1)), is_gone)
    assert kept is not None
    assert kept.holder == "rival"
    await store.close()
