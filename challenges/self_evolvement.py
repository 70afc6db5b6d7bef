#!/usr/bin/env python3
"""Authors try their code before they show it: tests must fail first, and the best tested version is proposed."""

from typing import Any

from cast import BRIEF, GOOD, OFF_BY_ONE, TASK, USUAL, learnt, program
from stage import house
from story import must, play, show, tell

TESTS = [
    {"name": "two and two", "code": "assert total([2, 2]) == 4"},
    {"name": "nothing at all", "code": "assert True"},
]
WORSE = "def total(xs):\n    return None\n"
AGREED: dict[str, Any] = {**BRIEF, "cast": ["generator", "tester", "executor", "judge"]}


def act() -> None:
    """Self-evolvement: tests that fail first, code that is tried and refined, the best version proposed."""
    with house() as here:
        attempts = [program(text) for text in (OFF_BY_ONE, GOOD)]
        here.script({**USUAL, "test": [{"tests": TESTS}], "attempt": attempts, "reflect": [learnt("One is added.")]})
        debate = here.workshop(task=TASK, **AGREED)
        result = here.result(debate)
        tell("the tester's tests are run where there is no code yet")
        tried = here.turns(debate, "REPORT")[0]
        show("without code", [[each["id"], each["outcome"]] for each in tried["test_results"]])
        show("tests", [[each["name"], each["counts"]] for each in result["tests"]])
        counts = {each["name"]: each["counts"] for each in result["tests"]}
        must("a test that passes without code does not count", counts == {"two and two": True, "nothing at all": False})

        tell("the author refines its code before it proposes anything")
        kinds = [turn["kind"] for turn in here.turns(debate) if turn["phase"] == "self_evolvement"]
        show("turns", kinds)
        refined = ["TESTS", "REPORT", "ATTEMPT", "REPORT", "REFLECTION", "ATTEMPT", "REPORT"]
        must("attempt, run, reflection, attempt, run", kinds == refined)
        must("what won is the version that passed", result["result"]["files"] == {"solution.py": GOOD})

        tell("as often as was agreed, and no more; what was best is kept, not what was last")
        attempts = [program(text) for text in (WORSE, GOOD.replace("sum(xs)", "sum(xs) or 1"), OFF_BY_ONE)]
        tests: list[dict[str, Any]] = [{"name": "none", "call": "total", "args": [[]], "expected": 0}]
        here.script({**USUAL, "attempt": attempts})
        again = here.workshop(task=TASK, tests=tests, self_evolvement={"attempts": 3}, **AGREED)
        here.until(again)
        versions = here.get(f"/debates/{again}/versions")["versions"]
        for each in versions:
            show(f"attempt {each['version_number']}", {name: each[name] for name in ("passed", "total", "best")})
        must("three attempts", len(versions) == 3)
        must("the second is the best", [each["best"] for each in versions] == [False, True, False])


if __name__ == "__main__":
    play(act)
