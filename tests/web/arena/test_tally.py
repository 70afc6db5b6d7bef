from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.desk.arena.replies import JudgmentTold
from moot.web.arena.tally import Slice, slices
from tests.web.arena.made_up import SideName, agent, debate, judgment, tally

Given = list[tuple[SideName, float]]


def judged(given: Given) -> tuple[JudgmentTold, ...]:
    return tuple(judgment(agent(f"j{n}"), side, n, weight=weight) for n, (side, weight) in enumerate(given, 10))


def bar(given: Given, **fields: object) -> list[Slice]:
    return list(slices(debate("decided", judgments=judged(given), **fields)))


@given(
    st.lists(
        st.tuples(st.sampled_from(["challenger", "opponent"]), st.integers(1, 3000).map(lambda n: n / 1000)),
        min_size=1,
        max_size=40,
    )
)
def test_the_bar_is_whole_and_every_judge_is_as_wide_as_it_weighs(given: Given):
    drawn = bar(given)
    whole = sum(weight for _, weight in given)
    assert drawn[0].start == 0
    assert drawn[-1].end == pytest.approx(100, abs=0.05)
    assert [one.side for one in drawn] == sorted(one.side for one in drawn)
    for one in drawn:
        assert one.judgment is not None
        assert one.width == pytest.approx(100 * (one.judgment.weight or 0) / whole, abs=0.001)
    assert all(after.start == pytest.approx(before.end, abs=0.01) for before, after in pairwise(drawn))


def test_before_the_decision_each_side_is_one_piece():
    given = tuple(judgment(agent(f"j{n}"), side, n) for n, side in enumerate(("challenger", "opponent", "opponent")))
    drawn = list(slices(debate("judging", judgments=given)))
    assert [(one.side, round(one.width), one.judgment) for one in drawn] == [
        ("challenger", 33, None),
        ("opponent", 67, None),
    ]


def test_judges_that_the_page_does_not_list_stand_together():
    listed = judged([("challenger", 1.0), ("opponent", 1.0)])
    more = judged([("challenger", 1.0), ("challenger", 2.0), ("opponent", 1.0)])
    drawn = list(slices(debate("decided", judgments=listed, tally=tally(more))))
    assert [(one.side, round(one.width), one.judgment is None) for one in drawn] == [
        ("challenger", 25, False),
        ("challenger", 50, True),
        ("opponent", 25, False),
    ]


def test_nothing_is_drawn_of_no_votes():
    assert bar([]) == []
