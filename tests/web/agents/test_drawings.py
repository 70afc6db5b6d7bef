from itertools import pairwise

import pytest

from moot.web.agents.drawings import Scale, curve, rounds, sparkline
from moot.web.agents.figures import figures, parts
from tests.web.agents import made


def test_a_sparkline_needs_something_to_compare():
    assert sparkline([]) is None
    assert sparkline([1000]) is None
    assert sparkline([1000, 1000]) is not None


@pytest.mark.parametrize(
    ("scores", "course"), [([1000, 1100], "rose"), ([1000, 1200, 900], "fell"), ([7, 9, 7], "level")]
)
def test_a_sparkline_says_whether_it_rose_or_fell(scores: list[int], course: str):
    drawn = sparkline(scores)
    assert drawn is not None
    assert drawn.course == course
    assert all(0 <= float(part) <= 96 for point in drawn.points.split() for part in point.split(","))


def test_a_curve_goes_from_the_oldest_change_to_the_newest_and_higher_scores_lie_higher():
    drawn = curve(made.changes(10).changes)
    assert drawn is not None
    assert [point.x for point in drawn.points] == sorted(point.x for point in drawn.points)
    assert drawn.first == 1000
    by_score = sorted(drawn.points, key=lambda point: point.change.score)
    assert [point.y for point in by_score] == sorted((point.y for point in drawn.points), reverse=True)
    assert drawn.points[-1].change == made.changes(10).changes[0]


def test_a_long_curve_has_no_dots_and_a_short_one_has():
    short, long = curve(made.changes(60).changes), curve(made.changes(61).changes)
    assert short is not None
    assert long is not None
    assert short.dotted
    assert not long.dotted
    assert curve(()) is None


@pytest.mark.parametrize("most", [2, 4, 5])
@pytest.mark.parametrize("length", [1, 3, 47, 940, 7_400])
def test_a_scale_has_few_round_marks_within_it(length: int, most: int):
    scale = Scale(930, 930 + length, 100)
    marks = scale.marks(most)
    assert len(marks) <= most + 1
    assert all(scale.lowest <= mark <= scale.highest for mark in marks)


def test_a_scale_over_one_value_holds_it_in_its_middle():
    assert Scale.over([7], 100).place(7) == 50
    assert Scale.over([], 100).place(0.5) == 50


@pytest.mark.parametrize("entrants", [2, 3, 6, 8, 33, 64])
def test_each_round_of_a_tree_has_half_the_matches_of_the_one_before(entrants: int):
    drawn = rounds(made.bracket(entrants, 0))
    counts = [len(one.matches) for one in drawn]
    assert counts[-1] == 1
    assert all(before == 2 * after for before, after in pairwise(counts))
    assert drawn[-1].name == "Final"
    assert [one.number for one in drawn if one.current] == [1]


def test_the_current_round_is_the_first_with_a_match_to_come_and_the_final_in_the_end():
    assert [one.number for one in rounds(made.bracket(8, 2)) if one.current] == [3]
    assert [one.number for one in rounds(made.bracket(8, 3, "won")) if one.current] == [3]


def test_an_empty_place_names_the_match_whose_winner_will_stand_there():
    final = rounds(made.bracket(4, 0))[-1].matches[0]
    assert [place.said for place in final.places] == ["winner of 1.1", "winner of 1.2"]


def test_the_parts_of_a_bar_fill_it_in_order():
    drawn = parts(made.fairness(), 640)
    assert sum(part.width for part in drawn) == pytest.approx(640, abs=0.3)
    for before, after in pairwise(drawn):
        assert after.x == pytest.approx(before.x + before.width, abs=0.2)
    assert [part.width for part in parts(made.no_fairness(), 640)] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("low", "high", "doubtful"), [(0.48, 0.52, False), (0.5, 0.6, False), (0.51, 0.6, True), (0.4, 0.49, True)]
)
def test_a_side_is_doubted_only_if_its_interval_leaves_out_one_half(low: float, high: float, doubtful: bool):
    side = figures(made.fairness(challenger_wins=made.share(400, 200, low, high)))[0]
    assert side.doubtful is doubtful


@pytest.mark.parametrize(
    ("alpha", "words"), [(0.8, "alike"), (0.7, "with care"), (0.1, "often do not"), (0.0, "no more")]
)
def test_what_is_said_of_judges_follows_their_agreement(alpha: float, words: str):
    told = figures(made.fairness(judge_agreement=alpha))[2]
    assert words in told.found
    assert told.doubtful is (alpha <= 0)
