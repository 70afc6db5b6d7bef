#!/usr/bin/env python3
"""A benchmark is put to a single player and to a debate; programs are really run, and every answer is on a record."""

import json
from pathlib import Path
from typing import Any

from stage import House, house
from story import must, play, show, tell

TASKS = [
    ("own/0", "add", 'def add(a, b):\n    """The sum of two numbers."""\n', "assert candidate(2, 3) == 5"),
    ("own/1", "last", 'def last(xs):\n    """The last of a list."""\n', "assert candidate([1, 2]) == 2"),
    (
        "own/2",
        "even",
        'def even(n):\n    """Whether a number is even."""\n',
        "assert candidate(4) > candidate(3)",
    ),
]
ANSWERS = {
    "own/0": "    return a + b\n",
    "own/1": "    return xs[0]\n",
    "own/2": "def even(n):\n    return n % 2 == 0\n",
}
SUMS = [{"question": "What is 2 + 3?", "answer": "2 + 3 = 5\n#### 5"}]


def act() -> None:
    """Benchmark integration: recorded answers are run and scored; a debate is compared with a single player."""
    with house() as here:
        recorded(here)
        compared(here)


def recorded(here: House) -> None:
    """Answers that were given elsewhere."""
    tell("three tasks in the form of HumanEval, with an answer to each: one of them is wrong")
    rows = [
        {"task_id": id, "entry_point": name, "prompt": prompt, "test": f"def check(candidate):\n    {test}\n"}
        for id, name, prompt, test in TASKS
    ]
    data = written(here.home / "tasks.jsonl", rows)
    answers = written(here.home / "answers.jsonl", [{"task_id": id, "answer": text} for id, text in ANSWERS.items()])
    told = here.moot("bench", "run", "human_eval", "--data", data, "--answers", answers, "--json")
    show("passed of total", [told["passed"], told["total"]])
    passed = {row["task_id"]: row["passed"] for row in told["rows"]}
    show("rows", passed)
    must("each program was run, and the wrong one failed", passed == {"own/0": True, "own/1": False, "own/2": True})
    must("the sum agrees with the rows", (told["passed"], told["total"]) == (2, 3))


def compared(here: House) -> None:
    """One who is wrong alone, and three who debate."""
    tell("a sum, put to one player and to three who debate it")
    four, five = [{"reasoning": "So it is.", "answer": answer} for answer in ("4", "5")]
    here.script({"answer": [five, five]}, **{"speaker-1": {"answer": [four, five]}})
    data, out = written(here.home / "sums.jsonl", SUMS), here.home / "bench"
    systems = ("--system", "single", "--system", "debate")
    told = here.moot("bench", "run", "gsm8k", "--data", data, *systems, "--model", "cast", "--out", str(out), "--json")
    right = {(row["system"], row["task_id"]): row["passed"] for row in told["rows"]}
    show("rows", [[*who, passed] for who, passed in right.items()])
    must("alone it was wrong, in the debate they were right", sorted(right.values()) == [False, True])

    tell("the run's own database, read by a server: every answer is on a record")
    here.stop()
    here.serve(out / "moot.db")
    debates: list[dict[str, Any]] = here.get("/debates")["debates"]
    show("debates", [[each["format"], each["state"]] for each in debates])
    must("a debate for each system", len(debates) == 2)
    must("all are sound", all(here.get(f"/debates/{each['id']}/verify")["sound"] for each in debates))


def written(file: Path, rows: list[dict[str, Any]]) -> str:
    """A file of JSON lines."""
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(file)


if __name__ == "__main__":
    play(act)
