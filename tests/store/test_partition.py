"""The table of records in parts: made while others write, and everything is found where it was."""

import asyncio
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy import text
from sqlalchemy.dialects.postgresql.asyncpg import dialect
from sqlalchemy.sql import ClauseElement

from moot.debate import Outage
from moot.engine import Growth, verify
from moot.formats.arbitration import format as arbitration
from moot.store import Transaction, open_store, records
from moot.store.backup import opened_chest
from moot.store.checkup import examine
from moot.store.database import Params, Prepared
from moot.store.partition import main, partition
from moot.testing.stores import check_store
from tests.contracts.growths import opening, reply
from tests.support.postgres import PostgresServer

pytestmark = [pytest.mark.anyio, pytest.mark.postgres]

PARTS = 4
_HELD = """
    SELECT count(DISTINCT relname) FROM pg_locks JOIN pg_class ON pg_class.oid = relation
    WHERE pid = pg_backend_pid() AND relkind = 'r' AND relname LIKE 'lines%'
"""


def quiet(said: str) -> None:
    """Says nothing."""


async def explained(connection: "asyncpg.Connection[asyncpg.Record]", prepared: Prepared, params: Params) -> str:
    """How PostgreSQL would go about a statement of the store's."""
    assert isinstance(prepared.statement, ClauseElement)
    compiled = prepared.statement.compile(dialect=dialect())
    values = [params[name] for name in getattr(compiled, "positiontup", ())]
    return "\n".join(row[0] for row in await connection.fetch(f"EXPLAIN {compiled}", *values))


async def test_it_is_done_while_others_write_and_nothing_is_lost_or_doubled(postgres_url: str):
    store = await open_store(postgres_url)
    growths = [opening(request="first") for _ in range(40)]
    await asyncio.gather(*map(store.append, growths))
    stop, said = asyncio.Event(), list[str]()

    async def debate(growth: Growth) -> Growth:
        while not stop.is_set():
            growth = reply(growth)
            await store.append(growth)
        return growth

    writers = [asyncio.create_task(debate(growth)) for growth in growths[:4]]
    await partition(postgres_url, PARTS, said.append)
    stop.set()
    last = await asyncio.gather(*writers)
    assert said[-1].startswith(f"The records are in {PARTS} parts")
    for growth in (*growths[4:], *last):
        lines = await store.lines(growth.debate)
        assert [line.line for line in lines] == list(range(growth.card.lines))
        assert (await verify(growth.debate, store, {"arbitration": arbitration})).sound
    await store.close()
    await partition(postgres_url, PARTS, said.append)
    assert said[-1] == f"It is in {PARTS} parts already."
    with pytest.raises(Outage, match=f"It is in {PARTS} parts"):
        await partition(postgres_url, 2 * PARTS, said.append)


async def test_every_promise_of_a_store_is_kept_in_parts(postgres_url: str):
    await partition(postgres_url, PARTS, quiet)
    await check_store(postgres_url)


async def test_an_append_and_a_reading_touch_one_part_alone(postgres_url: str):
    await partition(postgres_url, PARTS, quiet)
    held = list[int]()

    async def look(tx: Transaction, growth: Growth) -> None:
        ((found,),) = await tx.rows(Prepared(text(_HELD)), {})
        held.append(found)

    store = await open_store(postgres_url, (look,))
    growths = [opening(request="r") for _ in range(8)]
    for growth in growths:
        await store.append(growth)
        await store.append(reply(growth))
    # The part; the parent is no table of its own.
    assert held == [1] * 16
    connection = await asyncpg.connect(postgres_url)
    for prepared, params in (
        (records._LINES, {"after": -1, "limit": 100}),  # pyright: ignore[reportPrivateUsage]
        (records._REQUESTED, {"request": "r"}),  # pyright: ignore[reportPrivateUsage]
    ):
        plan = await explained(connection, prepared, {"debate": growths[0].debate, **params})
        assert plan.count(" on lines_p") == 1, plan
    await connection.close()
    await store.close()


