#!/usr/bin/env python3
"""Red breaks a candidate with a test that is run, blue mends it, red comes again, until nothing new breaks."""

from typing import Any

from cast import GIVEN, STURDY, TASK, USUAL, program
from stage import House, house
from story import must, play, show, tell

BREAKS = {"name": "nothing", "code": "assert total(None) == 0"}
HOLDS = {"name": "many", "code": "assert total(range(1000)) == 499500"}
ATTACKS: list[dict[str, Any]] = [
    {"claim": "None is not met.", "tests": [BREAKS]},
    {"claim": "Long input overflows.", "tests": [HOLDS]},
    {"claim": "Nothing new.", "tests": []},
]
AGREED: dict[str, Any] = {
    "cast": ["generator", "executor", "red_team", "blue_team", "judge"],
    "planning": "none",
    "off": ["critique", "review", "optimization"],
    "adversarial": {"rounds": 3, "candidates": 1},
}


def act() -> None:
    """Adversarial dynamics: red attacks, the attack is run, blue defends, red attacks again."""
    with house() as here:
        here.script({**USUAL, "attack": ATTACKS, "defend": [{**program(STURDY), "explanation": "None is met."}]})
        debate = here.workshop(task=TASK, tests=GIVEN, **AGREED)
        tell("an attack that breaks, a defence, an attack that the mended code withstands")
        result = here.result(debate)
        kinds = [turn["kind"] for turn in here.turns(debate) if turn["phase"] == "adversarial"]
        show("turns", kinds)
        fight = ["ATTACK", "REPORT", "DEFENCE", "REPORT", "ATTACK", "REPORT"]
        must("attack, run, defence, run, attack, run; then it is over, for nothing broke", kinds == fight)
        fought(here, debate, result)

        tell("an attack without a test breaks nothing, however it is worded")
        here.script({**USUAL, "attack": [{"claim": "It is hopelessly broken!", "tests": []}]})
        idle = here.workshop(task=TASK, tests=GIVEN, **AGREED)
        must("it is over at once", here.result(idle)["attacks"] == [] and not here.turns(idle, "DEFENCE"))


def fought(here: House, debate: str, result: Any) -> None:
    """What came of the attacks and of the code."""
    for each in result["attacks"]:
        show(f"attack {each['id']}", {name: each[name] for name in ("round", "by", "name", "broke")})
    broke = [each["broke"] for each in result["attacks"]]
    must("the first attack broke it and the second did not", broke == [True, False])
    *_, mended = here.get(f"/debates/{debate}/versions")["versions"]
    show("last version", {name: mended[name] for name in ("turn", "by", "passed", "total", "attacked", "held")})
    must(
        "the defence withstood both attacks", mended["turn"] == "DEFENCE" and mended["held"] == mended["attacked"] == 2
    )
    must("and passes the old tests too", mended["passed"] == mended["total"])
    files = here.get(f"/debates/{debate}/versions/{mended['version_number']}")["files"]
    must("the mended code is what won", result["result"]["files"] == files == {"solution.py": STURDY})


if __name__ == "__main__":
    play(act)
