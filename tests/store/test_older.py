"""A database as each older Moot left it is brought up to date when it is opened, and nothing in it is lost."""

import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert, text
from sqlalchemy.ext.asyncio import create_async_engine

from moot.engine import CardQuery, Claim, Growth, Tally, verify
from moot.formats.arbitration import format as arbitration
from moot.store import cards, open_store, upgrade
from moot.store.database import Dialect
from moot.store.search import index
from moot.store.sqlite_transaction import core
from moot.store.tables import house, lines
from tests.contracts.claims import KEY, all_are_there
from tests.contracts.growths import START, opening, reply

pytestmark = pytest.mark.anyio

SECRET = "ab" * 32


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
