#!/usr/bin/env python3
"""In a tree, leads speak before their specialists, teams work apart, and an orphaned team goes to a sibling lead."""

from typing import Any

from cast import GIVEN, TASK, USUAL, ballot
from stage import House, house
from story import must, play, show, tell

CAST = ["architect", "generator", "implementer", "executor", "critic", "judge"]
AGREED: dict[str, Any] = {
    "task": TASK,
    "tests": GIVEN,
    "cast": CAST,
    "topology": "tree",
    "planning": "none",
    "off": ["review", "optimization", "adversarial"],
    "player": "cast",
}


def act() -> None:
    """Tree topology: who speaks first, who reads whom, and who inherits a team whose lead is gone."""
    with house(DEBATE_AUTH_TOKEN="owner-of-the-house") as here:
        here.script(USUAL)
        apart(here)
        orphaned(here)


def apart(here: House) -> None:
    """A tree in which nobody fails."""
    tell("architect at the root; generator leads implementer and executor, judge leads critic")
    opened = here.post("/workshops", **AGREED, gates=["proposal", "critique"])
    debate, keys = opened["debate_id"], opened["seat_keys"]
    here.until(debate, "gate_after_proposal")
    order = [turn["agent_id"] for turn in here.turns(debate, "PROPOSAL")]
    show("proposals", order)
    must("work is handed down: the lead proposes before its specialist", order == ["generator", "implementer"])
    readers = {seat: reads(here, debate, keys[seat], "implementer") for seat in ("generator", "judge", "critic")}
    show("who reads the implementer's proposal", readers)
    must("its lead does, the other team does not", readers == {"generator": True, "judge": False, "critic": False})

    here.post(f"/debates/{debate}/approve")
    here.until(debate, "gate_after_critique")
    critics = {(turn["thread"], turn["agent_id"]) for turn in here.turns(debate, "CRITIQUE")}
    show("critiques", sorted(critics))
    must("nobody near could criticise it, so it was opened to who can", ("implementer", "critic") in critics)
    here.post(f"/debates/{debate}/approve")
    must("it comes to a vote", here.result(debate)["ending"] == "decided")
    must("before which everybody read everything", reads(here, debate, keys["critic"], "implementer"))


def orphaned(here: House) -> None:
    """A tree whose lead falls out."""
    tell("the generator fails twice and is out")
    here.script({**USUAL, "vote": [ballot("implementer")]}, generator={"attempt": [{"fail": "out of paper"}] * 2})
    opened = here.post("/workshops", **AGREED, gates=["proposal"])
    debate, keys = opened["debate_id"], opened["seat_keys"]
    here.until(debate, "gate_after_proposal")
    lapses = [(turn["agent_id"], turn["content"]["reason"]) for turn in here.turns(debate, "lapsed")]
    show("lapsed", lapses)
    must("its turn was dealt once more, in vain", lapses == [("generator", "failed")] * 2)
    readers = {seat: reads(here, debate, keys[seat], "implementer") for seat in ("judge", "critic")}
    show("who reads the implementer's proposal now", readers)
    must("the sibling lead took the team over", readers == {"judge": True, "critic": False})
    here.post(f"/debates/{debate}/approve")
    result = here.result(debate)
    must("the others came to a result", (result["ending"], result["out"]) == ("decided", ["generator"]))


def reads(here: House, debate: str, key: str, author: str) -> bool:
    """Whether whoever has this key reads what an author proposed."""
    told = here.get(f"/debates/{debate}/turns?limit=200", key)["turns"]
    return any(turn["kind"] == "PROPOSAL" and turn["agent_id"] == author and not turn["hidden"] for turn in told)


if __name__ == "__main__":
    play(act)
