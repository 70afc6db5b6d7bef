"""What `moot workshop` is tried with: a task, players that say what is written, and one that runs code."""

import json
import sys
from pathlib import Path
from typing import Any

from tests.cli.matters import alone, written
from tests.cli.shell import Shell

BAD, GOOD = (f"def add(a, b):\n    return a {sign} b\n" for sign in "-+")
ANSWERS: dict[str, Any] = {
    "clarify": [
        {"questions": [{"question": "Whole numbers?", "category": "requirements"}], "confidence": 0.5},
        {"questions": [], "confidence": 1.0},
    ],
    "test": [{"tests": [{"name": "two and two", "code": "assert add(2, 2) == 4"}]}],
    "attempt": [{"files": {"solution.py": BAD}}, {"files": {"solution.py": GOOD}}],
    "reflect": [{"root_cause": "The sign.", "went_wrong": "Less.", "to_change": "More.", "confidence": 0.9}],
    "propose": [{"summary": "It adds.", "rationale": "It is short.", "confidence": 0.9}],
    "criticise": [{"points": [], "summary": "It is fine."}],
    "vote": [{"kind": "BALLOT", "ranking": ["generator"], "confidence": 0.9, "reason": "The only one."}],
    "explain": [{"content": "It adds."}],
}
RUNNER = """
import json, sys
told = sys.stdin.read()
job, _ = json.JSONDecoder().raw_decode(told, told.index('{"job"'))
if job["job"] == "checks":
    found = [{"tool": "own", "code": "E1", "severity": "error", "path": "solution.py", "line": 2, "message": "Short"}]
    absent = {"name": "other", "outcome": "absent", "why": "it is not here"}
    print(json.dumps({"tools": [{"name": "own", "outcome": "found"}, absent], "findings": found}))
    sys.exit()
outcomes = []
for case in job["cases"]:
    names = {}
    try:
        exec(job["files"]["solution.py"], names)
        came = exec(case["code"], names) if "code" in case else names[case["call"]](*case["args"])
        outcomes.append({"id": case["id"], "outcome": "passed" if came == case.get("expected") else "failed"})
    except Exception as wrong:
        outcomes.append({"id": case["id"], "outcome": "failed", "detail": repr(wrong)})
print(json.dumps({"outcomes": outcomes, "backend": "nothing"}))
"""
"""Confines nothing: it runs what this page writes."""
ORACLE = """---
name: oracle
title: Oracle
focus: What nobody else sees.
does: [critic, vote]
---
Tell what nobody else sees.
"""
PLAYERS = '[players.written]\nscript = "answers.json"\n\n[players.runner]\ncommand = ["{python}", "{program}"]\n'
CAST = ("--cast", "generator,tester,executor,critic,judge", "--planning", "none")
BRIEFLY = ("--off", "review", "--off", "optimization", "--off", "adversarial")
SEATED = ("--model", "written", "--seat", "executor=runner")
RUN = ("TASK.md", "--tests", "tests.json", *CAST, *BRIEFLY, *SEATED)


def prepared(aw: Shell, port: int, **answers: Any) -> None:
    """A folder with a task and its tests, and a house whose players are written."""
    alone(aw, port)
    written(aw, "TASK.md", "# Add two numbers\n\nWrite add(a, b), which adds two numbers.\n")
    tests = [{"name": "one and one", "call": "add", "args": [1, 1], "expected": 2}]
    written(aw, "tests.json", json.dumps(tests))
    home = Path(aw.environment["MOOT_HOME"])
    program = written(aw, "runner.py", RUNNER)
    written(aw, f"{home.name}/players.toml", PLAYERS.format(python=sys.executable, program=program))
    written(aw, f"{home.name}/answers.json", json.dumps({"*": {**ANSWERS, **answers}}))
    aw.patch.chdir(aw.home)
