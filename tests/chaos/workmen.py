"""What a workshop is told by models who know their part, for whichever step it dies at: always the same answers."""

from typing import Any

from moot.formats.workshop.setup import RUBRIC
from moot.testing.wire import Asked, Reply

TASK = "# Add up\n\nWrite f(xs), which adds numbers up."
GIVEN = {"name": "given", "call": "f", "args": [[1, 1]], "expected": 2}
GOOD = "def f(xs):\n    return sum(xs)\n"
BAD = "def f(xs):\n    return sum(xs) + 1\n"
STURDY = "def f(xs):\n    return sum(xs or ())\n"
AGREED: dict[str, Any] = {
    "task": TASK,
    "tests": [GIVEN],
    "planning": "cpde",
    "dehallucination": {"simple": True},
    "adversarial": {"rounds": 2, "candidates": 1},
    "optimization": {"attempts": 1},
}
PARTS: dict[str, dict[str, Any]] = {
    "Ask what must be known": {"questions": [{"question": "Empty?", "category": "edge_cases"}], "confidence": 0.5},
    "Answer all": {"answers": ["It gives 0."], "confidence": 1.0},
    "Plan the work": {"steps": ["Add."], "assignments": [{"seat": "generator", "what": "All."}]},
    "Write tests": {"tests": [{"name": "one", "code": "assert f([1, 2]) == 3"}]},
    "The last run failed": {"root_cause": "One off.", "went_wrong": "Sums.", "to_change": "Add.", "confidence": 0.5},
    "Say what is wrong": {"points": [], "summary": "Fine."},
    "Score this candidate": {
        "scores": [{"criterion": each.name, "score": 0.7} for each in RUBRIC],
        "verdict": "accept",
        "summary": "Fine.",
    },
    "Make this candidate better": {"code": GOOD, "changes": "None."},
    "Break this candidate": {"claim": "None.", "tests": [{"name": "nothing", "code": "assert f(None) == 0"}]},
    "Mend what": {"code": STURDY, "explanation": "Mended."},
    "Vote.": {"ranking": ["generator", "implementer"], "approves": ["generator"], "confidence": 0.9},
}


def at_work(asked: Asked) -> Reply:
    """What the holder of a seat says to what it is asked; the first attempt of each author is wrong."""
    told = "\n".join(str(message["content"]) for message in asked.messages)
    if "Write the program, whole" in told:
        return Reply(values={"code": GOOD if "Use all that you learnt" in told else BAD})
    if "Break this candidate" in told and "Attacks so far" in told:
        return Reply(values={"claim": "Nothing new.", "tests": []})
    return next((Reply(values=values) for words, values in PARTS.items() if words in told), Reply())
