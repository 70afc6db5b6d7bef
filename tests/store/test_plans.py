"""Lists cost the same in a house of a hundred debates and of a hundred thousand: an index serves each of them."""

import re
import sqlite3
from pathlib import Path

import pytest

from moot.engine import CardQuery
from moot.store import calls, open_store
from moot.store.cards import CALLED, CALLED_AFTER, CARD, DUE, SWAP
from moot.store.database import Prepared
from moot.store.listing import listing

pytestmark = pytest.mark.anyio

AFTER = "MjAyNi0xMS0xNVQwOTowMDowMC4wMDAwMDBaIHg"
QUERIES = [
    CardQuery(),
    CardQuery(after=AFTER),
    CardQuery(format="f"),
    CardQuery(variety="v", after=AFTER),
    CardQuery(status="s"),
    CardQuery(status="s", variety="v", after=AFTER),
    CardQuery(ended=True, after=AFTER),
    CardQuery(ended=False),
]


@pytest.fixture
async def connection(tmp_path: Path) -> sqlite3.Connection:
    store = await open_store(str(tmp_path / "moot.db"))
    await store.close()
    return sqlite3.connect(tmp_path / "moot.db")


def plan(connection: sqlite3.Connection, prepared: Prepared) -> list[str]:
    sql, _ = prepared.sqlite({})
    _, params = prepared.sqlite(dict.fromkeys(re.findall(r":(\w+)", sql), 1))
    rows = connection.execute(f"EXPLAIN QUERY PLAN {sql}", params).fetchall()
    return [str(row[3]) for row in rows]


async def test_every_list_is_read_in_the_order_of_an_index(connection: sqlite3.Connection):
    for query in QUERIES:
        ready = listing(query, "sqlite")
        assert ready is not None
        steps = plan(connection, ready.page)
        assert all("INDEX" in step for step in steps), (query, steps)
        assert not any("TEMP B-TREE" in step for step in steps), (query, steps)
    connection.close()


async def test_a_floor_is_two_indexes_whose_few_newest_rows_are_merged(connection: sqlite3.Connection):
    ready = listing(CardQuery(floor="judge", after=AFTER), "sqlite")
    assert ready is not None
    steps = plan(connection, ready.page)
    assert any("debates_by_floor" in step for step in steps)
    assert any("floors_by_seat" in step for step in steps)
    assert not any(step.startswith("SCAN debates") for step in steps)
    connection.close()


async def test_counts_and_deadlines_and_cards_use_an_index(connection: sqlite3.Connection):
    counts = [ready.count for query in QUERIES if (ready := listing(query, "sqlite")) is not None]
    for prepared in (*counts, CARD, DUE, SWAP):
        steps = plan(connection, prepared)
        assert all("INDEX" in step for step in steps if "debates" in step), steps
    assert any("debates_due" in step for step in plan(connection, DUE))
    connection.close()


async def test_a_search_asks_the_full_text_index(connection: sqlite3.Connection):
    ready = listing(CardQuery(text="word", status="s"), "sqlite")
    assert ready is not None
    assert any("VIRTUAL TABLE" in step for step in plan(connection, ready.page))
    connection.close()


async def test_the_debates_that_call_are_read_in_the_order_of_their_own_index(connection: sqlite3.Connection):
    for prepared in (CALLED, CALLED_AFTER):
        (step,) = plan(connection, prepared)
        assert "debates_called" in step
    connection.close()


async def test_calls_are_found_and_summed_by_an_index(connection: sqlite3.Connection):
    found = (calls.GET, calls.ANSWER, calls.DROP, calls.OF_DEBATE, calls.OF_TURN, calls.summed(True, False))
    for prepared in found:
        (step,) = plan(connection, prepared)
        assert "(debate_id=?" in step, step
    # The bodies, which are most of the file, are not touched.
    for prepared in (calls.summed(False, True), calls.summed(False, False)):
        (step,) = plan(connection, prepared)
        assert "COVERING INDEX calls_since" in step
    connection.close()
