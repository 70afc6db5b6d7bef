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
    "queue": {"waiting": 5, "late": 1, "held": 2},
    "processes": {"here": 2, "silent": 1},
}
OPERATIONS: dict[str, Any] = {
    "vitals": VITALS,
    "late": [{"debate_id": "D", "title": "Queues", "format": "arena", "waiting_for": ["opponent"], "deadline": AT}],
    "due": [],
    "hours": [{"hour": AT, "calls": 2, "tokens": 10, "money": 0.5, "unpriced": 1, "lost": 3, "lost_money": 0.125}],
    "models": [{"model": "m", "calls": 2, "median_ms": 100, "p95_ms": 900}],
    "measured": 2,
    "slowest": [],
    "failures": [
        {"player": "p", "reason": "failed", "times": 2, "last_at": AT, "detail": "No key.", "debate_id": "D", "seq": 3}
    ],
    "processes": [],
    "replica": {"in_use": True, "behind_seconds": 0.2, "trouble": None},
    "attended_at": AT,
    "at": AT,
    "troubles": [{"code": "late", "what": "1 debate is late.", "advice": "See that a runner is there."}],
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

- **1 debate is late.** See that a runner is there.

- debates open: 3
- debates ended: 4
- debates with a player due: 1
- calls out: 1
- due within an hour: 2
- late: 1
- letters to webhooks: 0
- cost of 24 hours, where known: $0.5000
- calls cut off in 24 hours: 3, which may have cost $0.1250
- database: 3.0 MiB
- in line to be looked at: 5 (1 late), 2 held
- processes: 2 here, 1 silent
- replica: in use, 0.2 s behind
- free on disk: 1.0 GiB

- late: Queues (`D`), 2026-11-15 12:00:00

- p: failed, 2 times; No key.

- m: half within 100 ms, 95 % within 900 ms
""")


def test_a_table_ends_with_what_to_look_after(aw: Shell, house: ScriptedServer):
    told = aw("oversee", "--format", "table").out
    assert "debates open" in told
    assert "1 debate is late. See that a runner is there." in told


def test_a_house_in_which_all_is_well_says_so(aw: Shell):
    away = {"in_use": False, "behind_seconds": None, "trouble": "it is behind"}
    vitals = {**VITALS, "queue": None, "processes": None}
    with ScriptedServer(Reply({**OPERATIONS, "troubles": [], "vitals": vitals, "replica": away})) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        told = aw("oversee", "--format", "markdown").out
    assert "All is well." in told
    assert "- replica: not in use: it is behind" in told
    assert "processes" not in told
