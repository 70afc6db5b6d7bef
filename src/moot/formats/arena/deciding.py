"""Deciding: the decision when the last clock has run out, and the result as the closing line tells it."""

from collections.abc import Mapping
from fractions import Fraction

from moot.debate import Json, JsonObject
from moot.formats.arena.awarding import Debated
from moot.formats.arena.counting import Counted, counted, known_from, likes_from
from moot.formats.arena.finding import Finding, found
from moot.formats.arena.setup import SIDES, SideName, other
from moot.formats.arena.state import Decision, State
from moot.rating.score import Part

_PLACES = 6
"""How many decimals a weight is shown with; it is decided by fractions."""


def decided(state: State, told: JsonObject) -> Decision:
    """The decision, from the state and the facts that the deciding lapse was told."""
    known = known_from(told)
    count = counted(state, known)
    finding = found(state, count, likes_from(told))
    changes = Debated(state, finding, count, known).changes()
    points = {change.line: change.points for change in changes if change.line is not None}
    result: dict[str, Json] = {
        **_who(state, finding),
        "tally": {side: _part(count.parts[side]) for side in SIDES},
        "judgments": [_judgment(each, finding.winner, points) for each in count.judgments],
        "scores": {member: each.score for member, each in known.items()},
    }
    if finding.likes is not None:
        result["likes"] = {str(side): best for side, best in finding.likes.items()}
    awards = tuple((change.member, change.points, change.reason) for change in changes)
    return Decision(finding.by, finding.winner, result, awards)


def _who(state: State, finding: Finding) -> dict[str, Json]:
    winner = finding.winner
    return {
        "winner": winner,
        "winner_id": None if winner is None else state.side(winner).member,
        "loser_id": None if winner is None else state.side(other(winner)).member,
        "by": finding.by,
        "how": state.how,
        "forfeit_by": [state.side(side).member for side in state.forfeits],
    }


def _part(part: Part) -> dict[str, Json]:
    return {"votes": part.votes, "weight": _shown(part.weight), "share": _shown(part.share)}


def _judgment(each: Counted, winner: SideName | None, points: Mapping[int, int]) -> dict[str, Json]:
    vote = each.vote
    settles = winner is not None and each.counts
    return {
        "judge": vote.judge,
        "line": vote.line,
        "side": vote.side,
        "weight": _shown(each.weight),
        "self": each.of_itself,
        "counted": each.counts,
        "outlier": each.outlier,
        "agreed": vote.side == winner if settles else None,
        "points": points.get(vote.line, 0),
    }


def _shown(value: Fraction) -> float:
    return float(round(value, _PLACES))
