"""Each method on ballots that can be counted by hand."""

from fractions import Fraction

import pytest

from moot.voting import METHODS, Absence, Ballot, Disagreement, Preferring, Threshold, count, ranked
from tests.voting.profiles import absent, cast, tiers

ABC = ("a", "b", "c")


def test_plurality_is_won_by_the_most_first_choices_be_they_ever_so_few():
    result = count("plurality", ABC, cast((3, "a b c"), (2, "b c a"), (2, "c b a")))
    assert (result.winner, result.tallies) == ("a", {"a": 3, "b": 2, "c": 2})
    assert result.order == (("a",), ("b", "c"))
    assert result.runner_up == "b"  # 5 of 7 prefer b to c
    assert result.threshold is None


def test_equal_first_choices_share_a_voice():
    result = count("plurality", ABC, cast((1, "a=b=c"), (1, "a=b"), (1, "b")))
    assert result.tallies == {"a": Fraction(5, 6), "b": Fraction(11, 6), "c": Fraction(1, 3)}
    assert result.winner == "b"


def test_two_of_three_are_a_majority():
    result = count("majority", ABC, cast((2, "a b c"), (1, "b")))
    assert result.winner == "a"
    assert result.threshold == Threshold(Fraction(1, 2), at_least=False, reached=Fraction(2, 3), met=True)


def test_one_of_two_is_no_majority():
    result = count("majority", ABC, cast((1, "a b c"), (1, "b")))
    assert result.winner is None
    assert result.tie is None
    assert result.threshold == Threshold(Fraction(1, 2), at_least=False, reached=Fraction(1, 2), met=False)


@pytest.mark.parametrize(("abstained", "failed"), [(2, 0), (1, 1), (0, 2)])
def test_whoever_abstains_or_fails_stays_in_the_denominator(abstained: int, failed: int):
    result = count("majority", ABC, cast((2, "a")), absent(abstained, failed))
    assert result.winner is None
    assert (result.electorate, result.voted, result.abstained, result.failed) == (4, 2, abstained, failed)


def test_weights_are_summed_exactly():
    ballots = [
        ranked("ann", "a", weight=Fraction(1, 10)),
        ranked("bob", "a", weight=Fraction(2, 10)),
        ranked("cat", "b", weight=Fraction(3, 10)),
    ]
    result = count("weighted", ABC, ballots, tie_break=())
    assert result.tallies == {"a": Fraction(3, 10), "b": Fraction(3, 10), "c": 0}
    assert result.winner is None
    assert result.tie is not None
    assert result.tie.candidates == ("a", "b")


def test_one_heavy_ballot_outweighs_two_light_ones_only_where_weights_count():
    ballots = [ranked("ann", "a", weight=Fraction(5)), *cast((2, "b"))]
    assert count("weighted", ABC, ballots).winner == "a"
    assert count("plurality", ABC, ballots).winner == "b"


def test_ties_of_weights_are_broken_head_to_head_by_weight():
    # First choices weigh 2 each. By heads two of three prefer b to a; by weight a is ahead, 3 to 2.
    ballots = [
        ranked("ann", "a", weight=Fraction(2)),
        ranked("bob", "b", weight=Fraction(2)),
        Ballot("cat", tiers("c a b"), weight=Fraction(1)),
        ranked("dan", "c", weight=Fraction(1, 2)),
        ranked("eve", "b", weight=Fraction(0)),
    ]
    result = count("weighted", ABC, ballots, tie_break=("pairwise",))
    assert result.winner == "a"
    assert result.pairwise["a"]["b"] == Preferring(heads=2, weight=Fraction(3))
    assert result.pairwise["b"]["a"] == Preferring(heads=2, weight=Fraction(2))


def test_ballots_that_weigh_nothing_elect_nobody():
    result = count("weighted", ABC, [ranked("ann", "a", weight=Fraction(0))], tie_break=("first",))
    assert (result.winner, result.runner_up, result.tie) == (None, None, None)


