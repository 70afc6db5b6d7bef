"""What the players of a challenge say unless it tells them otherwise: by the name of the turn, an answer each time."""

from typing import Any

GIVEN: list[dict[str, Any]] = [
    {"name": "some", "call": "total", "args": [[1, 2, 3]], "expected": 6},
    {"name": "one", "call": "total", "args": [[7]], "expected": 7},
    {"name": "none", "call": "total", "args": [[]], "expected": 0},
]
"""Tests that come with the task."""
TASK = "# Add up\n\nWrite total(xs), which adds up a list of numbers."
GOOD = "def total(xs):\n    return sum(xs)\n"
OFF_BY_ONE = "def total(xs):\n    return sum(xs) + 1\n"
STURDY = "def total(xs):\n    return sum(xs or ())\n"
NO_EMPTY = "def total(xs):\n    return xs[0] + sum(xs[1:])\n"
RUBRIC = ("correctness", "clarity", "robustness", "efficiency", "security")
BRIEF: dict[str, Any] = {"planning": "none", "off": ["critique", "review", "optimization", "adversarial"]}
"""A workshop of self-evolvement, proposal and the vote alone."""


def program(text: str) -> dict[str, Any]:
    """A version of the code."""
    return {"files": {"solution.py": text}}


def ballot(*ranking: str, confidence: float = 0.9) -> dict[str, Any]:
    """A vote, the best first."""
    return {"kind": "BALLOT", "ranking": ranking, "confidence": confidence, "reason": "By what was run."}


def learnt(cause: str, lesson: str = "") -> dict[str, Any]:
    """What an author makes of a failure."""
    return {"root_cause": cause, "went_wrong": "Tests.", "to_change": "That.", "confidence": 0.6, "lesson": lesson}


USUAL: dict[str, Any] = {
    "clarify": [{"questions": [], "confidence": 1.0}],
    "own_plan": [{"steps": ["Add."]}],
    "negotiate": [{"accepts": True, "reason": "It fits."}],
    "test": [{"tests": [{"name": "two and two", "code": "assert total([2, 2]) == 4"}]}],
    "attempt": [program(GOOD)] * 3,
    "reflect": [learnt("Unknown.")] * 3,
    "propose": [{"summary": "It adds up.", "rationale": "It was tested.", "confidence": 0.8}] * 3,
    "criticise": [{"points": [], "summary": "It is fine."}] * 8,
    "review": [
        {"scores": [{"criterion": name, "score": 0.8} for name in RUBRIC], "verdict": "accept", "summary": "Fine."}
    ]
    * 8,
    "patch": [{"kind": "REST", "reason": "It is good."}] * 4,
    "attack": [{"tests": [], "claim": "Nothing new."}] * 4,
    "vote": [ballot("generator")],
    "explain": [{"content": "It was tested, so it won."}],
}
