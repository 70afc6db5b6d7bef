"""What a run came to: intervals, comparisons, what it cost, and how it is shown."""

from math import comb
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.bench import Row, RowFile, chart, mcnemar, paired, report, results
from moot.debate import InvalidInput

COUNTS = st.integers(0, 60)


def rows(system: str, *passed: bool | None, tokens: int | None = 10) -> list[Row]:
    return [
        Row(task_id=str(number), system=system, model="m", passed=each, tokens=tokens, calls=2, cost=0.01, why="so")
        for number, each in enumerate(passed)
    ]


@given(COUNTS, COUNTS)
def test_the_exact_test_is_the_probability_of_so_uneven_a_throw(first: int, second: int):
    thrown = first + second
    apart = abs(first - second)
    uneven = sum(comb(thrown, heads) for heads in range(thrown + 1) if abs(2 * heads - thrown) >= apart)
    assert mcnemar(first, second) == pytest.approx(min(1.0, uneven / 2**thrown))
    assert mcnemar(first, second) == mcnemar(second, first)


@given(COUNTS, COUNTS, COUNTS)
def test_a_difference_lies_in_its_interval_and_turns_round_with_its_sides(same: int, first: int, second: int):
    tasks = same + first + second
    if tasks == 0:
        return
    one, other = paired(tasks, first, second), paired(tasks, second, first)
    assert -1 <= one.low <= one.high <= 1
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low))
    # Half a task is added to each cell, so that the middle is drawn towards none.
    assert one.low <= one.difference * tasks / (tasks + 2) <= one.high


def test_systems_are_counted_and_compared_on_the_tasks_that_both_have():
    told = results("s", [*rows("single", True, False, False), *rows("debate", True, True), *rows("vote", None)])
    single, debate, vote = told["systems"]
    assert (told["passed"], told["total"]) == (3, 5)
    assert (single["passed"], single["total"], single["share"]) == (1, 3, 0.3333)
    assert single["interval"] == [0.0615, 0.7923]
    assert (debate["tokens"], debate["calls"], debate["cost"]) == (20, 4, 0.02)
    assert (vote["passed"], vote["total"], vote["share"]) == (None, 1, None)
    (compared,) = told["comparisons"]
    assert (compared["tasks"], compared["only_first"], compared["only_second"]) == (2, 0, 1)
    assert compared["difference"] == -0.5


def test_what_one_row_does_not_tell_is_not_told_of_all():
    told = results("s", [*rows("single", True), Row(task_id="x", system="single", model="m", passed=True)])
    assert (told["systems"][0]["tokens"], told["systems"][0]["cost"]) == (None, None)


def test_the_report_and_the_chart_say_the_same_and_obey_nobody():
    hostile = Row(
        task_id="<b>|x|", system="single", model="m", passed=False, why="![x](http://a) | `y`", debates=("d", "e", "f")
    )
    told = results("s", [hostile, *rows("debate", True, False)], complete=False, stopped="the budget is used up")
    text = report(told)
    assert "**This run is not complete**: the budget is used up." in text
    assert "| debate, m | 1/2 | 50.0 % |" in text
    assert "| 20 | $0.0200 | 4 |" in text
    assert "\\<b\\>\\|x\\|" in text
    assert "![x]" not in text
    assert "(`d` and 2 more)" in text
    drawn = ElementTree.fromstring(chart(told))
    assert "debate, m 50.0 %" in "".join(drawn.itertext())
    assert "prefers-color-scheme: dark" in "".join(drawn.itertext())


def test_a_suite_of_which_nothing_can_be_told_has_no_share_and_says_so():
    row = Row(task_id="x", system="answers", metrics={"well_formed": 1.0})
    told = results("swe_bench", [row], cannot="the tests were not run")
    assert (told["passed"], told["share"], told["total"]) == (None, None, 1)
    assert "resolved" not in str(told)
    text = report(told)
    assert "**What this does not say**: the tests were not run." in text
    assert "| answers | not told |" in text
    assert "| answers | well_formed | 1 | 1 |" in text
    ElementTree.fromstring(chart(told))


def test_rows_are_kept_one_by_one_and_a_torn_last_line_is_cut_off(tmp_path: Path):
    file = RowFile(tmp_path / "rows.jsonl")
    assert file.read() == []
    file.mend()
    first, second = rows("single", True, False)
    file.keep(first)
    with (tmp_path / "rows.jsonl").open("a") as torn:
        torn.write('{"task_id": "1", "sys')
    assert file.read() == [first]
    file.mend()
    file.keep(second)
    assert file.read() == [first, second]
    (other,) = rows("answers", True)
    file.replace("answers", [other])
    assert file.read() == [first, second, other]
    file.replace("answers", [])
    assert file.read() == [first, second]
    (tmp_path / "rows.jsonl").write_text("nonsense\n")
    with pytest.raises(InvalidInput, match="Line 1"):
        file.read()
