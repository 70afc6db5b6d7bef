"""Where two records part: in what they say, and never in how long a program took."""

from typing import Any

from moot.debate import View, views
from moot.notation.parting import parted
from tests.players.asking import argued


def reported(seconds: float, outcome: str) -> list[View]:
    """A record whose second line tells of a run."""
    record = views(argued(("opponent", "No.")).entries, None)
    told: dict[str, Any] = {
        "outcomes": [{"id": "1", "outcome": outcome, "seconds": seconds}],
        "metrics": {"tests_seconds": seconds, "seconds bench.py": seconds, "passed": 3},
        "seconds": seconds,
    }
    return [*record[:2], View(record[2].entry, told)]


def test_how_long_a_run_took_is_no_difference():
    same = parted(reported(0.1, "passed"), reported(2.5, "passed"))
    assert (same.same, same.common, same.diff) == (True, 2, "")
    other = parted(reported(0.1, "passed"), reported(2.5, "failed"))
    assert (other.same, other.common, other.fields) == (False, 1, ("what it says",))
    assert "-    outcome: passed\n+    outcome: failed\n" in other.diff
    assert "seconds" not in other.diff
