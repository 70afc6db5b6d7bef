"""The load driver: what it counts from, what is made of its numbers, and that every scenario runs. Nothing is timed."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from time import perf_counter
from xml.etree import ElementTree

import pytest

from benchmarks.load import page
from benchmarks.load.__main__ import SCENARIOS, main
from benchmarks.load.chart import Series, chart
from benchmarks.load.estimate import costs_of, estimated
from benchmarks.load.kept import Result, keep, latest
from benchmarks.load.model import Costs, Fleet, on_postgresql, on_sqlite, shards
from benchmarks.load.pool import TooFewFiles, must_be_able_to_open
from benchmarks.load.schedule import arrivals, pursued
from benchmarks.load.spread import Measured, Spread, Step
from tests.support.thorough import only_when_thorough

ON_POSTGRESQL = Costs(
    house_ms=7.0, kb_per_debate=60, database_ms=2, commits=3, commits_per_s=3000, hear_ms=0.07, connections=22
)


def spread(p99: float = 40.0) -> Spread:
    return Spread(100, p99 / 4, p99 / 2, p99, p99 * 2)


def step(at: float = 5.0, **costs: float) -> Step:
    known = {
        "thinks_s": 2.0,
        "unfinished": 0.0,
        "live_at_most": 30.0,
        "calls_per_s": 9 * at,
        "cpu_ms_per_call": 3.5,
        "database_cpu_ms_per_call": 0.0,
        "cores_busy": 0.2,
        "kb_per_live_debate": 60.0,
    }
    ours = {"stage": spread(2100), "debate": spread(6300)}
    return Step(f"{at:g} debates/s", at, ours, {"stage": spread(2000)}, {**known, **costs})


def result(measured: Measured) -> Result:
    return Result(measured, Path("2026-11-16-abc-load-sqlite.json"), "2026-11-16T10:00:00", "abc", {"cores": 2})


LIVE = result(Measured("live", "a bare client", (step(5), step(10)), {"carried_calls_per_s": 90.0}))


def test_arrivals_are_the_same_for_the_same_seed_and_as_many_as_the_rate_says():
    moments = arrivals(50, 100, seed=1)
    assert moments == arrivals(50, 100, seed=1) != arrivals(50, 100, seed=2)
    assert moments == sorted(moments)
    assert moments[-1] < 100
    # A Poisson count of 5,000 is within six deviations of it.
    assert abs(len(moments) - 5000) < 6 * 5000**0.5


async def test_time_counts_from_the_moment_that_was_fixed_and_nobody_waits_for_those_before():
    second_began, dues = asyncio.Event(), list[float]()

    async def act(number: int, due: float) -> float:
        dues.append(due)
        if number == 0:
            async with asyncio.timeout(30):
                await second_began.wait()
        second_began.set()
        return due + 0.25

    began = perf_counter()
    told = await pursued([0.0, 0.001], act)
    assert told.took == pytest.approx([250.0, 250.0])
    assert dues[1] - dues[0] == pytest.approx(0.001)
    assert dues[0] >= began
    assert min(told.driver) >= 0


def test_percentiles_are_of_what_was_measured_and_there_are_none_of_nothing():
    assert Spread.of([float(n) for n in range(1, 1001)]) == Spread(1000, 500, 950, 990, 1000)
    with pytest.raises(ValueError, match="nothing"):
        Spread.of([])


def test_a_ratio_is_over_the_floor_of_the_same_name_or_the_only_one():
    one = Step("x", 1, {"move": spread(40), "list": spread(80)}, {"move": spread(10)}, {})
    assert (one.ratio("move"), one.ratio("list")) == (4, 8)


def test_one_process_carries_what_its_core_has_time_for():
    carried = on_sqlite(Costs(house_ms=3.5, kb_per_debate=60))
    assert carried.calls_per_s == pytest.approx(200)
    assert carried.live == pytest.approx(200 * 10 / 3)
    assert carried.gigabytes == pytest.approx(666.7 * 60 / 1e6, rel=1e-3)


def test_more_machines_help_until_the_database_is_the_least_and_hearing_has_a_ceiling():
    one = on_postgresql(ON_POSTGRESQL, Fleet(1, 2))
    assert one.bounds["CPU of the house"] == pytest.approx(700 / (3.5 + 0.07))
    assert one.bounds["CPU of PostgreSQL"] == pytest.approx(700)
    assert one.bounds["commits of PostgreSQL"] == pytest.approx(700)
    assert one.first == "CPU of the house"
    many = on_postgresql(ON_POSTGRESQL, Fleet(1000, 2))
    assert many.bounds["CPU of the house"] < 700 / 0.07
    assert many.first != "CPU of the house"
    assert many.calls_per_s == pytest.approx(700)
    with pytest.raises(ValueError, match="not measured"):
        on_postgresql(Costs(house_ms=3.5, kb_per_debate=60), Fleet(1, 2))


def test_so_many_databases_as_let_every_machine_be_busy():
    assert shards(ON_POSTGRESQL, Fleet(1, 2)) == 1
    needed = shards(ON_POSTGRESQL, Fleet(1000, 2))
    assert on_postgresql(ON_POSTGRESQL, Fleet(1000 // needed, 2)).first == "CPU of the house"
    assert on_postgresql(ON_POSTGRESQL, Fleet(1000 // (needed - 1), 2)).first != "CPU of the house"


def test_the_estimate_tells_its_inputs_and_what_was_not_measured():
    assert "Not measured" in estimated(None, None)
    told = estimated(LIVE, None)
    assert "a call costs 3.50 ms of CPU, a live debate 60 KB" in told
    assert "200 calls a second" in told
    assert "PostgreSQL is not measured yet" in told
    facts = {"floor_commits_per_s": 3000.0, "hear_ms": 0.07, "connections_per_process": 22.0}
    elsewhere = step(10, cpu_ms_per_call=7.0, database_cpu_ms_per_call=2.0, commits_per_call=3.0)
    beside = result(Measured("live", "a bare client", (elsewhere,), facts))
    assert costs_of(beside) == ON_POSTGRESQL
    rows = [line for line in estimated(LIVE, beside).splitlines() if line.startswith("| 1")]
    assert [row.split(" | ")[0] for row in rows] == ["| 1", "| 10", "| 1,000"]
    assert "| CPU of the house | 1 |" in rows[0]


def test_the_measured_parts_are_written_and_the_rest_of_the_page_stays():
    text = "Words.\n<!-- measured: live -->\nold\n<!-- end -->\nMore.\n<!-- measured: mixed -->\n<!-- end -->\n"
    told = page.page_of(text, {"live": LIVE}, {})
    assert told.startswith("Words.\n<!-- measured: live -->\n| load |")
    assert "| 10 debates/s | 2 s | 525 ms | 1,050 ms | 2,100 ms | 2,000 ms | 1.05 | 0 | 90 |" in told
    assert "(pictures/load/live.svg)" in told
    assert "*Not measured yet: `python -m benchmarks.load mixed`.*" in told
    assert "old" not in told
    assert page.page_of(told, {"live": LIVE}, {}) == told


def test_the_page_and_its_charts_are_what_the_newest_results_make_of_them():
    sqlite, postgresql = latest("sqlite"), latest("postgresql")
    again = "run: python -m benchmarks.load --page"
    assert page.PAGE.read_text() == page.page_of(page.PAGE.read_text(), sqlite, postgresql), again
    drawn = {path.stem: path.read_text() for path in page.PICTURES.glob("*.svg")}
    assert drawn == page.charts(sqlite), again


def test_a_chart_is_drawn_for_readers_and_for_those_who_hear_it():
    lines = [Series("stage, 99 %", (210.0, 2100.0)), Series("stage, half", (200.0, 2000.0))]
    drawn = chart("A <title>", ["5", "10"], [*lines, Series("floor", (0.0, 20.0), is_floor=True)])
    svg = ElementTree.fromstring(drawn)
    texts = [element.text for element in svg.iter("{http://www.w3.org/2000/svg}text")]
    assert {"A <title>", "5", "10", "stage, 99 %", "floor", "10 ms", "10,000 ms"} <= set(texts)
    said = svg.find("{http://www.w3.org/2000/svg}desc")
    assert said is not None
    assert "stage, half: 200 ms, 2e+03 ms" in str(said.text)
    heights = [float(e.attrib["y"]) for e in svg.iter("{http://www.w3.org/2000/svg}text") if e.text in NAMES]
    assert all(below - above >= 15 for above, below in pairwise(heights))


NAMES = {"stage, 99 %", "stage, half", "floor"}


def test_where_the_system_grants_too_few_files_nothing_is_measured():
    must_be_able_to_open(10)
    with pytest.raises(TooFewFiles, match="ulimit -Hn"):
        must_be_able_to_open(2**62)


def test_a_scenario_that_was_measured_again_takes_the_place_of_the_first_and_tiny_ones_never_do(tmp_path: Path):
    live, mixed = LIVE.measured, replace(LIVE.measured, scenario="mixed")
    path = keep([live, mixed], "sqlite", False, tmp_path)
    assert keep([replace(live, steps=(step(20),))], "sqlite", False, tmp_path) == path
    found = latest("sqlite", tmp_path)
    assert {name: len(each.measured.steps) for name, each in found.items()} == {"live": 1, "mixed": 2}
    assert found["live"].measured.steps == (step(20),)
    assert latest("postgresql", tmp_path) == {}
    keep([live], "sqlite", True, tmp_path / "tiny")
    assert latest("sqlite", tmp_path / "tiny") == {}


def run(database: str, tmp_path: Path) -> Mapping[str, Measured]:
    out = ["--quick", "--database", database, "--out", str(tmp_path / "results"), "--folder", str(tmp_path)]
    main(out)
    (kept,) = (tmp_path / "results").iterdir()
    told = json.loads(kept.read_text())
    assert kept.name == f"{told['date'][:10]}-{told['commit']}-load-{database}-quick.json"
    assert told["quick"] is True
    assert set(told["machine"]) >= {"cores", "python", "sqlite"}
    return {name: Measured.read(each) for name, each in told["scenarios"].items()}


def must_be_whole(measured: Mapping[str, Measured]) -> None:
    """Everything that was asked for came, and has a floor beside it."""
    assert set(measured) == set(SCENARIOS)
    for each in measured.values():
        for step in each.steps:
            both = {"ours": step.ours, "floor": step.floor}
            early = {(whose, name): each.p50 for whose in both for name, each in both[whose].items() if each.p50 < 0}
            assert early == {}, step.what
            assert step.costs.get("unfinished", 0) == step.costs.get("missing", 0) == 0
    assert measured["waiters"].steps[0].costs["wakes"] > 0
    assert measured["watchers"].steps[0].ours["seen"].count > 0
    assert measured["deadlines"].steps[0].ours["late"].p50 > 0


@pytest.mark.timeout(300)
def test_every_scenario_runs_against_a_real_house(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    must_be_whole(run("sqlite", tmp_path))
    assert "live: measured in" in capsys.readouterr().out


@only_when_thorough
@pytest.mark.postgres
@pytest.mark.timeout(300)
def test_every_scenario_runs_on_postgresql(tmp_path: Path):
    measured = run("postgresql", tmp_path)
    must_be_whole(measured)
    assert costs_of(result(measured["live"])).hear_ms is not None
