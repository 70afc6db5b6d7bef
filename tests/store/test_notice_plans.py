"""What is told around debates is found by an index, however much there is of it."""

import sqlite3
from pathlib import Path

import pytest

from moot.store import open_store
from moot.store.commons import feed, notifications, outbox, reminders, reports
from moot.store.database import Prepared
from tests.store.test_plans import plan

pytestmark = pytest.mark.anyio

BOTH = (False, True)
SERVED: list[tuple[str, str, Prepared]] = [
    *(("notifications", "notifications_newest", notifications.listed(False, after)) for after in BOTH),
    *(("notifications", "notifications_unread", notifications.listed(True, after)) for after in BOTH),
    ("notifications", "notifications_unread", notifications.UNREAD),
    *(("feed", "feed_newest", feed.listed(False, after)) for after in BOTH),
    *(("feed", "feed_of_member", feed.listed(True, after)) for after in BOTH),
    *(("reports", "reports_filed", reports.listed(True, after)) for after in BOTH),
    *(("reports", "reports_settled", reports.listed(False, after)) for after in BOTH),
    ("reports", "reports_", reports.OPEN_ONES),
    ("webhooks", "webhooks_due", outbox.DUE),
    ("webhooks", "webhooks_due", outbox.ANY_DUE),
    ("deliveries", "deliveries_due", outbox.WAITING),
    ("deliveries", "deliveries_due", outbox.NEXT),
    ("reminders", "reminders_due", reminders.DUE),
]


@pytest.fixture
async def connection(tmp_path: Path) -> sqlite3.Connection:
    store = await open_store(str(tmp_path / "moot.db"))
    await store.close()
    return sqlite3.connect(tmp_path / "moot.db")


async def test_every_list_and_queue_is_read_in_the_order_of_its_index(connection: sqlite3.Connection):
    for table, index, prepared in SERVED:
        steps = plan(connection, prepared)
        assert any(index in step for step in steps if table in step), (index, steps)
        assert not any("TEMP B-TREE" in step for step in steps), (index, steps)
        assert not any(step.startswith(f"SCAN {table}") and "INDEX" not in step for step in steps), steps
    connection.close()


async def test_those_who_like_a_topic_are_found_by_the_debate(connection: sqlite3.Connection):
    steps = plan(connection, reminders.LIKERS)
    assert "debate_id=? AND line=?" in steps[0]
    connection.close()
