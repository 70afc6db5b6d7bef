"""Memory is read by its indexes, however much there is of it."""

import sqlite3
from pathlib import Path

import pytest

from moot.store import open_store
from moot.store.database import Prepared
from moot.store.memory import episodes, finding, forgetting, lessons, reading
from tests.store.test_plans import plan

pytestmark = pytest.mark.anyio

BOTH = (False, True)
SERVED: list[tuple[str, Prepared]] = [
    *(("memory_episodes_newest", episodes.listed(frozenset[str](), after)) for after in BOTH),
    *(("memory_episodes_of_agent", episodes.listed(frozenset({"agent"}), after)) for after in BOTH),
    *(("memory_episodes_of_debate", episodes.listed(frozenset({"debate"}), after)) for after in BOTH),
    ("memory_lessons_newest", lessons.NEWEST),
    ("memory_lessons_newest", lessons.OLDER),
    *(("memory_lessons", prepared) for prepared in lessons.NAMED.by_length.values()),
    ("sqlite_autoindex_memory_terms_1", finding.WITH_WORD),
    ("memory_lessons", finding.WISE),
    ("memory_vectors_newest", finding.COMPARED),
    ("memory_lessons_newest", finding.UNKNOWN),
    ("memory_episodes_newest", forgetting.FIRST_TO_GO),
    ("memory_episodes_newest", forgetting.OLDEST),
    ("memory_episodes_of_debate", reading.UNHELPED),
]


async def test_everything_is_read_in_the_order_of_an_index(tmp_path: Path):
    store = await open_store(str(tmp_path / "moot.db"))
    await store.close()
    connection = sqlite3.connect(tmp_path / "moot.db")
    for index, prepared in SERVED:
        steps = plan(connection, prepared)
        assert index in steps[0], (index, steps)
        assert not any("TEMP B-TREE" in step for step in steps), (index, steps)
        assert all("INDEX" in step or "CORRELATED" in step for step in steps), (index, steps)
    connection.close()
