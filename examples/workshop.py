"""A cast writes code, tests it in the sandbox, criticises it and votes."""

import moot

CAST = ["generator", "implementer", "tester", "executor", "critic", "judge"]

with moot.House() as house:
    task, test = "Write f(xs), which adds numbers up.", {"name": "two", "call": "f", "args": [[1, 1]], "expected": 2}
    debate = house.workshop(task, tests=[test], cast=CAST, off=["review", "optimization", "adversarial"])
    result = debate.result().report["result"]
    print(result["files"] if result else "Nobody could write it.")
