#!/usr/bin/env python3
"""What is not clear about a task is asked before anybody writes code, and the owner answers until it is clear."""

from typing import Any

from cast import BRIEF, GIVEN, TASK, USUAL
from stage import house
from story import must, play, show, tell

LONG = TASK + "\n\n" + "Numbers come from many places, and nobody has written down what they look like. " * 6
ASKED = {"question": "What is the total of an empty list?", "category": "edge_cases", "priority": "high"}
AGREED: dict[str, Any] = {**BRIEF, "cast": ["generator", "executor", "judge"]}


def act() -> None:
    """Dehallucination: ask before writing, until it is clear enough."""
    with house() as here:
        doubts: list[dict[str, Any]] = [
            {"questions": [ASKED], "confidence": 0.4},
            {"questions": [], "confidence": 0.95},
        ]
        here.script({**USUAL, "clarify": doubts})
        debate = here.workshop(task=LONG, tests=GIVEN, **AGREED)
        tell("a long task: somebody asks, and the workshop waits for whoever set it")
        brief = here.brief(debate, "owner")
        state = here.get(f"/debates/{debate}")["debate"]
        show("state", {name: state[name] for name in ("state", "waiting_for")})
        must("it waits for the owner", (state["state"], state["waiting_for"]) == ("dehallucination", ["owner"]))
        must("the owner is asked that very question", ASKED["question"] in brief)
        must("no code was written yet", not here.turns(debate, "TESTS", "ATTEMPT"))

        tell("too many answers are refused; one answer to one question is taken")
        odd: dict[str, Any] = {
            "role": "owner",
            "type": "ANSWERS",
            "move": {"answers": ["0.", "And more."], "confidence": 0.5},
        }
        refused = here.refused(f"/debates/{debate}/moves", **odd)
        show("refused", {name: refused[name] for name in ("status", "code", "message")})
        must("with what is wrong", (refused["status"], refused["code"]) == (422, "INVALID_INPUT"))
        here.answer(debate, "owner", answers=["It is 0."], confidence=0.5)
        result = here.result(debate)
        kinds = [turn["kind"] for turn in here.turns(debate) if turn["phase"] == "dehallucination"]
        show("turns", kinds)
        must("asked, answered, asked again: now it is clear", kinds == ["QUESTIONS", "ANSWERS", "QUESTIONS"])
        phases = [each["phase"] for each in result["phases"]]
        must("then work began", phases[:2] == ["dehallucination", "self_evolvement"])

        tell("a simple task is not asked about")
        simple = here.result(here.workshop(task=TASK, tests=GIVEN, **AGREED))
        phases = [each["phase"] for each in simple["phases"]]
        show("phases", phases)
        must("the phase was not held", phases == ["self_evolvement", "proposal", "convergence"])


if __name__ == "__main__":
    play(act)
