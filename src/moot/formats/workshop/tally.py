"""The tally: who won the vote, by which method and why by that, with all that whoever checks it wants to know."""

from collections.abc import Mapping
from fractions import Fraction

from moot.debate import Json
from moot.formats.workshop.state import State, Vote
from moot.voting import Absence, Ballot, Fallback, Result, Round, Threshold, Tie, chosen, count


def counted(state: State) -> tuple[Result, str]:
    """The result of the vote, and why it was counted in this way."""
    asked = state.setup.convergence.method
    choice = chosen(len(state.votes), None if asked == "auto" else asked)
    candidates = tuple(one.author for one in state.standing)
    ballots = tuple(_ballot(state, vote) for vote in state.votes if vote.missing is None)
    absences = tuple(
        Absence(vote.voter, "abstained" if vote.missing == "abstained" else "failed")
        for vote in state.votes
        if vote.missing is not None
    )
    best = best_tested(state)
    ties = tuple(each for each in state.setup.convergence.ties if each != "given" or best)
    return count(choice.method, candidates, ballots, absences, ties, best), choice.reason


def best_tested(state: State) -> tuple[str, ...]:
    """The candidates, those first that passed more in the comparison; none where two passed the same.

    Then the order would be that of the cast, and to be cast first is no reason to win.
    """
    order = sorted(state.standing, key=lambda one: -one.compared)
    return tuple(one.author for one in order) if len({one.compared for one in order}) == len(order) else ()


def told(state: State) -> dict[str, Json]:
    """The result as the record keeps it; shares as fractions."""
    result, reason = counted(state)
    return {
        "method": result.method,
        "reason": reason,
        "winner": result.winner,
        "runner_up": result.runner_up,
        "order": [list(place) for place in result.order],
        "tallies": {name: str(tally) for name, tally in result.tallies.items()},
        "pairwise": _matrix(result),
        "rounds": [_round(each) for each in result.rounds],
        "fallback": None if result.fallback is None else _fallback(result.fallback),
        "tie": None if result.tie is None else _tie(result.tie),
        "threshold": None if result.threshold is None else _threshold(result.threshold),
        "consensus": result.consensus,
        "alone": result.alone,
        "support": str(result.support),
        "disagreements": [each.voter for each in result.disagreements],
        "electorate": result.electorate,
        "voted": result.voted,
        "abstained": result.abstained,
        "failed": result.failed,
        "weights": {vote.voter: str(weight(state, vote)) for vote in state.votes if vote.missing is None},
    }


def weight(state: State, vote: Vote) -> Fraction:
    """What a ballot weighs: how sure the voter is, times its record on earlier workshops."""
    record = round(state.setup.records.get(vote.voter, 1.0) * 100)
    return Fraction(vote.confidence, 100) * Fraction(record, 100)


def _ballot(state: State, vote: Vote) -> Ballot:
    ranking = tuple((name,) for name in vote.ranking)
    return Ballot(vote.voter, ranking, vote.approves if vote.approves or not ranking else None, weight(state, vote))


def _matrix(result: Result) -> dict[str, Json]:
    """By heads and by weight: those who prefer the one of the row to the one of the column."""
    return {
        one: {other: {"heads": each.heads, "weight": str(each.weight)} for other, each in row.items()}
        for one, row in result.pairwise.items()
    }


def _round(each: Round) -> Mapping[str, Json]:
    tallies = {name: str(tally) for name, tally in each.tallies.items()}
    return {"tallies": tallies, "exhausted": each.exhausted, "eliminated": list(each.eliminated), "why": each.why}


def _fallback(fallback: Fallback) -> Mapping[str, Json]:
    return {"method": fallback.method, "why": fallback.why, "candidates": list(fallback.candidates)}


def _tie(tie: Tie) -> Mapping[str, Json]:
    return {"candidates": list(tie.candidates), "by": tie.by}


def _threshold(threshold: Threshold) -> Mapping[str, Json]:
    return {
        "share": str(threshold.share),
        "at_least": threshold.at_least,
        "reached": str(threshold.reached),
        "met": threshold.met,
    }
