"""The synthesis: what speaks for the idea, what against it, what nobody has met, and where it stands on the whole."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from moot.formats.evaluation.agreed import ADVOCATE, CHALLENGER
from moot.formats.evaluation.dossier import Dossier
from moot.formats.evaluation.report.standing import standings
from moot.formats.evaluation.scoring import halves, points

STRONG, WEAK = 7, 4
"""From here on up a score is a strength, from here on down a weakness."""


def synthesis(known: Dossier, scores: Mapping[str, Any]) -> dict[str, Any]:
    """Computed from scores, verdicts and concessions alone; no word of it is made up here."""
    strong = {name: score for name, score in scores.items() if score["after"] >= STRONG}
    weak = {name: score for name, score in scores.items() if score["after"] <= WEAK}
    return {
        "strengths": [*_by_score(strong), *_by_verdict(known, ADVOCATE), *_by_concession(known, CHALLENGER)],
        "weaknesses": [*_by_score(weak), *_by_verdict(known, CHALLENGER), *_by_concession(known, ADVOCATE)],
        "open_challenges": [name for name, standing in standings(known).items() if standing != "met"],
        "overall": _overall(scores) if scores else None,
    }


def rounded(exact: Fraction) -> float:
    """To two places, halves away from zero.

    >>> rounded(Fraction(83, 12)), rounded(Fraction(-1, 200))
    (6.92, -0.01)
    """
    size = (abs(exact) * 200 + 1) // 2
    return (size if exact >= 0 else -size) / 100


def _by_score(scores: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for name, score in scores.items():
        yield {"category": name, "from": "score", "text": _reason(score), "score": score["after"]}


def _reason(score: Mapping[str, Any]) -> str:
    """Why it stands where it stands: what moved it last, or else what it was given for."""
    moved = [why["reason"] for why in score["why"] if why["delta"]]
    return moved[-1] if moved else score["reasoning"]


def _by_verdict(known: Dossier, winner: str) -> Iterator[dict[str, Any]]:
    for held in known.rounds:
        if held.verdict is not None and held.verdict.winner == winner:
            category = known.setup.rounds[held.number - 1].category
            for text in held.verdict.key_points:
                yield {"category": category, "from": f"round {held.number}", "text": text}


def _by_concession(known: Dossier, giver: str) -> Iterator[dict[str, Any]]:
    for held, spoken, granted in known.concessions():
        if spoken.seat == giver:
            category = known.setup.rounds[held.number - 1].category
            yield {"category": category, "from": f"granted by the {giver}", "text": held.point(granted).claim}


def _overall(scores: Mapping[str, Any]) -> dict[str, Any]:
    before, after = (sum(halves(score[when]) for score in scores.values()) for when in ("before", "after"))
    return {
        "categories": len(scores),
        "before": _mean(before, len(scores)),
        "after": _mean(after, len(scores)),
        "delta": _mean(after - before, len(scores)),
    }


def _mean(counted: int, count: int) -> dict[str, int | float]:
    """The sum, which is exact, and the mean, to two places."""
    return {"sum": points(counted), "mean": rounded(Fraction(counted, 2 * count))}
