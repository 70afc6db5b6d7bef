"""What holds for every poll."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from moot.voting import FAIR, METHODS, Absence, Ballot, Result, ranked
from tests.support.thorough import THOROUGH, quickly
from tests.voting.profiles import NEUTRAL, Asked, polls

eight_times = settings(quickly, max_examples=25 if THOROUGH else 10)
"""For what is tried with every method."""


def places(result: Result) -> list[set[str]]:
    return [set(place) for place in result.order]


def renamed(asked: Asked, names: dict[str, str], candidates: tuple[str, ...]) -> Asked:
    def called(ballot: Ballot) -> Ballot:
        ranking = tuple(tuple(names[each] for each in tier) for tier in ballot.ranking)
        approves = None if ballot.approves is None else tuple(names[each] for each in ballot.approves)
        return replace(ballot, ranking=ranking, approves=approves)

    return Asked(candidates, tuple(called(ballot) for ballot in asked.ballots), asked.absences)


def raised(ballot: Ballot, better: str, worse: str) -> Ballot:
    """The same ballot, with one candidate moved right above another unless it was above already."""
    tiers = list(ballot.tiers)
    where = [next((place for place, tier in enumerate(tiers) if each in tier), len(tiers)) for each in (better, worse)]
    if where[0] >= where[1]:
        tiers.insert(where[1], ())
        tiers = [tuple(each for each in tier if each != better) for tier in tiers]
        tiers[where[1]] = (better,)
    return Ballot(ballot.voter, tuple(tier for tier in tiers if tier), weight=ballot.weight)


@pytest.mark.parametrize("method", METHODS)
@given(asked=polls(), chance=st.randoms(use_true_random=False))
@eight_times
def test_names_and_the_order_of_candidates_change_nothing(method: str, asked: Asked, chance: Random):
    new = chance.sample(["w", "x", "y", "z"], len(asked.candidates))
    names = dict(zip(asked.candidates, new, strict=True))
    before = asked.counted(method)
    after = renamed(asked, names, tuple(sorted(new))).counted(method)
    assert after.winner == (before.winner and names[before.winner])
    assert after.runner_up == (before.runner_up and names[before.runner_up])
    assert after.tallies == {names[each]: tally for each, tally in before.tallies.items()}
    assert places(after) == [{names[each] for each in place} for place in before.order]
    assert (after.fallback is None) == (before.fallback is None)


@pytest.mark.parametrize("method", METHODS)
@given(asked=polls(), data=st.data())
@eight_times
def test_the_order_of_voters_changes_nothing(method: str, asked: Asked, data: st.DataObject):
    shuffled = data.draw(st.permutations(asked.ballots))
    before = asked.counted(method)
    after = replace(asked, ballots=tuple(shuffled)).counted(method)
    assert replace(after, disagreements=()) == replace(before, disagreements=())
    assert set(after.disagreements) == set(before.disagreements)


@pytest.mark.parametrize("method", METHODS)
@given(asked=polls(), chance=st.randoms(use_true_random=False))
@eight_times
def test_who_is_below_another_on_every_ballot_never_wins(method: str, asked: Asked, chance: Random):
    assume(asked.ballots and len(asked.candidates) > 1)
    better, worse = chance.sample(asked.candidates, 2)

    ballots = tuple(raised(ballot, better, worse) for ballot in asked.ballots)
    result = replace(asked, ballots=ballots).counted(method, (*FAIR, "first"))
    assert result.winner != worse


@pytest.mark.parametrize("method", METHODS)
@given(asked=polls())
@eight_times
def test_whom_everybody_holds_best_wins_by_consensus(method: str, asked: Asked):
    assume(len(asked.ballots) > 1)
    one = asked.candidates[-1]
    ballots = tuple(replace(ranked(each.voter, one), weight=each.weight + 1) for each in asked.ballots)
    result = Asked(asked.candidates, ballots, ()).counted(method)
    assert (result.winner, result.consensus, result.support) == (one, True, 1)


@given(asked=polls())
@quickly
def test_condorcet_elects_whoever_beats_everybody_else_and_only_then_without_fallback(asked: Asked):
    result = asked.counted("condorcet")
    table = result.pairwise
    champions = [
        one
        for one in asked.candidates
        if asked.speaking and all(table[one][other].heads > table[other][one].heads for other in table[one])
    ]
    assert champions == ([result.winner] if result.fallback is None and asked.speaking else [])


@given(asked=polls())
@quickly
def test_where_condorcet_falls_back_it_is_what_borda_says(asked: Asked):
    result, borda = asked.counted("condorcet"), asked.counted("borda")
    if result.fallback is not None:
        assert (result.winner, result.order, result.tallies) == (borda.winner, borda.order, borda.tallies)


@given(asked=polls(), why=st.sampled_from(["abstained", "failed"]))
@quickly
def test_an_absence_more_never_elects_anybody_by_majority(asked: Asked, why: str):
    absence = Absence("one more", "failed" if why == "failed" else "abstained")
    before = asked.counted("majority")
    after = replace(asked, absences=(*asked.absences, absence)).counted("majority")
    assert after.winner in (None, before.winner)
    assert after.electorate == before.electorate + 1


@pytest.mark.parametrize("method", ["plurality", "approval", "borda", "condorcet", "irv", "weighted"])
@given(asked=polls())
@eight_times
def test_an_absence_changes_nothing_where_no_share_is_needed(method: str, asked: Asked):
    alone = replace(asked, absences=()).counted(method)
    assert (alone.winner, alone.tallies) == (asked.counted(method).winner, asked.counted(method).tallies)


@given(asked=polls())
@quickly
def test_whoever_has_a_majority_wins_by_plurality_by_run_off_and_by_condorcet(asked: Asked):
    winner = asked.counted("majority").winner
    if winner is not None:
        assert {asked.counted(method).winner for method in ("plurality", "irv", "condorcet")} == {winner}


@given(asked=polls())
@quickly
def test_the_unanimous_choice_wins_by_majority_unless_equals_share_it(asked: Asked):
    single = all(len(ballot.first) == 1 for ballot in asked.ballots)
    winner = asked.counted("unanimous").winner
    if single and winner is not None:
        assert asked.counted("majority").winner == winner


@given(asked=polls())
@quickly
def test_tallies_add_up(asked: Asked):
    size, speaking = len(asked.candidates), asked.speaking
    pairs = Fraction(size * (size - 1), 2)
    totals = {method: sum(asked.counted(method).tallies.values()) for method in METHODS}
    assert totals["plurality"] == totals["majority"] == totals["irv"] == speaking
    assert totals["weighted"] == sum(ballot.weight for ballot in asked.ballots if ballot.tiers)
    assert totals["approval"] == sum(len(ballot.approved) for ballot in asked.ballots)
    assert totals["unanimous"] == sum(len(ballot.first) for ballot in asked.ballots)
    assert totals["borda"] == speaking * pairs
    assert totals["condorcet"] in (pairs, speaking * pairs)


@given(asked=polls())
@quickly
def test_in_every_round_of_a_run_off_each_ballot_counts_once_or_is_exhausted(asked: Asked):
    result = asked.counted("irv")
    for each in result.rounds:
        assert sum(each.tallies.values()) + each.exhausted == len(asked.ballots)
        assert set(each.eliminated) <= set(each.tallies)
        assert all(each.tallies[gone] == min(each.tallies.values()) for gone in each.eliminated)


@given(asked=polls())
@quickly
def test_nobody_is_counted_on_both_sides_of_a_pair(asked: Asked):
    table = asked.counted("plurality").pairwise
    weight = sum((ballot.weight for ballot in asked.ballots), Fraction())
    for one, other in combinations(asked.candidates, 2):
        assert table[one][other].heads + table[other][one].heads <= len(asked.ballots)
        assert table[one][other].weight + table[other][one].weight <= weight


@given(asked=polls(), scale=st.fractions(min_value=Fraction(1, 50), max_value=50))
@quickly
def test_scaling_all_weights_changes_no_place(asked: Asked, scale: Fraction):
    scaled = tuple(replace(ballot, weight=ballot.weight * scale) for ballot in asked.ballots)
    before, after = asked.counted("weighted"), replace(asked, ballots=scaled).counted("weighted")
    assert (after.winner, after.runner_up, after.order, after.tie) == (
        before.winner,
        before.runner_up,
        before.order,
        before.tie,
    )
    assert after.tallies == {each: tally * scale for each, tally in before.tallies.items()}


@pytest.mark.parametrize("method", [each for each in METHODS if each != "weighted"])
@given(asked=polls(), weight=st.fractions(min_value=0, max_value=9))
@eight_times
def test_weights_say_nothing_where_heads_are_counted(method: str, asked: Asked, weight: Fraction):
    weighing = tuple(replace(ballot, weight=weight) for ballot in asked.ballots)
    before, after = asked.counted(method), replace(asked, ballots=weighing).counted(method)
    assert (after.winner, after.tallies, after.order) == (before.winner, before.tallies, before.order)


@given(asked=polls())
@quickly
def test_equal_weights_are_plurality(asked: Asked):
    even = replace(asked, ballots=tuple(replace(ballot, weight=Fraction(1)) for ballot in asked.ballots))
    weighted, plurality = even.counted("weighted"), even.counted("plurality")
    assert replace(weighted, method="plurality") == plurality


@pytest.mark.parametrize("method", METHODS)
@given(asked=polls())
@eight_times
def test_every_candidate_has_one_place_and_the_winner_the_first(method: str, asked: Asked):
    result = asked.counted(method, (*NEUTRAL, "first"))
    assert sorted(each for place in result.order for each in place) == list(asked.candidates)
    assert list(result.tallies) == list(asked.candidates)
    assert result.winner is None or result.winner in result.order[0]
    assert result.runner_up is None or result.runner_up != result.winner
    assert result.electorate == result.voted + result.abstained + result.failed
    assert result.consensus <= (not result.disagreements)


@pytest.mark.parametrize("method", ["plurality", "borda", "condorcet", "irv"])
@given(asked=polls())
@eight_times
def test_where_the_order_of_candidates_may_decide_somebody_always_wins(method: str, asked: Asked):
    assume(asked.speaking)
    result = asked.counted(method, ("first",))
    assert result.winner is not None
    assert (result.runner_up is not None) == (len(asked.candidates) > 1)


@pytest.mark.parametrize("method", ["plurality", "borda", "approval", "majority"])
@given(asked=polls(), data=st.data())
@eight_times
def test_to_be_raised_on_a_ballot_costs_no_win_where_the_method_is_monotone(
    method: str, asked: Asked, data: st.DataObject
):
    winner = asked.counted(method, ()).winner
    if winner is None or len(asked.candidates) == 1:
        return
    place = data.draw(st.integers(0, len(asked.ballots) - 1))
    other = data.draw(st.sampled_from([each for each in asked.candidates if each != winner]))
    ballots = [replace(each, ranking=each.tiers, approves=None if each.tiers else ()) for each in asked.ballots]
    before = replace(asked, ballots=tuple(ballots)).counted(method, ()).winner
    ballots[place] = raised(ballots[place], winner, other)
    assert before != winner or replace(asked, ballots=tuple(ballots)).counted(method, ()).winner == winner
