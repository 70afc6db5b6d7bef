"""Scores move by verdicts, within what is agreed, and every step is told."""

from typing import Any

import pytest

from moot.formats.evaluation import format as evaluation
from moot.formats.evaluation.scoring import moved
from tests.formats.evaluation.stages import Debate, argued, begun, finished, judge


def scored(debate: Debate) -> list[dict[str, Any]]:
    return [dict(entry.move) for entry in debate.entries if entry.kind == "scored"]


def steps(debate: Debate) -> list[tuple[Any, ...]]:
    return [tuple(told[name] for name in ("before", "change", "delta", "after", "capped")) for told in scored(debate)]


def test_verdicts_for_each_side_and_a_draw_move_the_score_or_leave_it():
    debate = finished(1.5, -0.5, 0)
    assert [told["winner"] for told in scored(debate)] == ["advocate", "challenger", "draw"]
    assert steps(debate) == [(6, 1.5, 1.5, 7.5, None), (7.5, -0.5, -0.5, 7, None), (7, 0, 0, 7, None)]
    assert debate.status == "evaluated"


def test_the_end_tells_before_after_and_delta_and_what_each_round_did():
    end = finished(1.5, -0.5).entries[-1].move
    result: Any = end["result"]
    assert end["ending"] == "evaluated"
    assert evaluation.due(finished(1).position.state) == ()
    assert result["scores"]["problem"] == {"before": 6, "after": 7, "delta": 1}
    assert result["scores"]["market"] == {"before": 6, "after": 6, "delta": 0}
    assert result["rounds"][0] == {
        "round": 1,
        "category": "problem",
        "reason": "verdict",
        "winner": "advocate",
        "line": 7,
        "change": 1.5,
        "delta": 1.5,
    }


def test_all_verdicts_together_move_a_score_by_five_at_most():
    assert steps(finished(-3, -3, 1, score=9)) == [
        (9, -3, -3, 6, None),
        (6, -3, -2, 4, "net"),
        (4, 1, 1, 5, None),
    ]
    assert steps(finished(3, 3, score=1, max_net_change=4))[1] == (4, 3, 1, 5, "net")


def test_no_score_leaves_its_scale_and_what_did_not_count_is_not_owed():
    assert steps(finished(3, 3, -1, score=8.5)) == [
        (8.5, 3, 1.5, 10, "range"),
        (10, 3, 0, 10, "range"),
        (10, -1, -1, 9, None),
    ]
    assert steps(finished(-3, -0.5, score=1.5)) == [(1.5, -3, -0.5, 1, "range"), (1, -0.5, 0, 1, "range")]


@pytest.mark.parametrize(
    ("before", "net", "change", "most", "expected"),
    [
        (12, 0, 6, 10, (18, 6, 6, None)),
        (12, 6, 6, 10, (20, 8, 2, "range")),
        (6, 6, 6, 10, (16, 10, 4, "net")),
        (16, -6, -6, 10, (6, -10, -4, "net")),
        (2, 0, -6, 10, (2, 0, 0, "range")),
        (12, 0, 0, 10, (12, 0, 0, None)),
    ],
)
def test_half_points_are_counted_whole(before: int, net: int, change: int, most: int, expected: tuple[Any, ...]):
    shift = moved(before, net, change, most)
    assert (shift.after, shift.net, shift.delta, shift.capped) == expected


def test_a_round_moves_its_own_category_alone():
    debate = argued(begun())
    judge(debate, 3)
    assert debate.position.state.net == (6, 0, 0, 0, 0, 0)
