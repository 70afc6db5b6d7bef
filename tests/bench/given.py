"""Small data of our own, as the suites are published."""

import csv
import gzip
import json
from pathlib import Path
from typing import Any

HUMAN_EVAL: list[dict[str, Any]] = [
    {
        "task_id": f"HumanEval/{number}",
        "prompt": f'def {name}(x):\n    """Gives {about}."""\n',
        "entry_point": name,
        "canonical_solution": f"    return {about}\n",
        "test": f"def check(candidate):\n    assert candidate(2) == {value}\n",
    }
    for number, (name, about, value) in enumerate([("double", "2 * x", 4), ("square", "x ** 2", 4)])
]
MBPP: list[dict[str, Any]] = [
    {
        "task_id": 2,
        "prompt": "Write a function to double a number.",
        "code": "def double(x):\n    return 2 * x",
        "test_imports": ["import math"],
        "test_list": ["assert double(2) == 4", "assert double(math.pi) > 6"],
    }
]
GSM8K: list[dict[str, Any]] = [
    {"question": "Two ducks lay three eggs each. How many?", "answer": "2 * 3 = <<2*3=6>>6\n#### 6"},
    {"question": "A thousand and a half?", "answer": "#### 1,000.5"},
]
MMLU: list[dict[str, Any]] = [
    {"subject": "sums", "index": 7, "question": "2 + 2?", "choices": ["3", "4", "5", "6"], "answer": "B"},
    {"subject": "sums", "index": 8, "question": "3 + 2?", "choices": ["3", "4", "5", "6"], "answer": "C"},
]
GOLD = "--- a/src/x.py\n+++ b/src/x.py\n@@ -1,2 +1,2 @@\n a = 1\n-b = 2\n+b = 3\n"
SWE_BENCH: list[dict[str, Any]] = [
    {
        "instance_id": "own__x-1",
        "repo": "own/x",
        "base_commit": "0123456789abcdef",
        "problem_statement": "b is wrong.",
        "patch": GOLD,
    }
]
CUSTOM = """
tasks:
  - id: sum
    prompt: What is 2 + 3?
    check: {number: 5}
  - id: capital
    prompt: What is the capital of France?
    check: {choice: B, options: [London, Paris, Rome]}
  - id: word
    prompt: Say yes.
    check: {exact: "yes"}
  - id: colours
    prompt: Name two colours of the flag of Poland.
    check: {contains: [white, red]}
  - id: add
    prompt: Write f(xs), which adds numbers up.
    check: {python: ["assert f([1, 2]) == 3", "assert f([]) == 0"]}
"""


def lines(path: Path, rows: list[dict[str, Any]]) -> Path:
    """A file with an object a line; packed if its name says so."""
    text = "".join(f"{json.dumps(row)}\n" for row in rows).encode()
    path.write_bytes(gzip.compress(text) if path.suffix == ".gz" else text)
    return path


def truthful(path: Path) -> Path:
    """A file as TruthfulQA's."""
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        table = csv.writer(file)
        table.writerow(
            ["Type", "Category", "Question", "Best Answer", "Correct Answers", "Incorrect Answers", "Source"]
        )
        table.writerow(["Adversarial", "Food", "Do seeds\ngrow inside?", "No", "No; Never", "Yes; Sometimes; No", "-"])
    return path


def answers(path: Path, told: dict[str, str]) -> Path:
    """Recorded answers."""
    return lines(path, [{"task_id": task, "answer": answer} for task, answer in told.items()])
