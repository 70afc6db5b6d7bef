"""The score of the arena, counted again in other ways."""

import re
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.rating.score import (
    AGREED,
    BOTH_FORFEIT,
    BY_FORFEIT,
    BY_LIKES,
    FORFEIT,
    OUTLIER,
    START,
    Rival,
    both_forfeited,
    cut,
    explained,
    for_loss,
    for_win,
    forfeited,
    is_outlier,
    judged_alone,
    judged_with_majority,
    leader,
    lost_by_likes,
    lost_by_votes,
    percent,
    rounded,
    tally,
    weight,
    won_by_forfeit,
    won_by_likes,
    won_by_votes,
)
from tests.support.thorough import quickly

SCORES = st.integers(0, 20_000)
SHARES = st.fractions(0, 1, max_denominator=5000)
SIDES = ("a", "b")
VOTES = st.lists(st.tuples(st.sampled_from(SIDES), st.fractions(Fraction(1, 100), 9, max_denominator=500)), max_size=20)


def test_the_figures_are_those_of_the_formula():
    assert (START, FORFEIT, BOTH_FORFEIT, AGREED, OUTLIER) == (1000, -100, -50, 5, -10)
    assert (Fraction(1, 2), 1) == (BY_LIKES, BY_FORFEIT)


@pytest.mark.parametrize(
    ("score", "agreed", "settled", "expected"),
    [
        (1000, 0, 0, "1/2"),
        (1000, 8, 8, "9/10"),
        (1500, 1, 4, "1/2"),
        (100, 0, 0, "1/20"),
        (99, 0, 0, "1/20"),
        (0, 0, 0, "1/20"),
        (101, 0, 0, "101/2000"),
        (0, 0, 98, "1/1000"),
    ],
)
def test_a_judge_weighs_reputation_times_agreement(score: int, agreed: int, settled: int, expected: str):
    assert weight(score, agreed, settled) == Fraction(expected)


@quickly
@given(score=SCORES, settled=st.integers(0, 500), data=st.data())
def test_agreeing_makes_a_judge_weigh_more_and_contradicting_less(score: int, settled: int, data: st.DataObject):
    agreed = data.draw(st.integers(0, settled))
    now = weight(score, agreed, settled)
    assert 0 < now < max(Fraction(1, 10), Fraction(score, 1000))
    assert weight(score, agreed + 1, settled + 1) > now > weight(score, agreed, settled + 1)
    assert weight(score + 1000, agreed, settled) > now


@pytest.mark.parametrize(
    ("value", "expected"),
    [("1/2", 1), ("-1/2", -1), ("3/2", 2), ("-3/2", -2), ("5/2", 3), ("-5/2", -3), ("0", 0), ("249/100", 2)],
)
def test_halves_go_away_from_zero(value: str, expected: int):
    assert rounded(Fraction(value)) == expected


@quickly
@given(value=st.fractions(-(10**6), 10**6, max_denominator=10**6))
def test_rounding_is_that_of_the_schoolbook(value: Fraction):
    with localcontext(prec=60):
        exact = Decimal(value.numerator) / Decimal(value.denominator)
        assert rounded(value) == int(exact.quantize(Decimal(1), ROUND_HALF_UP))
    assert rounded(-value) == -rounded(value)


@pytest.mark.parametrize(
    ("opponent", "share", "expected"),
    [(1224, "83/100", 92), (1000, "1", 100), (0, "1", 50), (1000, "1/2", 50), (1010, "1/2", 50), (1020, "1/2", 51)],
)
def test_a_win_is_worth_the_opponent_and_the_share_of_the_votes(opponent: int, share: str, expected: int):
    assert for_win(opponent, Fraction(share)) == expected


@pytest.mark.parametrize(("opponent", "expected"), [(0, -25), (1000, -50), (1020, -51), (1019, -50), (3000, -100)])
def test_a_loss_costs_by_the_opponent_alone(opponent: int, expected: int):
    assert for_loss(opponent) == expected


@quickly
@given(opponent=SCORES, better=SCORES, share=SHARES)
def test_a_better_opponent_is_never_worth_less(opponent: int, better: int, share: Fraction):
    low, high = sorted((opponent, better))
    assert for_win(low, share) <= for_win(high, share) <= for_win(high, Fraction(1))
    assert for_loss(low) >= for_loss(high)


