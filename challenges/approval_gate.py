#!/usr/bin/env python3
"""A workshop stops at a gate until its owner approves or rejects; silence ends it, and never means yes."""

from typing import Any

from cast import BRIEF, GIVEN, TASK, USUAL
from stage import House, house
from story import must, play, show, tell

AGREED: dict[str, Any] = {**BRIEF, "task": TASK, "tests": GIVEN, "cast": ["generator", "executor", "judge"]}


def act() -> None:
    """Approval gate: approve, reject, send back, and wait in vain."""
    with house() as here:
        here.script(USUAL)
        approved(here)
        rejected(here)
        in_vain(here)


def shut(here: House, **gates: Any) -> str:
    """A workshop that stands before its gate."""
    debate = here.workshop(**AGREED, gates={"after": ["proposal"], **gates})
    must("it stops", here.until(debate, "gate_after_proposal") == "gate_after_proposal")
    return debate


def approved(here: House) -> None:
    """The owner says yes."""
    tell("a gate after the proposals; whoever watches is told")
    debate = here.workshop(**AGREED, gates=["proposal"])
    for event in here.events(debate, after=0):
        if event["event"] == "new_argument" and event["data"]["type"] == "gate_opened":
            show(f"event {event['id']}", f"{event['event']} {event['data']['type']} in {event['data']['phase']}")
        if event["event"] == "state_changed" and event["data"]["state"].startswith("gate"):
            show(f"event {event['id']}", event["data"])
            break
    gates = here.get(f"/debates/{debate}/gates")
    (gate,) = gates["gates"]
    show("gate", {name: gate[name] for name in ("phase", "timeout", "decision", "artifacts")})
    must("it is pending, with what there is to decide on", gates["pending"] and gate["artifacts"][0]["passed"] == 4)
    must("nobody votes meanwhile", not here.turns(debate, "BALLOT"))
    here.post(f"/debates/{debate}/approve", reason="Go on.")
    must("approved, it goes on to the vote", here.result(debate)["ending"] == "decided")
    (gate,) = here.get(f"/debates/{debate}/gates")["gates"]
    show("gate", {name: gate[name] for name in ("decision", "reviewer", "reason")})
    must("and the decision is on the record", (gate["decision"], gate["reviewer"]) == ("approved", "owner"))
    late = here.refused(f"/debates/{debate}/approve")
    show("approved again", {name: late[name] for name in ("status", "code", "current_state")})
    must("a gate that is not shut cannot be approved", (late["status"], late["code"]) == (409, "ACTION_NOT_ALLOWED"))


def rejected(here: House) -> None:
    """The owner says no."""
    tell("rejected: the workshop ends")
    debate = shut(here)
    here.post(f"/debates/{debate}/reject", reason="It must not block.")
    result = here.result(debate)
    show("result", {"ending": result["ending"], "gates": [gate["reason"] for gate in result["gates"]]})
    must("without a vote", result["ending"] == "rejected" and not here.turns(debate, "BALLOT"))

    tell("rejected with a phase to go back to: that phase is held again")
    debate = shut(here)
    here.post(f"/debates/{debate}/reject", reason="Say more.", back_to="proposal")
    must("it stops at the same gate again", here.until(debate, "gate_after_proposal") == "gate_after_proposal")
    must("after a second proposal", len(here.turns(debate, "PROPOSAL")) == 2)
    here.post(f"/debates/{debate}/approve")
    must("and then goes on", here.result(debate)["ending"] == "decided")


def in_vain(here: House) -> None:
    """Nobody decides."""
    tell("nobody decides within a second")
    debate = here.workshop(**AGREED, gates={"after": ["proposal"], "timeout": 1})
    result = here.result(debate)
    (gate,) = here.get(f"/debates/{debate}/gates")["gates"]
    show("gate", {name: gate[name] for name in ("decision", "reviewer", "requested_at", "until", "decided_at")})
    must("silence never means yes", (result["ending"], gate["decision"]) == ("gate_timed_out", "timed_out"))
    must("nobody voted", not here.turns(debate, "BALLOT"))


if __name__ == "__main__":
    play(act)
