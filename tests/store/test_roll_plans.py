"""Members are found by an index, however many there are: a key is looked up with every request."""

import re
import sqlite3
from pathlib import Path

import pytest

from moot.store import open_store
from moot.store.database import Prepared
from moot.store.roll import keyring, people

pytestmark = pytest.mark.anyio


@pytest.fixture
async def connection(tmp_path: Path) -> sqlite3.Connection:
    store = await open_store(str(tmp_path / "moot.db"))
    await store.close()
    return sqlite3.connect(tmp_path / "moot.db")


def plan(connection: sqlite3.Connection, prepared: Prepared) -> list[str]:
    sql, _ = prepared.sqlite({})
    _, params = prepared.sqlite(dict.fromkeys(re.findall(r":(\w+)", sql), 1))
    return [str(row[3]) for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}", params)]


async def test_members_are_found_and_listed_by_an_index(connection: sqlite3.Connection):
    one = (people.BY_ID, people.BY_HANDLE, people.BY_CLAIM, people.BY_X, people.LOCK, people.among(4))
    for prepared in (*one, people.LISTED, keyring.BY_KEY, keyring.BY_SESSION, keyring.KEYS_OF):
        steps = plan(connection, prepared)
        assert all(step.startswith("SEARCH") and "INDEX" in step for step in steps), steps
    assert "members_listed" in plan(connection, people.LISTED)[0]
    assert "(digest=?)" in plan(connection, keyring.BY_KEY)[0]
    assert "(digest=?)" in plan(connection, keyring.BY_SESSION)[0]
    connection.close()
