"""A streaming replica: lists are read there while it keeps up, and nothing else ever is."""

import asyncio
import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import uuid4

import anyio.lowlevel
import asyncpg
import pytest
from sqlalchemy import text

from moot.debate import InvalidInput
from moot.engine import CardQuery, Claim
from moot.store import Store, open_store, replica
from moot.store.database import Params, Prepared, Row, lists_of
from moot.store.postgres_checkup import examine_replica
from moot.store.replica import Replica
from moot.tellers.counts import REPLICA_READS
from moot.wiring import application, house
from tests.contracts.claims import KEY, all_are_there
from tests.contracts.growths import START, opening, reply
from tests.support.house import API, Table, caller_at, said, settings
from tests.support.postgres import PostgresServer

pytestmark = [pytest.mark.anyio, pytest.mark.postgres]

LONG = 30


@dataclass(frozen=True)
class Two:
    """A server, and one that follows it."""

    written: PostgresServer
    followed: PostgresServer
    database: str

    @property
    def replica(self) -> str:
        return self.followed.url(self.database.rpartition("/")[2])

    async def opened(self) -> Store:
        return await open_store(self.database, replica=self.replica)


@pytest.fixture(scope="module")
def two(postgres: PostgresServer) -> Iterator[Two]:
    with PostgresServer.started(durable=False) as written:
        database = written.new_database()
        with written.followed() as followed:
            yield Two(written, followed, database)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, a replica that works is read."""
    monkeypatch.setattr(replica, "_PATIENCE", LONG)
    monkeypatch.setattr(replica, "BEHIND", LONG)


def replica_of(store: Store) -> Replica:
    found = lists_of(store._database)  # pyright: ignore[reportPrivateUsage]
    assert isinstance(found, Replica)
    return found


class Reads:
    """Counts whence lists are read from now on."""

    def __init__(self) -> None:
        self._before = {source: REPLICA_READS.of(source) for source in ("replica", "database")}

    def __getitem__(self, source: str) -> float:
        return REPLICA_READS.of(source) - self._before[source]


async def test_lists_come_from_the_replica_and_everything_else_from_the_database(two: Two):
    store = await two.opened()
    reads, growth = Reads(), opening("A question of copies")
    await store.append(growth)
    # What was just written is read where it was written.
    assert await store.card(growth.debate) == growth.card
    assert tuple(await store.lines(growth.debate)) == growth.lines
    await store.append(reply(growth))
    assert await store.ledger.claim(Claim(KEY, "me", START, None), all_are_there) is None
    await store.called()
    await store.due(START)
    assert (reads["replica"], reads["database"]) == (0, 0)
    async with asyncio.timeout(LONG):
        while not (await store.cards(CardQuery(text="copies"))).items:
            await anyio.lowlevel.checkpoint()
    lists = (
        store.count(CardQuery()),
        store.shelf.list(),
        store.arena.leaderboard("score"),
        store.notices.feed(),
        store.roll.listed(),
        store.fixtures.all_series(),
        store.fixtures.brackets(),
        store.memory.lessons(),
    )
    before = reads["replica"]
    for each in lists:
        await each
    assert reads["replica"] >= before + len(lists)
    assert reads["database"] == 0
    # And nothing can be written there by mistake, even if it is a replica no more.
    with pytest.raises(asyncpg.PostgresError, match="read-only"):
        await replica_of(store)._ask(Prepared(text("DELETE FROM lines RETURNING 1")), {})  # pyright: ignore[reportPrivateUsage]
    await store.close()


async def test_a_house_reads_its_lists_where_it_is_told_to(two: Two):
    told = settings(two.database).model_copy(update={"replica_url": two.replica})
    async with house(told) as opened, caller_at(application(opened)) as http:
        reads, table = Reads(), Table(http, str(uuid4()))
        await table.opened()
        assert (await table.context())["debate"]["state"] == "AWAITING_OPPONENT"
        assert reads["replica"] == 0
        said(await http.get(f"{API}/debates"))
        assert (reads["replica"] > 0, reads["database"]) == (True, 0)


async def read_from(store: Store, source: str) -> set[str]:
    """The debates that are listed, once the list is read from there."""
    async with asyncio.timeout(LONG):
        while True:
            reads = Reads()
            listed = await store.cards(CardQuery(limit=1000))
            if reads[source]:
                return {card.debate for card in listed.items}
            await anyio.lowlevel.checkpoint()


async def test_a_replica_that_is_down_slow_or_behind_is_left_for_the_database_and_taken_again(
    two: Two, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(replica, "_AWAY", 0.2)
    caplog.set_level(logging.WARNING, "moot.replica")
    store = await two.opened()

    def paused(verb: str) -> None:
        two.followed.execute(f"SELECT pg_wal_replay_{verb}()")

    # How it fails, how it is mended, and what is told of it. A moment behind is not what a test waits for.
    for fails, mended, told in (
        (two.followed.stop, two.followed.start, "it cannot be read"),
        (lambda: setattr(replica, "_PATIENCE", 0), lambda: setattr(replica, "_PATIENCE", LONG), "TimeoutError"),
        (lambda: paused("pause"), lambda: paused("resume"), "it is behind"),
    ):
        await read_from(store, "replica")
        caplog.clear()
        await asyncio.to_thread(fails)
        monkeypatch.setattr(replica, "BEHIND", 0.0)
        await store.append(growth := opening())
        assert growth.debate in await read_from(store, "database")
        assert "lists are read from the database itself" in caplog.text
        assert told in caplog.text
        seen = (await store.overseer.oversight(START)).replica
        assert seen is not None
        assert (seen.in_use, told in str(seen.trouble)) == (False, True)
        monkeypatch.setattr(replica, "BEHIND", LONG)
        await asyncio.to_thread(mended)
        await read_from(store, "replica")
        assert "lists are read from the replica again" in caplog.text
        seen = (await store.overseer.oversight(START)).replica
        assert seen is not None
        assert (seen.in_use, seen.trouble) == (True, None)
    await store.close()


async def test_a_replica_that_is_promoted_is_read_no_more(two: Two, caplog: pytest.LogCaptureFixture):
    with two.written.followed() as own:
        there = own.url(two.database.rpartition("/")[2])
        store = await open_store(two.database, replica=there)
        await read_from(store, "replica")
        await asyncio.to_thread(own.execute, "SELECT pg_promote()")
        # It still has all that the database has, and now more than that.
        promoted = await open_store(there)
        await promoted.append(strange := opening())
        await promoted.close()
        assert strange.debate not in await read_from(store, "database")
        assert "it is no replica" in caplog.text
        await store.close()


async def test_a_replica_of_another_database_that_comes_late_is_not_read(two: Two):
    await asyncio.to_thread(two.followed.stop)
    # The house of which all others are copies has their tables, and was there before the replica.
    store = await open_store(two.database, replica=two.followed.url("moot_house"))
    await asyncio.to_thread(two.followed.start)
    replica_of(store)._away_until = 0  # pyright: ignore[reportPrivateUsage]
    reads = Reads()
    await store.count(CardQuery())
    assert (reads["replica"], reads["database"]) == (0, 1)
    assert (await replica_of(store).told()).trouble == "it is another database's"
    await store.close()


class Late(Replica):
    """A replica that always has what had been written a second before, of a database that is always written to."""

    async def _follows(self) -> bool:
        return True

    async def _ask(self, prepared: Prepared, params: Params) -> Sequence[Row]:
        return await self._primary.rows(prepared, {"late": 1.0})


class Busy:
    """A database that writes a hundred bytes a second, by a clock that is set."""

    def __init__(self) -> None:
        self.now = 1000.0

    async def rows(self, prepared: Prepared, params: Params) -> Sequence[Row]:
        """How much is written; or, late, how much of it has arrived."""
        return [(int(100 * (self.now - params.get("late", 0.0))),)]


async def test_a_replica_that_is_always_a_little_behind_is_read_for_a_list_may_be_some_seconds_old(
    two: Two, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(replica, "BEHIND", 5.0)
    monkeypatch.setattr(replica, "_MOMENT", 0.0)
    busy = Busy()
    monkeypatch.setattr(replica, "monotonic", lambda: busy.now)
    late = Late(two.replica, busy)
    used: list[bool] = []
    for _ in range(12):
        busy.now += 1.01
        used.append((await late.told()).in_use)
    assert used == [False] + [True] * 11
    await late.close()


async def test_an_address_that_is_no_replica_of_this_house_is_refused_or_not_read(two: Two, postgres_url: str):
    for url, other in (("sqlite://", two.replica), (two.database, "moot.db")):
        with pytest.raises(InvalidInput, match="A replica is a PostgreSQL's"):
            await open_store(url, replica=other)
    for url in (two.database, postgres_url):
        store = await open_store(url)
        await store.house_secret()
        await store.close()
    with pytest.raises(InvalidInput, match="another house"):
        await open_store(two.database, replica=postgres_url)
    # The database itself is no replica: it is read, but not as one.
    store, reads = await open_store(two.database, replica=two.database), Reads()
    await store.count(CardQuery())
    assert (reads["replica"], reads["database"]) == (0, 1)
    await store.close()


async def test_the_doctor_tells_a_replica_from_what_is_none(two: Two):
    assert (await asyncio.to_thread(examine_replica, two.replica, 5)).fault is None
    for url, fault in (
        (two.database, "no replica"),
        (two.followed.url(), "no tables of Moot"),
        ("postgresql://moot@127.0.0.1:1/moot", "cannot be reached"),
    ):
        assert fault in str((await asyncio.to_thread(examine_replica, url, 5)).fault)
