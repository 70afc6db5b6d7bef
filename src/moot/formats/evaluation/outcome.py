"""How an evaluation ended: the scores before and after, and what each round did to them."""

from moot.debate import Json, Outcome
from moot.formats.evaluation.scoring import points
from moot.formats.evaluation.state import Played, State


def outcome(state: State) -> Outcome | None:
    """The ending, with every score before, after and between."""
    if state.ending is None:
        return None
    rows = zip(state.plan.categories, state.scores, state.net, strict=True)
    scores: dict[str, Json] = {name: _moved(before, net) for name, before, net in rows if before is not None}
    rounds = [_round(state, number, played) for number, played in enumerate(state.played, 1)]
    return Outcome(state.ending, {"scores": scores, "rounds": rounds})


def _moved(before: int, net: int) -> dict[str, Json]:
    return {"before": points(before), "after": points(before + net), "delta": points(net)}


def _round(state: State, number: int, played: Played) -> dict[str, Json]:
    judged = played.judged
    return {
        "round": number,
        "category": state.plan.rounds[number - 1],
        "reason": judged.reason,
        "winner": judged.winner,
        "line": judged.line,
        "change": points(judged.change),
        "delta": points(played.delta),
    }
