"""HumanEval: the beginning of a function is given, and its rest must pass hidden tests."""

from pathlib import Path

from pydantic import BaseModel

from moot.bench.data import tasks_in
from moot.bench.extraction import PREAMBLE
from moot.bench.suites.suite import Suite
from moot.bench.task import Passes, Task

OFFICIAL = "official"
_ASKED = "Complete this Python function. Answer with the whole function and what it needs.\n\n"


class _Row(BaseModel, frozen=True):
    task_id: str
    prompt: str
    test: str
    entry_point: str


def _made(row: _Row, number: int) -> Task:
    official = (OFFICIAL, f"{row.test}\ncheck({row.entry_point})")
    # An answer may be the rest of the function or all of it: a second definition takes the place of the first.
    return Task(row.task_id, f"{_ASKED}{row.prompt}", Passes((official,), PREAMBLE + row.prompt))


def _read(path: Path) -> tuple[Task, ...]:
    return tasks_in(path, _Row, _made)


human_eval = Suite(
    "human_eval",
    "164 Python functions, each with hidden tests",
    "HumanEval.jsonl.gz of openai/human-eval",
    _read,
    package=("human_eval", "data/HumanEval.jsonl.gz"),
)
