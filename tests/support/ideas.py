"""An idea, those who argue it, and an arbiter: models that say what a test wants."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from moot.testing.wire import Asked, Reply
from tests.support.players import filled, told

IDEA = "# Tools for one street\n\nNeighbours lend each other drills through a shed with a code lock.\n"
CATEGORIES = ("problem", "solution", "feasibility", "fit", "market", "risk")
SCORES: Mapping[str, Any] = {
    "scores": {"problem": 6, "solution": 5, "feasibility": 7, "fit": 6, "market": 7, "risk": 4},
    "evidence": [
        {"id": "E1", "category": "problem", "text": "A drill runs 13 minutes in its life."},
        {"id": "E2", "category": "solution", "text": "The shed was open on 170 of 180 days."},
        {"id": "E3", "category": "market", "text": "22 households took part."},
    ],
}
CHALLENGES: Sequence[Mapping[str, Any]] = (
    {"id": "C1", "category": "market", "claim": "One street is no market.", "severity": "high", "evidence": ["E3"]},
)
ASSESSMENT: Mapping[str, Any] = {
    name: {"evidence": [f"A fact about the {name}."], "reasoning": "It stands so.", "score": 5.5, "confidence": 0.5}
    for name in CATEGORIES
}
DEBATERS = ("advocate", "challenger", "arbiter")


def held(topic: str, category: str) -> dict[str, str]:
    """A round, whose positions say whose they are."""
    return {
        "topic": topic,
        "category": category,
        "advocate_position": f"advocate of {topic}",
        "challenger_position": f"challenger of {topic}",
    }


def speaking(claim: str, *evidence: str) -> Reply:
    """A speech of one point."""
    return filled(kind="ARGUMENT", content=f"{claim} So say I.", points=[{"claim": claim, "evidence": list(evidence)}])


def replying(claim: str, *evidence: str, grants: Sequence[tuple[int, int]] = ()) -> Reply:
    """A second speech of one point; it may grant points of the other side, by line and number."""
    points = [{"claim": claim, "evidence": list(evidence)}]
    return filled(answer={"kind": "REPLY", "content": claim, "points": points, "concedes": _conceded(grants)})


def resting(grants: Sequence[tuple[int, int]] = ()) -> Reply:
    """Nothing to add."""
    return filled(answer={"kind": "REST", "concedes": _conceded(grants)})


def _conceded(grants: Sequence[tuple[int, int]]) -> list[dict[str, int]]:
    return [{"line": line, "point": point} for line, point in grants]


def paired(verdicts: Mapping[str, tuple[tuple[str, int], tuple[str, int]]]) -> Callable[[Asked], Reply]:
    """An arbiter: by the topic of a round, what it finds with the advocate shown first, and with the challenger."""

    def reply(asked: Asked) -> Reply:
        first, topic = _shown(asked, "# Side A")
        winner, strength = verdicts[topic][0 if first == "advocate" else 1]
        letter = winner if winner == "draw" else "A" if winner == first else "B"
        told = {"reasoning": "Side A was closer to the facts than Side B.", "key_points": ["The drill."]}
        return filled(winner=letter, strength=strength, **told, confidence=0.8)

    return reply


def separate(marks: Mapping[str, int]) -> Callable[[Asked], Reply]:
    """An arbiter that hears each side alone, and gives it the same mark four times."""

    def reply(asked: Asked) -> Reply:
        side, _ = _shown(asked, "# The side that you hear")
        four = dict.fromkeys(("evidence", "reasoning", "relevance", "answers"), marks[side])
        return filled(**four, strongest=f"The {side}'s drill.", why=f"The {side} cites what it says.", confidence=0.7)

    return reply


def _shown(asked: Asked, heading: str) -> tuple[str, str]:
    found = re.search(rf"^{heading}\n\nIt holds: (\w+) of (.+)$", told(asked), re.MULTILINE)
    assert found is not None, told(asked)
    return found[1], found[2]
