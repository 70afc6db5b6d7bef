"""The comparison with the peers: what is made of the numbers; the drivers themselves run when thorough."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from benchmarks.peers import page
from benchmarks.peers.__main__ import main
from benchmarks.peers.rows import Row, verdicts
from tests.support.thorough import only_when_thorough


def took(system: str, *, wall: float = 160, seconds: float = 2, cpu: float = 2, kb: float = 50) -> dict[str, Any]:
    return {
        "system": system,
        "version": "1.0",
        "persistence": system == "moot",
        "stages": 3,
        "calls": 9,
        "alone_ms": [wall, wall * 3, wall],
        "alone_cpu_ms_per_call": [cpu],
        "crowd": 100,
        "crowd_seconds": [seconds],
        "crowd_cpu_ms_per_call": [cpu],
        "rss_mb_before": 10,
        "rss_mb_peak": 20,
        "kb_per_live_debate": kb,
    }


def met(*rows: Row) -> list[bool]:
    return [each.met for each in verdicts(rows, crowd=100)]


def test_a_row_has_the_medians_over_the_critical_path():
    row = Row.of(took("moot"), 50)
    assert (row.ratio, row.debates_per_s, row.calls_per_s, row.cpu_ms) == (1.067, 50, 450, 2)


def test_the_goals_are_judged_against_the_best_peer_and_never_against_the_floor():
    floor, ours = Row.of(took("bare asyncio", seconds=0.1, cpu=0.1), 50), Row.of(took("moot"), 50)
    slow, thrifty = Row.of(took("slow", seconds=4, cpu=9), 50), Row.of(took("thrifty", seconds=9, cpu=1), 50)
    assert met(floor, ours, slow) == [True, True, True, True]
    assert met(floor, ours, slow, thrifty) == [True, True, True, False]
    assert met(floor, Row.of(took("moot", wall=170, seconds=3, kb=120), 50), slow) == [False, False, False, True]


def test_where_nobody_could_be_so_much_quicker_that_is_said():
    ours, near = Row.of(took("moot", seconds=3.1), 1000), Row.of(took("near", seconds=4), 1000)
    told = verdicts([ours, near], crowd=100)[2]
    assert (told.met, told.came) == (False, "1.29 times near; 100 at once cannot be more than 33.3 a second")
    assert verdicts([ours, Row.of(took("slow", seconds=5), 1000)], crowd=100)[2].came == "1.61 times slow"


def test_the_page_tells_what_was_missed_and_who_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(page, "ROOT", tmp_path)
    rows = [Row.of(took("moot", wall=400), 50), Row.of(took("LangGraph"), 50)]
    told = {
        "date": "2026-11-16T00:00:00+00:00",
        "commit": "abc",
        "crowd": 100,
        "latencies": [50],
        "machine": {"cores": 2, "python": "3.11"},
        "rows": [asdict(row) for row in rows],
        "missing": {"swarms": "pip failed"},
    }
    results = tmp_path / "2026-11-16-abc-peers.json"
    results.write_text(json.dumps(told))
    text = page.page_of(results)
    assert "| one debate within 1.10 of its critical path | 2.67 | **no** |" in text
    assert "| LangGraph | 1.0 | no |" in text
    assert "Not measured: swarms (pip failed)." in text


@only_when_thorough
def test_ours_and_the_floor_play_the_debate(tmp_path: Path):
    sizes = ["--latency", "1", "--alone", "1", "--crowd", "2", "--repeats", "1"]
    main(["bare", "moot", *sizes, "--out", str(tmp_path)])
    (results,) = tmp_path.glob("*-peers.json")
    told = json.loads(results.read_text())
    assert [row["system"] for row in told["rows"]] == ["bare asyncio", "moot"]
    assert told["missing"] == {}
