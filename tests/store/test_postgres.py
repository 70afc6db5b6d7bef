"""What only PostgreSQL can do: word between processes, and coming back after it was gone."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import asyncpg
import pytest
from anyio import to_thread
from sqlalchemy import text

from moot.debate import InvalidInput, Outage
from moot.engine import CardQuery, Growth, Limits, LineTaken, StoreBusy
from moot.store import Store, open_store
from moot.store.database import Clash, Prepared, Transaction
from moot.store.postgres import PostgresDatabase
from tests.contracts.claims import claim, later, said
from tests.contracts.growths import opening, reply
from tests.contracts.writer import writer
from tests.support.postgres import PostgresServer

pytestmark = [pytest.mark.anyio, pytest.mark.postgres]


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
    processes = [writer(empty_postgres_url, debates=1, moves=1) for _ in range(3)]
    for process in processes:
        await to_thread.run_sync(process.communicate)
    assert [process.returncode for process in processes] == [0, 0, 0]


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


async def test_an_answer_that_comes_while_another_takes_the_call_over_is_kept_and_told(postgres_url: str):
    store = await open_store(postgres_url)
    await store.ledger.claim(claim(holder="slow"), lambda _: False)
    rival = await asyncpg.connect(postgres_url)
    async with rival.transaction():
        (row,) = await rival.fetch("DELETE FROM calls RETURNING *")
        await rival.execute(
            "INSERT INTO calls (debate_id, turn, ask, attempt, holder, asked_at) VALUES ($1, $2, $3, $4, 'heir', $5)",
            *(row[name] for name in ("debate_id", "turn", "ask", "attempt", "asked_at")),
        )
        keeping = asyncio.create_task(store.ledger.keep(claim().key, said(), later(1)))
        async with asyncio.timeout(20):
            while not await rival.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):
                pass
    kept = await keeping
    assert (kept.answer, kept.holder) == (said(), "heir")
    await rival.close()
    await store.close()


async def test_a_driver_that_breaks_down_leaves_nobody_deaf(pair: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch):
    here, there = (store.bulletin() for store in pair)
    assert here is not None
    assert there is not None

    async def breaks_once(*_: object) -> None:
        monkeypatch.undo()
        raise asyncpg.InternalClientError("cannot switch to state 12; another operation (2) is in progress")

    monkeypatch.setattr(type(here), "_send", breaks_once)
    waiting = asyncio.create_task(there.grown("debate", 3, 20))
    await asyncio.sleep(0)
    here.announce("debate", 4)
    assert await waiting


async def test_who_is_frozen_amid_a_transaction_holds_nobody_up_for_long(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
):
    begun, awake = asyncio.Event(), asyncio.Event()

    async def freeze(_: object, growth: Growth) -> None:
        if growth.after > 0 and not begun.is_set():
            begun.set()
            await awake.wait()

    monkeypatch.setattr("moot.store.postgres.IDLE", "300ms")
    frozen, other = await open_store(postgres_url, (freeze,)), await open_store(postgres_url)
    growth = opening()
    await other.append(growth)
    late = asyncio.create_task(frozen.append(reply(growth, "I was first.")))
    await begun.wait()
    await other.append(reply(growth, "But I am here."))
    awake.set()
    with pytest.raises(Outage, match="Send the same request again"):
        await late
    with pytest.raises(LineTaken):
        await frozen.append(reply(growth, "I was first."))
    assert "But I am here." in (await other.lines(growth.debate))[-1].body
    await frozen.close()
    await other.close()


async def test_a_connection_that_is_cut_before_it_is_given_back_hides_nothing(
    postgres: PostgresServer, postgres_url: str
):
    database = await PostgresDatabase.opened(postgres_url, patience=5)

    async def refused(tx: Transaction) -> None:
        await tx.rows(Prepared(text("SELECT 1")), {})
        postgres.cut_connections(f"datname = '{postgres_url.rpartition('/')[2]}'")
        raise InvalidInput("No.")

    for _ in range(2):
        with pytest.raises(InvalidInput):
            await database.write(refused)
    await database.close()


async def test_a_table_that_was_changed_meanwhile_holds_nobody_up(postgres: PostgresServer, postgres_url: str):
    database = await PostgresDatabase.opened(postgres_url, patience=5)
    everything = Prepared(text("SELECT * FROM house"))

    async def reads(tx: Transaction) -> int:
        return len((await tx.rows(everything, {}))[0])

    assert await database.write(reads) == 2
    changing = await asyncpg.connect(postgres_url)
    await changing.execute("ALTER TABLE house ADD COLUMN later text")
    await changing.close()
    assert await database.write(reads) == 3
    await database.close()


async def test_what_was_cancelled_amid_a_transaction_leaves_nothing_open(postgres_url: str):
    database = await PostgresDatabase.opened(postgres_url, patience=5)
    slow = Prepared(text("SELECT pg_sleep(60)"))

    async def works(tx: Transaction) -> None:
        await tx.run(Prepared(text("INSERT INTO house (key, value) VALUES ('half', 'done')")), {})
        await tx.rows(slow, {})

    writing = asyncio.create_task(database.write(works))
    looking = await asyncpg.connect(postgres_url)
    asleep = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
    async with asyncio.timeout(20):
        while not await looking.fetchval(asleep):
            pass
    writing.cancel()
    await asyncio.wait([writing])
    open_ones = "SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'"
    assert await looking.fetchval(open_ones + " AND datname = current_database()") == 0
    assert await database.rows(Prepared(text("SELECT 1 FROM house WHERE key = 'half'")), {}) == []
    await looking.close()
    await database.close()


async def test_a_move_that_the_database_did_not_keep_is_not_acknowledged(postgres_url: str):
    database = await PostgresDatabase.opened(postgres_url, patience=5)
    twice = Prepared(text("INSERT INTO house (key, value) VALUES ('once', 'only')"))

    async def works(tx: Transaction) -> None:
        await tx.run(twice, {})
        with pytest.raises(Clash, match="house"):
            await tx.run(twice, {})

    with pytest.raises(Outage, match="did not keep this"):
        await database.write(works)
    assert await database.rows(Prepared(text("SELECT 1 FROM house WHERE key = 'once'")), {}) == []
    await database.close()