def test_approvals_count_in_full_for_everybody_approved():
    ballots = [
        Ballot("ann", tiers("a b c"), approves=("a", "b")),
        Ballot("bob", tiers("c b a"), approves=("c", "b")),
        Ballot("cat", approves=("a",)),
        Ballot("dan", approves=("b",)),
        Ballot("eve", approves=()),
    ]
    result = count("approval", ABC, ballots)
    assert (result.winner, result.tallies) == ("b", {"a": 2, "b": 3, "c": 1})
    assert result.voted == 5


def test_without_approvals_a_ranking_approves_its_first_tier_alone():
    result = count("approval", ABC, cast((1, "a=b c"), (1, "b a c")))
    assert result.tallies == {"a": 1, "b": 2, "c": 0}


def test_approvals_alone_rank_the_approved_above_the_others():
    result = count("borda", ABC, [Ballot("ann", approves=("a", "c"))])
    assert result.tallies == {"a": Fraction(3, 2), "b": 0, "c": Fraction(3, 2)}


def test_whoever_approves_none_elects_none_by_any_method():
    for method in METHODS:
        result = count(method, ABC, [Ballot("ann", approves=()), Ballot("bob", approves=())], tie_break=("first",))
        assert result.winner is None, method
        assert result.consensus is False


def test_borda_gives_points_for_places():
    result = count("borda", ABC, cast((2, "a b c"), (1, "b c a")))
    assert (result.winner, result.tallies) == ("a", {"a": 4, "b": 4, "c": 1})
    assert result.tie is not None
    assert result.tie.by == "pairwise"


def test_borda_shares_points_among_equals_and_among_those_left_out():
    # Of four, a ballot "a b=c" gives 3, then the mean of 2 and 1; "d" gives 3, then the mean of 2, 1 and 0.
    result = count("borda", "abcd", cast((1, "a b=c"), (1, "d")))
    assert result.tallies == {"a": 4, "b": Fraction(5, 2), "c": Fraction(5, 2), "d": 3}


def test_a_single_candidate_wins_if_anybody_votes_for_it_by_every_method():
    for method in METHODS:
        assert count(method, ["a"], cast((2, "a"))).winner == "a", method
        assert count(method, ["a"], [], absent(2)).winner is None, method
        assert count(method, ["a"], cast((2, "a"))).runner_up is None, method


def test_condorcet_elects_whoever_beats_everybody_else():
    result = count("condorcet", ABC, cast((2, "a b c"), (2, "c b a"), (1, "b a c")))
    assert result.winner == "b"
    assert result.fallback is None
    assert (result.order, result.tallies) == ((("b",), ("a",), ("c",)), {"a": 1, "b": 2, "c": 0})
    assert (result.pairwise["b"]["a"].heads, result.pairwise["a"]["b"].heads) == (3, 2)


def test_whoever_is_ranked_is_preferred_to_whoever_is_not_and_equals_to_neither():
    pairwise = count("condorcet", ABC, cast((1, "a"), (2, "b=c"))).pairwise
    heads = {one + other: pairwise[one][other].heads for one in ABC for other in ABC if one != other}
    assert heads == {"ab": 1, "ac": 1, "ba": 2, "ca": 2, "bc": 0, "cb": 0}


def test_run_off_tells_who_went_when_and_why():
    result = count("irv", "abcd", cast((4, "a"), (3, "b a"), (2, "c b a"), (1, "d c")))
    assert [(each.eliminated, each.why) for each in result.rounds] == [
        (("d",), "fewest votes"),
        (("c",), "fewest votes shared, and last by the tie-break"),
        (("a",), "fewest votes"),
    ]
    first, second, third = result.rounds
    assert first.tallies == {"a": 4, "b": 3, "c": 2, "d": 1}
    assert second.tallies == {"a": 4, "b": 3, "c": 3}
    # Head to head they are even, three to three; b is approved by three and c by two.
    assert second.tie is not None
    assert (second.tie.candidates, second.tie.by) == (("b", "c"), "approvals")
    assert third.tallies == {"a": 4, "b": 5}
    assert (result.winner, result.order) == ("b", (("b",), ("a",), ("c",), ("d",)))
    assert result.runner_up == "a"
    assert result.tie is None