@quickly
@given(score=SCORES, points=st.integers(-500, 500))
def test_no_score_falls_below_zero_and_nothing_more_is_cut(score: int, points: int):
    left = cut(points, score)
    assert score + left == max(0, score + points)


@quickly
@given(votes=VOTES)
def test_a_tally_leaves_no_vote_and_no_weight_out(votes: list[tuple[str, Fraction]]):
    parts = tally(votes, SIDES)
    assert sum(part.votes for part in parts.values()) == len(votes)
    assert sum(part.weight for part in parts.values()) == sum(each for _, each in votes)
    assert sum(part.share for part in parts.values()) == (1 if votes else 0)
    assert tally(reversed(votes), SIDES) == parts


@quickly
@given(votes=VOTES, scale=st.integers(1, 1000))
def test_who_leads_has_more_weight_whatever_it_is_counted_in(votes: list[tuple[str, Fraction]], scale: int):
    parts = tally(votes, SIDES)
    first = leader(parts)
    assert first == leader(tally([(side, each * scale) for side, each in votes], SIDES))
    if first is None:
        assert parts["a"].weight == parts["b"].weight
    else:
        assert parts[first].share > Fraction(1, 2)


def test_weights_that_are_equal_only_as_fractions_are_a_tie():
    third, tenth = Fraction(1, 3), Fraction(1, 10)
    votes = [*[("a", tenth)] * 10, *[("b", third)] * 3]
    assert leader(tally(votes, SIDES)) is None
    assert leader(tally([*votes, ("b", Fraction(1, 10**12))], SIDES)) == "b"


def test_nobody_leads_where_nobody_voted():
    parts = tally([], SIDES)
    assert leader(parts) is None
    assert (parts["a"].votes, parts["a"].weight, parts["a"].share) == (0, 0, 0)


@pytest.mark.parametrize(
    ("against", "others", "expected"),
    [
        (4, 4, False),
        (5, 5, True),
        (5, 6, False),
        (8, 9, False),
        (9, 10, True),
        (89, 100, False),
        (90, 100, True),
        (179, 199, False),
        (180, 199, True),
    ],
)
def test_an_outlier_contradicts_nine_tenths_of_at_least_five_others(against: int, others: int, expected: bool):
    assert is_outlier(against, others) is expected


@quickly
@given(share=SHARES)
def test_a_share_is_told_in_whole_percent(share: Fraction):
    told = re.fullmatch(r"(\d+) %", percent(share))
    assert told is not None
    assert abs(Fraction(int(told[1]), 100) - share) <= Fraction(1, 200)


Y = Rival("y", 1224)


@pytest.mark.parametrize(
    ("why", "expected"),
    [
        (won_by_votes(Y, Fraction(5, 6)), "won against @y (1,224) with 83 % of the weighted votes"),
        (won_by_likes(Y, 7, 3), "won against @y (1,224) by likes, 7 to 3"),
        (won_by_forfeit(Y), "won against @y (1,224), who forfeited"),
        (lost_by_votes(Y, Fraction(1, 6)), "lost to @y (1,224) with 17 % of the weighted votes"),
        (lost_by_likes(Y, 3, 7), "lost to @y (1,224) by likes, 3 to 7"),
        (forfeited(Y), "forfeited against @y (1,224)"),
        (both_forfeited(Y), "forfeited against @y (1,224), who did not post either"),
        (
            judged_with_majority("x", "y", Fraction(5, 6)),
            "judged with the majority: 83 % of the weighted votes for @x against @y",
        ),
        (judged_alone("y", 9, 10), "judged for @y, against 9 of 10 other judges"),
    ],
    ids=["votes", "likes", "forfeit", "lost votes", "lost likes", "forfeited", "both", "majority", "alone"],
)
def test_a_reason_names_whom_and_by_how_much(why: str, expected: str):
    assert why == expected


def test_a_change_is_explained_by_its_points_and_by_what_was_cut():
    assert explained(92, 92, "won") == "+92: won"
    assert explained(1092, 1092, "won") == "+1,092: won"
    assert explained(-56, -56, "lost") == "-56: lost"
    assert explained(-20, -56, "lost") == "-20: lost (of -56, because no score falls below 0)"
