"""Ties are broken by rules that were stated beforehand, or told."""

import pytest

from moot.voting import FAIR, METHODS, TIE_BREAKS, Ballot, Tie, count
from tests.voting.profiles import cast, tiers

ABC = ("a", "b", "c")
EVEN = cast((2, "a"), (2, "b"))


def test_a_tie_that_no_rule_breaks_has_no_winner():
    result = count("plurality", ABC, EVEN, tie_break=("pairwise", "approvals"))
    assert (result.winner, result.runner_up) == (None, None)
    assert result.tie == Tie(("a", "b"), None)
    assert result.order == (("a", "b"), ("c",))


def test_head_to_head_breaks_a_tie_first():
    result = count("plurality", ABC, cast((2, "a"), (2, "b"), (1, "c b a")))
    assert (result.winner, result.runner_up, result.tie) == ("b", "a", Tie(("a", "b"), "pairwise"))
    assert result.order == (("a", "b"), ("c",))


def test_approvals_break_a_tie():
    ballots = [*EVEN[:3], Ballot("generous", tiers("b"), approves=("a", "b"))]
    result = count("plurality", ABC, ballots)
    assert (result.winner, result.tie) == ("a", Tie(("a", "b"), "approvals"))


def test_a_given_order_breaks_a_tie():
    result = count("plurality", ABC, EVEN, given=("c", "b", "a"))
    assert (result.winner, result.tie) == ("b", Tie(("a", "b"), "given"))


def test_whom_a_given_order_leaves_out_comes_last():
    assert count("plurality", ABC, EVEN, given=("b",)).winner == "b"
    assert count("plurality", ABC, EVEN, given=("c",)).winner is None


def test_the_order_of_the_candidates_breaks_a_tie_only_where_asked():
    assert count("plurality", ABC, EVEN).winner is None
    assert count("plurality", ABC, EVEN, tie_break=(*FAIR, "first")).winner == "a"
    assert count("plurality", ("b", "a", "c"), EVEN, tie_break=("first",)).winner == "b"


def test_rules_are_tried_in_the_order_they_are_named():
    ballots = cast((2, "a"), (2, "b"), (1, "c b a"))
    by_pairs = count("plurality", ABC, ballots, tie_break=("pairwise", "first"))
    by_order = count("plurality", ABC, ballots, tie_break=("first", "pairwise"))
    assert (by_pairs.winner, by_order.winner) == ("b", "a")


def test_a_rule_goes_on_with_those_whom_the_one_before_it_left():
    # All three are approved. Head to head a loses to both others, who are even; of these the given order puts c first.
    everybody = [Ballot("x", tiers("b=c a"), approves=ABC)]
    result = count("approval", ABC, everybody, given=("a", "c", "b"))
    assert (result.winner, result.tie) == ("c", Tie(ABC, "given"))


def test_who_loses_to_all_the_tied_goes_first_in_a_run_off():
    result = count("irv", ABC, cast((2, "a b c"), (2, "b a c"), (2, "c a b")), tie_break=("pairwise",))
    assert result.rounds[0].tie == Tie(("a", "b", "c"), "pairwise")
    assert result.rounds[0].eliminated == ("c",)


def test_the_last_two_of_a_run_off_can_be_tied():
    result = count("irv", ("a", "b"), EVEN, given=("b", "a"))
    assert (result.winner, result.tie) == ("b", Tie(("a", "b"), "given"))


def test_the_runner_up_is_found_by_the_same_rules():
    ballots = cast((3, "a"), (1, "b c"), (1, "c b"))
    assert count("plurality", ABC, ballots).runner_up is None
    assert count("plurality", ABC, ballots, given=("c", "b")).runner_up == "c"


def test_no_rule_elects_somebody_who_was_voted_for_by_nobody():
    for method in METHODS:
        for rule in TIE_BREAKS:
            assert count(method, ABC, [Ballot("x", approves=())], tie_break=(rule,), given=ABC).winner is None


def test_an_unknown_rule_is_refused():
    with pytest.raises(ValueError, match="no tie-break 'lot', only pairwise, approvals, given, first"):
        count("plurality", ABC, EVEN, tie_break=("lot",))
