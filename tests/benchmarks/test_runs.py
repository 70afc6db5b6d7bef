"""The benchmarks run, and keep what they measured in a form that can be read again. Nothing is timed here."""

import json
from pathlib import Path

import pytest

from benchmarks.__main__ import BENCHMARKS, main
from benchmarks.measure import Goal, compared, percentile
from tests.support.thorough import only_when_thorough

LONG = ("arena", "embedded", "long-debate", "many-debates", "memory", "players", "starting", "waking")
"""These take seconds each, to show the same of as many programs: that they run."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=only_when_thorough if name in LONG else ()) for name in BENCHMARKS]
)
def test_every_benchmark_runs_and_its_ratios_are_kept_with_date_commit_machine_and_goal(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main([name, "--quick", "--out", str(tmp_path / "results"), "--folder", str(tmp_path)])
    (kept,) = (tmp_path / "results").iterdir()
    run = json.loads(kept.read_text())
    assert kept.name == f"{run['date'][:10]}-{run['commit']}.json"
    assert run["quick"] is True
    assert set(run["machine"]) >= {"cores", "python", "sqlite"}
    assert {result["benchmark"] for result in run["results"]} == {name}
    shown = capsys.readouterr().out
    for result in run["results"]:
        assert min(result["ours"], result["floor"], result["ratio"]) > 0
        assert (result["goal"] is None) == (result["met"] is None)
        assert result["what"] in shown


def test_a_ratio_is_the_median_of_the_rounds_and_says_whether_it_met_its_goal() -> None:
    ratio = compared("a move", "ms", [3.0, 10.0, 4.0], [2.0, 1.0, 4.0], "bare", Goal("<=", 1.5))
    assert ratio.rounds == (1.5, 10.0, 1.0)
    assert (ratio.ratio, ratio.ours, ratio.floor, ratio.met) == (1.5, 4.0, 2.0, True)
    assert not Goal(">", 1.0).met(1.0)
    assert Goal(">=", 0.7).met(0.7)


def test_a_percentile_is_a_value_that_was_measured() -> None:
    assert percentile(list(range(1, 1001)), 0.99) == 990
    assert percentile([5.0], 0.99) == 5.0
