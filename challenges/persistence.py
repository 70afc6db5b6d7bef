#!/usr/bin/env python3
"""A server that is killed amid a workshop goes on with it after a restart; nothing is lost or said twice."""

import signal
from typing import Any

from cast import GIVEN, GOOD, NO_EMPTY, OFF_BY_ONE, TASK, USUAL, program
from stage import house
from story import must, play, show, tell

AGREED: dict[str, Any] = {
    "cast": ["generator", "implementer", "tester", "executor", "critic", "judge"],
    "planning": "none",
    "off": ["review", "optimization", "adversarial"],
    "self_evolvement": {"attempts": 3},
}


def act() -> None:
    """Persistence: SIGKILL in the middle of the work, a restart, the same record, and on to the result."""
    with house() as here:
        attempts = [program(text) for text in (OFF_BY_ONE, NO_EMPTY, GOOD)]
        here.script({**USUAL, "attempt": attempts})
        debate = here.workshop(task=TASK, tests=GIVEN, **AGREED)
        reports = 0
        for event in here.events(debate, after=0):
            reports += event["event"] == "new_argument" and event["data"]["type"] == "REPORT"
            if reports == 3:
                break
        before = here.get(f"/debates/{debate}/export?format=jsonl").splitlines()[1:]
        tell("the server is killed while authors are at work")
        here.stop(signal.SIGKILL)
        show("lines that were read before", len(before))

        here.start()
        tell("it is started again, on the same file, and goes on by itself")
        result = here.result(debate)
        after = here.get(f"/debates/{debate}/export?format=jsonl").splitlines()[1:]
        show("lines in the end", len(after))
        must("every line that was read is still there, byte for byte", after[: len(before)] == before)
        must("the workshop came to its result", result["ending"] == "decided" and len(after) > len(before))
        sound = here.get(f"/debates/{debate}/verify")
        show("verify", sound)
        must("the record is sound", sound["sound"] and sound["lines"] == len(after))
        ran = [turn["answers"] for turn in here.turns(debate, "REPORT") if turn["phase"] != "convergence"]
        must("no version was run twice", len(ran) == len(set(ran)))
        lapsed = [turn["content"]["reason"] for turn in here.turns(debate, "lapsed")]
        must("and nobody lost a turn by it", lapsed == [])

        tell("once more, while nothing happens: a new process reads the same")
        here.stop()
        here.start()
        same = here.get(f"/debates/{debate}/export?format=jsonl").splitlines()[1:]
        must("the same record", same == after)


if __name__ == "__main__":
    play(act)
