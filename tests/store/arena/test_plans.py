"""Lists of the arena cost the same with a hundred debates and with a million: an index serves each of them."""

import re
import sqlite3
from collections.abc import AsyncIterator, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy.dialects import postgresql
from sqlalchemy.sql import ClauseElement

from moot.commons.book_lists import LISTED, LISTS, SORTS, ArenaQuery
from moot.commons.book_rows import RANK_SORTS
from moot.store import open_store
from moot.store.arena import archiving, awards, facts, judgments, likes, limits, lists, rows, standings
from moot.store.arena.cursors import marked
from moot.store.arena.listing import walk
from moot.store.database import Prepared

pytestmark = pytest.mark.anyio

AFTER = {"hot": marked("hot", 1, "x"), "new": marked("new", "t", "x"), "judging": marked("judging", "t", "x")}


@pytest.fixture(scope="module")
async def connection(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[sqlite3.Connection]:
    path: Path = tmp_path_factory.mktemp("plans") / "moot.db"
    store = await open_store(str(path))
    await store.close()
    connection = sqlite3.connect(path)
    yield connection
    connection.close()


def plan(connection: sqlite3.Connection, prepared: Prepared) -> list[str]:
    sql, _ = prepared.sqlite({})
    _, params = prepared.sqlite(dict.fromkeys(re.findall(r":(\w+)", sql), 1))
    told = connection.execute(f"EXPLAIN QUERY PLAN {sql}", params).fetchall()
    return [str(row[3]) for row in told]


def queries() -> Iterator[ArenaQuery]:
    narrowed: list[dict[str, Any]] = [
        {},
        {"category": "tech"},
        {"tag": "law"},
        {"member": "m"},
        {"member": "m", "tag": "law", "category": "tech"},
        {"tag": "law", "category": "tech"},
    ]
    for shelves, sort, asked in product((LISTED, *LISTS.values()), SORTS, narrowed):
        yield ArenaQuery(shelves, sort=sort, **asked)
        yield ArenaQuery(shelves, sort=sort, after=AFTER[sort], **asked)


def serves(step: str) -> bool:
    """Whether a step reads by an index, or none at all."""
    return "INDEX" in step or not step.startswith(("SCAN", "SEARCH", "USE TEMP"))


async def test_every_list_is_merged_from_walks_along_an_index(connection: sqlite3.Connection):
    shapes = {ready.ids for query in queries() if (ready := walk(query, "sqlite")) is not None}
    assert len(shapes) > 250
    for shape in shapes:
        steps = plan(connection, shape)
        assert all(serves(step) for step in steps), (shape.statement, steps)
        walks = [step for step in steps if "arena_" in step and "autoindex" not in step]
        assert all("COVERING INDEX" in step and "shelf=?" in step for step in walks), steps


async def test_a_search_asks_the_full_text_index_first(connection: sqlite3.Connection):
    for query in (ArenaQuery(text="word"), ArenaQuery(("open",), text="word", category="tech", tag="law")):
        ready = walk(query, "sqlite")
        assert ready is not None
        steps = plan(connection, ready.ids)
        assert "VIRTUAL TABLE" in next(step for step in steps if "words" in step)
        assert not any(step.startswith("SCAN arena") for step in steps)
        assert any("arena_debates USING INDEX sqlite_autoindex_arena_debates_1 (id=?)" in step for step in steps), steps


async def test_everything_else_is_found_by_an_index_and_in_its_order(connection: sqlite3.Connection):
    boards = [standings.board(sort, after) for sort in RANK_SORTS for after in (False, True)]
    many = (standings.STATS, standings.SCORES, judgments.JUDGED, likes.LIKED, rows.ROWS, facts.STANDINGS, facts.LOCKED)
    others = (
        *boards,
        *(among.by_length[8] for among in many),
        standings.BETTER,
        awards.CHANGES,
        awards.CHANGES_AFTER,
        judgments.OF,
        judgments.OF_AFTER,
        judgments.BY,
        judgments.BY_AFTER,
        likes.LIKES,
        likes.AS_OF,
        limits.COUNTING,
        limits.LAST_OPENED,
        limits.LAST_JUDGED,
        lists.LIVE,
        *lists.CLOSING,
        lists.RESULTS,
        archiving.NOW,
        rows.ROW,
    )
    for prepared in others:
        steps = [step for step in plan(connection, prepared) if step != "SCAN anon_1"]
        assert all(serves(step) for step in steps), (prepared.statement, steps)


async def test_a_curve_reads_no_more_than_it_shows(connection: sqlite3.Connection):
    steps = plan(connection, awards.CURVES["sqlite"].by_length[8])
    assert any("arena_awards USING INDEX arena_awards_of (member_id=?)" in step for step in steps)
    assert not any("TEMP B-TREE" in step for step in steps)


@pytest.mark.postgres
async def test_on_postgres_each_shelf_is_walked_along_its_index_and_only_their_ends_are_sorted(postgres_url: str):
    store = await open_store(postgres_url)
    await store.close()
    connection = await asyncpg.connect(postgres_url)
    # Empty tables are not worth an index; nor is it worth one to be told to use it.
    await connection.execute("SET enable_seqscan = off; SET enable_bitmapscan = off")
    for query in (ArenaQuery(), ArenaQuery(category="tech", after=AFTER["hot"]), ArenaQuery(member="m", sort="new")):
        ready = walk(query, "postgresql")
        assert ready is not None
        steps = "\n".join(row[0] for row in await connection.fetch(f"EXPLAIN {_filled(ready.ids, ready.params)}"))
        assert steps.count("Index Only Scan Backward") == len(LISTED), steps
        assert steps.count("Sort Key") == 1, steps
    await connection.close()


def _filled(prepared: Prepared, params: Mapping[str, Any]) -> str:
    """The statement with its values in it, as one would type it."""
    assert isinstance(prepared.statement, ClauseElement)
    compiled = prepared.statement.compile(dialect=postgresql.dialect(paramstyle="named"))
    values: dict[str, Any] = dict(compiled.construct_params({**params, "limit": 51}) or {})
    return re.sub(r"(?<!:):(\w+)", lambda found: _quoted(values[found[1]]), str(compiled))


def _quoted(value: object) -> str:
    return str(value) if isinstance(value, int) else f"'{value}'"
