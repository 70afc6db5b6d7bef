"""Migrations: what they make is what the tables say, and an older database is brought up to date with its rows."""

import asyncio
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text
from sqlalchemy.ext.asyncio import create_async_engine

from moot.engine import NewerDatabase
from moot.store import open_store, upgrade
from moot.store.checkup import examine
from moot.store.revision import HEAD
from moot.store.schema import core
from moot.store.tables import metadata
from tests.contracts.growths import opening, reply

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("step_by_step")]

LATER = f"""
from alembic import op
from sqlalchemy import Column, Text

revision = "later"
down_revision = "{HEAD}"


def upgrade():
    with op.batch_alter_table("house") as house:
        house.add_column(Column("note", Text, server_default="from before"))
"""

BROKEN = (
    LATER
    + """
    op.execute("INSERT INTO no_such_table VALUES (1)")
"""
)


def differences(connection: Connection) -> list[Any]:
    def ours(name: str | None, kind: str, _parents: object) -> bool:
        return kind != "table" or not ("_words" in str(name) or str(name).startswith(("lane_", "wakes")))

    options = {"compare_type": True, "include_name": ours}
    return compare_metadata(MigrationContext.configure(connection, opts=options), metadata)


def with_a_later_one(folder: Path, migration: str) -> Path:
    """The migrations as a newer Moot would have them."""
    migrations = folder / "migrations"
    shutil.copytree(upgrade.MIGRATIONS, migrations)
    (migrations / "versions" / "later.py").write_text(migration)
    return migrations


def test_the_head_is_the_newest_migration():
    script = ScriptDirectory(str(upgrade.MIGRATIONS))
    assert script.get_heads() == [HEAD]


async def test_the_migrations_make_the_tables_on_sqlite(tmp_path: Path):
    store = await open_store(str(tmp_path / "moot.db"))
    await store.close()
    with core(sqlite3.connect(tmp_path / "moot.db")) as connection:
        assert differences(connection) == []
        connection.connection.close()


@pytest.mark.postgres
async def test_the_migrations_make_the_tables_on_postgres(empty_postgres_url: str):
    store = await open_store(empty_postgres_url)
    await store.close()
    engine = create_async_engine(empty_postgres_url.replace("://", "+asyncpg://"))
    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await engine.dispose()


async def test_an_older_sqlite_database_is_brought_up_to_date_with_its_rows(tmp_path: Path):
    path = tmp_path / "moot.db"
    store = await open_store(str(path))
    growth = opening()
    await store.append(growth)
    await store.house_secret()
    await store.close()

    await brought_to(str(path), with_a_later_one(tmp_path, LATER))
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("later",)]
    assert connection.execute("SELECT DISTINCT note FROM house").fetchall() == [("from before",)]
    assert connection.execute("SELECT id FROM debates").fetchall() == [(growth.debate,)]
    connection.close()


async def test_a_migration_that_fails_leaves_a_sqlite_database_as_it_was(tmp_path: Path):
    path = tmp_path / "moot.db"
    store = await open_store(str(path))
    await store.close()
    migrations = with_a_later_one(tmp_path, BROKEN)
    connection = sqlite3.connect(path, isolation_level=None)
    before = connection.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
    with core(connection) as alembics:
        connection.execute("BEGIN IMMEDIATE")
        alembics.begin()
        with pytest.raises(Exception, match="no_such_table"):
            upgrade.upgrade(alembics, migrations)
    assert connection.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall() == before
    assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(HEAD,)]
    connection.close()


@pytest.mark.postgres
async def test_an_older_postgres_database_is_brought_up_to_date_with_its_rows(empty_postgres_url: str, tmp_path: Path):
    store = await open_store(empty_postgres_url)
    growth = opening()
    await store.append(growth)
    await store.house_secret()
    await store.close()
    await brought_to(empty_postgres_url, with_a_later_one(tmp_path, LATER))
    engine = create_async_engine(empty_postgres_url.replace("://", "+asyncpg://"))
    async with engine.connect() as connection:
        assert await connection.scalar(text("SELECT version_num FROM alembic_version")) == "later"
        assert await connection.scalar(text("SELECT note FROM house")) == "from before"
        assert await connection.scalar(text("SELECT id FROM debates")) == growth.debate
    await engine.dispose()


async def test_a_fresh_database_has_its_full_text_indexes(tmp_path: Path):
    store = await open_store(str(tmp_path / "moot.db"))
    await store.close()
    with core(sqlite3.connect(tmp_path / "moot.db")) as connection:
        names = set(inspect(connection).get_table_names())
        connection.connection.close()
    assert {"debates_words", "documents_words", "alembic_version"} <= names


@pytest.mark.parametrize("kind", ["file", pytest.param("postgres", marks=pytest.mark.postgres)])
async def test_a_newer_database_that_still_serves_this_moot_is_worked_with_before_and_after_a_restart(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
):
    url = str(tmp_path / "moot.db") if kind == "file" else str(request.getfixturevalue("postgres_url"))
    running = await open_store(url)
    growth = opening()
    await running.append(growth)
    await brought_to(url, with_a_later_one(tmp_path, LATER + f'\n\nserves = "{HEAD}"\n'))
    await running.append(reply(growth))
    again = await open_store(url)
    assert len(await again.lines(growth.debate)) == 3
    await again.append(opening())
    # What it does not know it must not leave out of a backup without a word.
    with pytest.raises(NewerDatabase, match=r"'later'.*Use the newer one"):
        await again.back_up(tmp_path / "backup", growth.card.opened_at, quiet)
    assert not (tmp_path / "backup").exists()
    assert "serves this one" in (await asyncio.to_thread(examine, url, 5)).what
    await again.close()
    await running.close()


async def test_a_newer_database_that_serves_only_later_ones_is_refused(tmp_path: Path):
    url = str(tmp_path / "moot.db")
    await (await open_store(url)).close()
    await brought_to(url, with_a_later_one(tmp_path, LATER))
    with pytest.raises(NewerDatabase, match=r"'later'.*Update Moot"):
        await open_store(url)
    assert "newer Moot" in str((await asyncio.to_thread(examine, url, 5)).fault)


def quiet(table: str, rows: int) -> None:
    """Says nothing."""


async def brought_to(url: str, migrations: Path) -> None:
    """The database as a newer Moot leaves it, while others may be at work on it."""
    if url.startswith("postgresql"):
        engine = create_async_engine(url.replace("://", "+asyncpg://"))
        async with engine.begin() as connection:
            await connection.run_sync(upgrade.upgrade, migrations)
        await engine.dispose()
        return
    connection = sqlite3.connect(url, isolation_level=None)
    with core(connection) as alembics:
        connection.execute("BEGIN IMMEDIATE")
        alembics.begin()
        upgrade.upgrade(alembics, migrations)
        connection.execute("COMMIT")
    connection.close()
