import asyncio
import os
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import text

from moot.debate import InvalidInput, Outage
from moot.engine import CardQuery, NewerDatabase
from moot.store import Transaction, open_store
from moot.store.database import Prepared
from tests.contracts.growths import opening
from tests.support.postgres import PostgresServer

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("step_by_step")]

NOBODY = 65534


async def opened_and_closed(url: str) -> None:
    store = await open_store(url)
    await store.close()


@contextmanager
def without_rights() -> Generator[None]:
    """As an ordinary user, for whom permissions count."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that an ordinary user can reach and owns."""
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        if os.geteuid() == 0:
            os.chown(name, NOBODY, NOBODY)
        yield Path(name)


async def test_a_file_is_made_with_its_folders_for_its_owner_alone(tmp_path: Path):
    path = tmp_path / "one" / "two" / "moot.db"
    store = await open_store(f"sqlite:///{path}")
    await store.append(opening())
    modes = {stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    await store.close()
    assert modes == {0o600}
    assert [stat.S_IMODE(folder.stat().st_mode) for folder in (path.parent, path.parent.parent)] == [0o700] * 2


async def test_a_folder_that_was_there_keeps_its_mode(tmp_path: Path):
    (tmp_path / "shared").mkdir(mode=0o755)
    await opened_and_closed(str(tmp_path / "shared" / "moot.db"))
    assert stat.S_IMODE((tmp_path / "shared").stat().st_mode) == 0o755


async def test_a_plain_path_and_an_address_name_the_same_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    store = await open_store("moot.db")
    await store.append(opening())
    await store.close()
    for url in ("sqlite:///moot.db", f"sqlite:///{tmp_path}/moot.db", "~/moot.db", "sqlite:///~/moot.db"):
        store = await open_store(url)
        assert await store.count(CardQuery()) == 1
        await store.close()


async def test_a_path_may_hold_what_addresses_and_settings_give_a_meaning(tmp_path: Path):
    path = tmp_path / "a b%20c?d#e%(here)s ü.db"
    await opened_and_closed(str(path))
    assert path.exists()


async def test_two_houses_in_memory_know_nothing_of_each_other():
    first, second = await open_store("sqlite://"), await open_store(":memory:")
    await first.append(opening())
    assert (await first.count(CardQuery()), await second.count(CardQuery())) == (1, 0)
    await first.close()
    await second.close()


async def test_an_unknown_kind_of_address_is_refused():
    with pytest.raises(InvalidInput, match="mysql"):
        await open_store("mysql://localhost/moot")


async def test_a_file_that_is_no_database_is_refused_and_left_as_it_was(tmp_path: Path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear Sir or Madam,\n" * 500)
    with pytest.raises(Outage, match="no SQLite database"):
        await open_store(str(path))
    assert path.read_text() == "Dear Sir or Madam,\n" * 500


async def test_a_database_of_another_program_is_refused_and_left_as_it_was(tmp_path: Path):
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipes (name)")
    connection.close()
    with pytest.raises(Outage, match="another program"):
        await open_store(str(path))
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]
    connection.close()


async def test_a_folder_where_nothing_may_be_written_is_told(open_folder: Path):
    with without_rights():
        os.chmod(open_folder, 0o555)
        for path in (open_folder / "moot.db", open_folder / "deeper" / "moot.db"):
            with pytest.raises(Outage, match=r"Cannot write the database .*Permission denied"):
                await open_store(str(path))


async def test_a_file_that_may_not_be_written_is_told(open_folder: Path):
    with without_rights():
        path = open_folder / "moot.db"
        await opened_and_closed(str(path))
        path.chmod(0o400)
        with pytest.raises(Outage, match="Cannot write the database"):
            await open_store(str(path))


async def test_a_file_in_a_folder_without_room_for_its_log_is_told(open_folder: Path):
    with without_rights():
        path = open_folder / "moot.db"
        await opened_and_closed(str(path))
        os.chmod(open_folder, 0o555)
        with pytest.raises(Outage, match="cannot be written"):
            await open_store(str(path))
        os.chmod(open_folder, 0o755)


async def test_a_path_below_a_file_is_told(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(Outage, match="Cannot write the database"):
        await open_store(str(tmp_path / "file" / "moot.db"))


@pytest.mark.parametrize("kind", ["file", pytest.param("postgres", marks=pytest.mark.postgres)])
async def test_a_database_of_a_newer_moot_is_refused_and_left_as_it_was(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
):
    url = str(tmp_path / "moot.db") if kind == "file" else str(request.getfixturevalue("postgres_url"))
    store = await open_store(url)
    growth = opening()
    await store.append(growth)

    async def from_the_future(tx: Transaction) -> None:
        await tx.run(Prepared(text("UPDATE alembic_version SET version_num = '9999'")), {})

    await store._database.write(from_the_future)  # pyright: ignore[reportPrivateUsage]
    with pytest.raises(NewerDatabase, match=r"'9999'.*Update Moot"):
        await open_store(url)
    assert await store.card(growth.debate) == growth.card
    await store.close()


async def test_opening_a_current_database_does_not_load_the_migrations(tmp_path: Path):
    path = tmp_path / "moot.db"
    await opened_and_closed(str(path))
    program = (
        "import asyncio, sys; from moot.store import open_store\n"
        f"asyncio.run(open_store({str(path)!r}))\n"
        "print({'alembic', 'asyncpg', 'sqlalchemy.ext.asyncio'} & set(sys.modules))"
    )
    done = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "set()\n"


@pytest.mark.postgres
async def test_a_postgres_that_cannot_be_reached_is_told(postgres: PostgresServer):
    for url in (
        "postgresql://moot@127.0.0.1:1/moot",
        postgres.url("no_such_database"),
        "postgresql://moot@host.invalid/moot",
    ):
        with pytest.raises(Outage, match="cannot be reached"):
            await open_store(url)


@pytest.mark.postgres
async def test_a_postgres_is_reached_by_its_socket_too(postgres: PostgresServer):
    name = postgres.new_database().rpartition("/")[2]
    await opened_and_closed(postgres.socket_url(name))
    await opened_and_closed(postgres.url(name).replace("postgresql://", "postgres://"))
