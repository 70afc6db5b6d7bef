"""`moot oversee`: what it asks for, and how it is shown."""

from collections.abc import Iterator
from typing import Any

import pytest
from inline_snapshot import snapshot

from tests.cli.shell import Shell
from tests.client.scripted import Reply, ScriptedServer

AT = "2026-11-15T12:00:00Z"
VITALS = {
    "open": 3,
    "ended": 4,
    "called": 1,
    "due": 2,
    "late": 1,
    "asked": 1,
    "outbox": 0,
    "database_bytes": 3 * 2**20,
}
OPERATIONS: dict[str, Any] = {
    "vitals": VITALS,
    "late": [{"debate_id": "D", "title": "Queues", "format": "arena", "waiting_for": ["opponent"], "deadline": AT}],
    "due": [],
    "hours": [{"hour": AT, "calls": 2, "tokens": 10, "money": 0.5, "unpriced": 1}],
    "models": [{"model": "m", "calls": 2, "median_ms": 100, "p95_ms": 900}],
    "measured": 2,
    "slowest": [],
    "failures": [
        {"player": "p", "reason": "failed", "times": 2, "last_at": AT, "detail": "No key.", "debate_id": "D", "seq": 3}
    ],
    "workers": [],
    "attended_at": AT,
    "at": AT,
    "circuits": [],
    "disk": {"free_bytes": 2**30, "total_bytes": 2**31},
}


@pytest.fixture
def house(aw: Shell) -> Iterator[ScriptedServer]:
    with ScriptedServer(Reply(OPERATIONS)) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        yield server


def test_a_program_is_told_everything(aw: Shell, house: ScriptedServer):
    assert aw("oversee").data == OPERATIONS
    assert [each.path for each in house.asked] == ["/api/v1/operations"]


def test_a_person_reads_what_waits_what_fails_and_what_is_slow(aw: Shell, house: ScriptedServer):
    assert aw("oversee", "--format", "markdown").out == snapshot("""\
# Operations, 2026-11-15 12:00:00

- debates open: 3
- debates ended: 4
- debates with a player due: 1
- calls out: 1
- due within an hour: 2
- late: 1
- letters to webhooks: 0
- cost of 24 hours, where known: $0.5000
- database: 3.0 MiB
- free on disk: 1.0 GiB

- late: Queues (`D`), 2026-11-15 12:00:00

- p: failed, 2 times; No key.

- m: half within 100 ms, 95 % within 900 ms
""")


def test_a_table_ends_with_who_failed_most(aw: Shell, house: ScriptedServer):
    told = aw("oversee", "--format", "table").out
    assert "debates open" in told
    assert "Failed most: p (failed)." in told
