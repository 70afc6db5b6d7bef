"""A database as each older Moot left it is brought up to date when it is opened, and nothing in it is lost."""

import shutil
import sqlite3
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from sqlalchemy import Column, Connection, MetaData, Table, insert, text
from sqlalchemy.ext.asyncio import create_async_engine

from moot.engine import CardQuery, Claim, Growth, Tally, verify
from moot.formats.arbitration import format as arbitration
from moot.store import cards, open_store, upgrade
from moot.store.database import Dialect
from moot.store.revision import HEAD, SERVES_KEY
from moot.store.schema import core
from moot.store.search import index
from moot.store.tables import house, lines, metadata
from tests.contracts.claims import KEY, all_are_there
from tests.contracts.growths import START, opening, reply

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("step_by_step")]

SECRET = "ab" * 32
REVISIONS = [f"{number:04}" for number in range(1, int(HEAD) + 1)]
NOT_FILLED = ("alembic_version", "lane_", "sqlite_")


def as_first_made(connection: Connection, folder: Path, growths: list[Growth]) -> None:
    """A house as the first tables kept it, with these debates in it."""
    migrations = folder / "first"
    shutil.copytree(upgrade.MIGRATIONS, migrations)
    for later in (migrations / "versions").glob("000[2-9]*.py"):
        later.unlink()
    upgrade.upgrade(connection, migrations)
    connection.execute(insert(house), {"key": "secret", "value": SECRET})
    for growth in growths:
        _keep(connection, growth)


def _keep(connection: Connection, growth: Growth) -> None:
    card = {name: value for name, value in cards.opening(growth.card).items() if name != "called"}
    columns, values = ", ".join(card), ", ".join(f":{name}" for name in card)
    kept = connection.execute(text(f"INSERT INTO debates ({columns}) VALUES ({values}) RETURNING number"), card)
    dialect: Dialect = "sqlite" if connection.dialect.name == "sqlite" else "postgresql"
    words = {"number": kept.scalar_one(), "words": growth.card.title.lower()}
    connection.execute(index("debates", dialect).put.statement, words)
    rows: list[dict[str, Any]] = [
        {"debate_id": growth.debate, "line": line.line, "head": line.head, "body": line.body, "hash": line.hash}
        for line in growth.lines
    ]
    connection.execute(insert(lines), rows)


async def everything_is_there(url: str, growths: list[Growth]) -> None:
    store = await open_store(url)
    try:
        for growth in growths:
            assert await store.card(growth.debate) == growth.card
            assert tuple(await store.lines(growth.debate)) == growth.lines
            assert (await verify(growth.debate, store, {"arbitration": arbitration})).sound
        assert await store.count(CardQuery(text="shall")) == await store.count(CardQuery()) == len(growths)
        assert await store.house_secret() == bytes.fromhex(SECRET)
        assert (await store.called()).items == ()
        answered = reply(growths[0], called=True)
        await store.append(answered)
        assert (await store.called()).items == (answered.card,)
        assert await store.ledger.tally() == Tally()
        assert await store.ledger.claim(Claim(KEY, "me", START, None), all_are_there) is None
    finally:
        await store.close()


async def test_a_sqlite_house_of_before_players_loses_nothing(tmp_path: Path):
    growths = [opening() for _ in range(3)]
    connection = sqlite3.connect(tmp_path / "moot.db", isolation_level=None)
    with core(connection) as alembics:
        alembics.begin()
        as_first_made(alembics, tmp_path, growths)
    assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]
    connection.close()
    await everything_is_there(str(tmp_path / "moot.db"), growths)


@pytest.mark.postgres
async def test_a_postgres_house_of_before_players_loses_nothing(empty_postgres_url: str, tmp_path: Path):
    growths = [opening() for _ in range(3)]
    engine = create_async_engine(empty_postgres_url.replace("://", "+asyncpg://"))
    async with engine.begin() as connection:
        await connection.run_sync(as_first_made, tmp_path, growths)
        assert await connection.scalar(text("SELECT version_num FROM alembic_version")) == "0001"
    await engine.dispose()
    await everything_is_there(empty_postgres_url, growths)


Rows: TypeAlias = dict[str, list[dict[str, Any]]]


def kept_at_every_step(connection: Connection) -> set[str]:
    """The tables of a house that every older Moot had for a while; what each left in its new ones is still there."""
    kept: Rows = {}
    there = MetaData()
    for revision in REVISIONS[:-1]:
        upgrade.make_as_of(connection, revision)
        there.reflect(connection, only=lambda name, _: not name.startswith(NOT_FILLED) and "_words" not in name)
        for table in there.sorted_tables:
            if table.name not in kept:
                row = {column.name: _made_up(column, kept) for column in table.columns}
                connection.execute(insert(table), row)
                kept[table.name] = _rows(connection, table)
    upgrade.upgrade(connection)
    for table in there.sorted_tables:
        now = [row for row in _rows(connection, table) if row.get("key") != SERVES_KEY]
        assert now == kept[table.name], table.name
    return set(kept)


def _rows(connection: Connection, table: Table) -> list[dict[str, Any]]:
    return [dict(row) for row in connection.execute(table.select()).mappings()]


def _made_up(column: Column[Any], kept: Rows) -> Any:
    for key in column.foreign_keys:
        if key.column.table.name in kept:
            return kept[key.column.table.name][0][key.column.name]
    match column.type.python_type.__name__:
        case "int":
            return 7
        case "float":
            return 0.5
        case "bool":
            return True
        case "bytes":
            return b"seven"
        case "datetime":
            return START
        case _:
            return "seven"


@pytest.mark.postgres
async def test_what_each_older_moot_left_in_its_tables_is_there_after_the_last_upgrade(
    empty_postgres_url: str, tmp_path: Path
):
    connection = sqlite3.connect(tmp_path / "moot.db", isolation_level=None)
    with core(connection) as alembics:
        alembics.begin()
        kept = kept_at_every_step(alembics)
    connection.close()
    engine = create_async_engine(empty_postgres_url.replace("://", "+asyncpg://"))
    async with engine.begin() as there:
        assert kept == await there.run_sync(kept_at_every_step) == set(metadata.tables)
    await engine.dispose()