async def test_an_attempt_that_was_broken_off_is_begun_anew_with_any_number_of_parts(postgres_url: str):
    store = await open_store(postgres_url)
    await store.append(growth := opening())

    def stop(said: str) -> None:
        if said.startswith("All lines"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await partition(postgres_url, PARTS, stop)
    await store.append(reply(growth))
    assert len(await store.lines(growth.debate)) == 3
    await partition(postgres_url, 2, quiet)
    assert len(await store.lines(growth.debate)) == 3
    await store.close()


async def test_a_table_that_is_changed_meanwhile_is_not_switched_and_is_taken_as_it_is_then(postgres_url: str):
    administrator = await asyncpg.connect(postgres_url)
    store = await open_store(postgres_url)
    await store.append(growth := opening())

    def change(said: str) -> None:
        if said.startswith("All lines"):
            changing.append(asyncio.ensure_future(administrator.execute("ALTER TABLE lines ADD note text DEFAULT 'x'")))

    changing = list[asyncio.Future[str]]()
    with pytest.raises(asyncpg.PostgresError, match="start anew"):
        await partition(postgres_url, PARTS, change)
    await changing[0]
    await partition(postgres_url, PARTS, quiet)
    await store.append(reply(growth))
    assert await administrator.fetchval("SELECT note FROM lines ORDER BY line DESC LIMIT 1") == "x"
    assert len(await store.lines(growth.debate)) == 3
    await store.close()
    await administrator.close()


async def test_the_parts_belong_to_whom_the_house_works_as_whoever_makes_them(
    postgres: PostgresServer, empty_postgres_url: str
):
    name = empty_postgres_url.rpartition("/")[2]
    postgres.execute(f"CREATE ROLE plain_{name} LOGIN; ALTER DATABASE {name} OWNER TO plain_{name}")
    url = empty_postgres_url.replace("://moot@", f"://plain_{name}@")
    store = await open_store(url)
    await store.append(growth := opening())
    await partition(empty_postgres_url, PARTS, quiet)
    await store.append(reply(growth))
    assert len(await store.lines(growth.debate)) == 3
    await store.close()


async def test_only_one_does_it_at_a_time_and_only_one_who_knows_the_tables(postgres_url: str):
    connection = await asyncpg.connect(postgres_url)
    await connection.execute("SELECT pg_advisory_lock(x'70617274'::int)")
    with pytest.raises(Outage, match="Somebody else"):
        await partition(postgres_url, PARTS, quiet)
    await connection.execute("SELECT pg_advisory_unlock_all(); UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(Outage, match="'9999'"):
        await partition(postgres_url, PARTS, quiet)
    await connection.close()


async def test_a_backup_goes_from_parts_to_a_whole_table_and_back_and_the_doctor_finds_nothing_wrong(
    postgres: PostgresServer, postgres_url: str, tmp_path: Path
):
    growth, last = opening(), postgres.new_database()
    for url in (postgres_url, last):
        await partition(url, PARTS, quiet)
    place = postgres_url
    for number, following in enumerate((str(tmp_path / "moot.db"), last)):
        store = await open_store(place)
        if number == 0:
            await store.append(growth)
        await store.back_up(tmp_path / str(number), growth.card.opened_at, untold)
        await store.close()
        store = await open_store(following)
        with opened_chest(tmp_path / str(number)) as chest:
            await store.restore(chest, untold)
        assert tuple(await store.lines(growth.debate)) == growth.lines
        assert (await verify(growth.debate, store, {"arbitration": arbitration})).sound
        await store.close()
        place = following
    assert (await asyncio.to_thread(examine, last, 5)).fault is None
    postgres.drop_database(last)


def untold(table: str, rows: int) -> None:
    """Says nothing."""


def test_it_is_done_by_a_program_that_says_what_is_wrong(
    empty_postgres_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr("sys.argv", ["partition", empty_postgres_url, "--parts", "2"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert (ended.value.code, capsys.readouterr().err) == (1, "There are no records of Moot in this database.\n")
