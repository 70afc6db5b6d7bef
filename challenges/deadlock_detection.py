#!/usr/bin/env python3
"""A player that never answers, and an owner who never comes, hold nobody up for ever."""

from typing import Any

from cast import BRIEF, GIVEN, TASK, USUAL
from stage import House, house
from story import must, play, show, tell

CAST = ["generator", "implementer", "executor", "critic", "judge"]
AGREED: dict[str, Any] = {**BRIEF, "task": TASK, "tests": GIVEN}


def act() -> None:
    """Deadlock detection: whoever is silent lapses, is out after the second time, and the others go on."""
    with house() as here:
        absent(here)
        silent(here)


def absent(here: House) -> None:
    """An agent from outside that never comes."""
    tell("the implementer's seat is for an agent that comes by itself, within two seconds; it never does")
    here.script(USUAL)
    debate = here.workshop(**AGREED, cast=CAST, seats={"implementer": "human"}, timeout_per_person=2)
    result = here.result(debate)
    lapses = [(turn["agent_id"], turn["content"]["reason"]) for turn in here.turns(debate, "lapsed")]
    show("lapsed", lapses)
    must("its turn lapsed, was dealt once more, and lapsed", lapses == [("implementer", "time")] * 2)
    show("out", result["out"])
    must("then it was out", result["out"] == ["implementer"])
    must("and the others came to a result", (result["ending"], result["result"]["winner"]) == ("decided", "generator"))
    must("on a sound record", here.get(f"/debates/{debate}/verify")["sound"])


def silent(here: House) -> None:
    """A player that the house calls on, and that hangs; there is nobody else who writes."""
    tell("the only author is called on and never answers: the workshop ends, and says that it came to nothing")
    here.script(USUAL, generator={"attempt": [{"wait": "never"}] * 9})
    debate = here.workshop(**AGREED, cast=["generator", "executor", "judge"], timeout_per_turn=3)
    result = here.result(debate)
    show("result", {"ending": result["ending"], "out": result["out"]})
    must("it failed, and hangs no more", result["ending"] == "failed" and "generator" in result["out"])
    must("no debate is left open", here.get("/debates?status=open")["debates"] == [])


if __name__ == "__main__":
    play(act)