def test_run_off_counts_ballots_that_rank_nobody_who_is_left():
    result = count("irv", ABC, cast((3, "a"), (2, "b"), (1, "c")))
    assert [each.exhausted for each in result.rounds] == [0, 1]


def test_run_off_lets_those_go_together_who_could_not_catch_up_together():
    result = count("irv", "abcde", cast((4, "a"), (3, "b c a"), (1, "c d"), (1, "d c")))
    assert [each.eliminated for each in result.rounds] == [("e",), ("c", "d"), ("b",)]
    assert result.rounds[1].why == "fewest votes, and together fewer than the next"
    assert result.winner == "a"
    assert result.order == (("a",), ("b",), ("c", "d"), ("e",))


def test_run_off_ends_where_nobody_can_be_told_to_go():
    result = count("irv", ABC, cast((2, "a"), (1, "b"), (1, "c")), tie_break=("pairwise", "approvals"))
    assert result.winner is None
    assert result.tie is not None
    assert (result.tie.candidates, result.tie.by) == (("b", "c"), None)
    assert result.rounds[-1].eliminated == ()
    assert result.order == (("a",), ("b", "c"))


def test_unanimous_needs_everybody():
    agreed = count("unanimous", ABC, cast((2, "a b c"), (1, "a c b")))
    assert (agreed.winner, agreed.consensus, agreed.disagreements) == ("a", True, ())
    assert agreed.threshold == Threshold(Fraction(1), at_least=True, reached=Fraction(1), met=True)
    assert agreed.support == 1


def test_unanimous_names_who_disagrees():
    result = count("unanimous", ABC, [*cast((2, "a"), (1, "b c"))], [Absence("eve", "failed", "timed out")])
    assert (result.winner, result.consensus) == (None, False)
    assert result.disagreements == (Disagreement("v2", ("b",)), Disagreement("eve", (), "failed"))
    assert result.threshold is not None
    assert (result.threshold.reached, result.threshold.met) == (Fraction(1, 2), False)
    assert result.support == Fraction(1, 2)


def test_where_two_are_ahead_everybody_disagrees_who_does_not_hold_both_best():
    result = count("unanimous", ABC, cast((1, "a"), (1, "b"), (1, "a=b")))
    assert [each.voter for each in result.disagreements] == ["v0", "v1"]


def test_an_absence_agrees_with_nothing():
    result = count("unanimous", ABC, cast((3, "a")), absent(abstained=1))
    assert (result.winner, result.consensus) == (None, False)
    assert result.disagreements == (Disagreement("quiet0", (), "abstained"),)


def test_to_hold_somebody_best_among_equals_is_to_agree():
    result = count("unanimous", ABC, cast((1, "a=b c"), (1, "a")))
    assert (result.winner, result.consensus) == ("a", True)


def test_a_single_voter_decides_but_is_no_consensus():
    result = count("unanimous", ABC, cast((1, "b")))
    assert (result.winner, result.consensus, result.alone) == ("b", False, True)
    assert not count("unanimous", ABC, cast((2, "b"))).alone


def test_consensus_is_told_by_every_method():
    for method in METHODS:
        assert count(method, ABC, cast((3, "a b c"))).consensus, method
        assert not count(method, ABC, cast((3, "a b c"), (1, "b a c"))).consensus, method


def test_without_voters_there_is_no_winner_and_no_division_by_zero():
    for method in METHODS:
        result = count(method, ABC, [], tie_break=("first",))
        assert (result.winner, result.runner_up, result.tie, result.support) == (None, None, None, 0), method
        assert result.order == (ABC,)
        assert result.fallback is None
