"""The report: the result as programs read it."""

from collections.abc import Iterator, Sequence
from typing import Any

from moot.debate import View
from moot.formats.evaluation.agreed import ADVOCATE, CHALLENGER, Category
from moot.formats.evaluation.dossier import Dossier, Exchange, Missing, Spoken, dossier
from moot.formats.evaluation.report.standing import standings
from moot.formats.evaluation.report.synthesis import synthesis
from moot.formats.evaluation.scoring import halves, points
from moot.formats.evaluation.state import Plan, State
from moot.formats.evaluation.table import after, begun
from moot.formats.evaluation.turns import status


def reported(record: Sequence[View]) -> dict[str, Any]:
    """The whole result, from the record as somebody reads it; as far as it has come where it is not over."""
    known = dossier(record)
    scores = {
        category.id: _score(known, category) for category in known.setup.categories if category.id in known.scores
    }
    return {
        "title": known.setup.title,
        "state": status(_state(known, record)),
        "ending": known.ending,
        "scores": scores,
        "rounds": [_round(known, held) for held in known.rounds],
        "final_adjustments": {name: score["delta"] for name, score in scores.items()},
        "evidence": [item.model_dump(mode="json") for item in known.evidence],
        "challenges": _challenges(known),
        "concessions": list(_concessions(known)),
        "missing": [_missing(missing) for missing in known.missing],
        "synthesis": synthesis(known, scores),
    }


def _state(known: Dossier, record: Sequence[View]) -> State:
    state = begun(Plan.of(known.setup))
    for view in record[1:]:
        state = after(state, view.entry)
    return state


def _score(known: Dossier, category: Category) -> dict[str, Any]:
    by, scored = known.scores[category.id]
    rounds = [held for held in known.rounds if known.setup.rounds[held.number - 1].category == category.id]
    delta = sum(_half(held, "delta") for held in rounds)
    return {
        "name": category.name,
        "before": points(halves(scored.score)),
        "after": points(halves(scored.score) + delta),
        "delta": points(delta),
        "confidence": scored.confidence,
        "by": by,
        "reasoning": scored.reasoning,
        "why": [why for held in rounds if (why := _why(held)) is not None],
        "evidence": [item.id for item in known.evidence if item.category == category.id],
    }


def _half(held: Exchange, name: str) -> int:
    return 0 if held.scored is None else halves(float(str(held.scored[name])))


def _why(held: Exchange) -> dict[str, Any] | None:
    """What a round did to the score, and the arbiter's reason."""
    if held.scored is None:
        return None
    said = held.verdict.reasoning if held.verdict is not None else held.scored["reason"]
    told = {name: held.scored[name] for name in ("round", "winner", "before", "change", "delta", "after", "capped")}
    return {**told, "reason": said}


def _round(known: Dossier, held: Exchange) -> dict[str, Any]:
    agreed = known.setup.rounds[held.number - 1]
    verdict = None if held.verdict is None else held.verdict.model_dump(mode="json", exclude_none=True)
    return {
        "round": held.number,
        "topic": agreed.topic,
        "target_category": agreed.category,
        "advocate_position": agreed.advocate_position,
        "challenger_position": agreed.challenger_position,
        "advocate_arguments": [_speech(said) for said in held.of(ADVOCATE)],
        "challenger_arguments": [_speech(said) for said in held.of(CHALLENGER)],
        "arbiter_verdict": _verdict(verdict),
        "askings": None if verdict is None else verdict.get("askings"),
        "score_adjustments": {} if held.scored is None else {agreed.category: held.scored["delta"]},
        "scored": _why(held),
    }


def _verdict(verdict: dict[str, Any] | None) -> dict[str, Any] | None:
    if verdict is None:
        return None
    return {name: verdict[name] for name in ("winner", "reasoning", "key_points", "confidence")}


def _speech(said: Spoken) -> dict[str, Any]:
    return {
        "line": said.line,
        "kind": said.kind,
        "content": said.content,
        "points": [point.model_dump(mode="json") for point in said.points],
        "concedes": [granted.model_dump(mode="json") for granted in said.concedes],
    }


def _challenges(known: Dossier) -> list[dict[str, Any]]:
    stand = standings(known)
    return [
        {
            "id": raised.id,
            "by": raised.by,
            "category": raised.challenge.category,
            "claim": raised.challenge.claim,
            "severity": raised.challenge.severity,
            "evidence": list(raised.challenge.evidence),
            "standing": stand[raised.id],
        }
        for raised in known.challenges
    ]


def _concessions(known: Dossier) -> Iterator[dict[str, Any]]:
    for held, spoken, granted in known.concessions():
        told = {"line": granted.line, "point": granted.point, "claim": held.point(granted).claim}
        yield {"round": held.number, "by": spoken.seat, **told}


def _missing(missing: Missing) -> dict[str, Any]:
    return {
        "seat": missing.seat,
        "turn": missing.turn,
        "round": missing.round,
        "reason": missing.reason,
        "detail": missing.detail,
    }
