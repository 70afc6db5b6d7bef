"""Replays: on a little data of our own, and on the real data where MOOT_DATA names it."""

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

from benchmarks.replays import DATA, replayed
from moot.bench import program_in
from tests.support.company import confined

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("confined")]

__all__ = ["confined"]

PROMPT = "def double(x):\n"
RIGHT, WRONG = "    return 2 * x\n", "    return x\n"
TASK = {
    "task_id": "HumanEval/0",
    "prompt": PROMPT,
    "entry_point": "double",
    "canonical_solution": RIGHT,
    "test": "def check(candidate):\n    assert candidate(2) == 4\n",
}


def said(body: str, round: int, passed: bool) -> dict[str, Any]:
    return {"text": f"Here:\n```python\n{PROMPT}{body}```\n", "round": round, "passed": passed}


DEBATE = {
    "model": "some-model",
    "task_id": "HumanEval/0",
    "tests": ["assert double(1) == 2", "assert double(0) == 0"],
    "final": WRONG,
    "final_passed": True,
    "turns": [said(WRONG, 0, False), said(RIGHT, 1, True)],
}
MBPP = {"task_id": 2, "code": PROMPT + RIGHT, "test_imports": ["import math"], "test_list": ["assert double(1) == 2"]}


def written(folder: Path, name: str, *rows: dict[str, Any]) -> None:
    (folder / name).parent.mkdir(exist_ok=True)
    with gzip.open(folder / name, "wt") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)


async def test_what_comes_out_otherwise_than_the_data_says_is_told(tmp_path: Path):
    written(tmp_path, "benchmarks/HumanEval.jsonl.gz", TASK)
    written(tmp_path, "debates/dylan_humaneval.jsonl.gz", DEBATE)
    (tmp_path / "benchmarks/mbpp_sanitized.json").write_text(json.dumps([MBPP]))
    humaneval, mbpp, final, *turns, voted = await replayed(tmp_path, ["humaneval", "mbpp", "finals", "turns"])
    assert (humaneval.seen, humaneval.same, mbpp.seen, mbpp.same) == ("1/1", True, "1/1", True)
    assert (final.stated, final.seen, final.same) == ("1/1 = 100.00 %", "0/1 = 0.00 %", False)
    assert "of turns with the same code it says [False]" in final.strays[0]
    assert [(turn.seen, turn.same) for turn in turns] == [("0/1", True), ("1/1", True)]
    # Both of the agents' tests pass on the second version, one of them on the first.
    assert voted.seen == "1/1 = 100.00 %"


def test_the_program_is_what_stands_between_the_first_fences():
    assert program_in("So:\n```python\na = 1\n```\nand\n```\nb = 1\n```") == "a = 1\n"
    assert program_in("a = 1") == "a = 1"


@pytest.mark.skipif(not Path(os.environ.get(DATA, "/nowhere")).is_dir(), reason=f"no data: {DATA} names no folder")
async def test_the_first_of_the_real_data_come_out_as_they_should():
    for number in await replayed(Path(os.environ[DATA]), ["humaneval", "mbpp", "reflexion"], most=12):
        assert number.same, number
