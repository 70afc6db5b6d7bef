"""Series and brackets cost the same however many there are: an index serves each question."""

import sqlite3
from pathlib import Path

import pytest

from moot.store import open_store
from moot.store.fixtures import brackets, fixtures, games, series
from tests.store.test_plans import plan

pytestmark = pytest.mark.anyio


@pytest.fixture
async def connection(tmp_path: Path) -> sqlite3.Connection:
    store = await open_store(str(tmp_path / "moot.db"))
    await store.close()
    return sqlite3.connect(tmp_path / "moot.db")


async def test_every_question_is_answered_in_the_order_of_an_index(connection: sqlite3.Connection):
    pages = (series.NEWEST, series.OLDER, brackets.NEWEST, brackets.OLDER)
    for prepared in (
        *pages,
        *fixtures.DUE_SERIES,
        *fixtures.DUE_BRACKETS,
        series.SLOTS,
        games.OF_DEBATE,
        games.OVERDUE,
    ):
        steps = plan(connection, prepared)
        assert all("INDEX" in step for step in steps), steps
        assert not any("TEMP B-TREE" in step for step in steps), steps
    connection.close()


async def test_what_is_due_is_found_among_what_waits_alone(connection: sqlite3.Connection):
    for (prepared, _), index in ((fixtures.DUE_SERIES, "series_due"), (fixtures.DUE_BRACKETS, "brackets_due")):
        (step,) = plan(connection, prepared)
        assert index in step
    connection.close()
