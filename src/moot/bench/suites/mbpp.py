"""MBPP: a function is described in a sentence, and must pass the tests that are shown with it."""

from pathlib import Path

from pydantic import AliasChoices, BaseModel, Field

from moot.bench.data import tasks_in
from moot.bench.suites.suite import Suite
from moot.bench.task import Passes, Task

LONG = 60.0
"""One of the solutions that come with it counts for seconds on a quiet machine."""


class _Row(BaseModel, frozen=True, coerce_numbers_to_str=True):
    task_id: str
    prompt: str = Field(validation_alias=AliasChoices("prompt", "text"))
    test_list: tuple[str, ...] = Field(min_length=1)
    test_imports: tuple[str, ...] = ()
    test_setup_code: str = ""


def _made(row: _Row, number: int) -> Task:
    head = "\n".join([*row.test_imports, *filter(None, [row.test_setup_code])])
    cases = tuple((f"{place}", f"{head}\n{test}") for place, test in enumerate(row.test_list, start=1))
    shown = "\n".join(row.test_list)
    return Task(row.task_id, f"{row.prompt}\n\nThe program must pass these tests:\n\n{shown}", Passes(cases, "", LONG))


def _read(path: Path) -> tuple[Task, ...]:
    return tasks_in(path, _Row, _made)


mbpp = Suite(
    "mbpp",
    "short Python functions from a sentence and three tests",
    "sanitized-mbpp.json (427 tasks) or mbpp.jsonl of google-research",
    _read,
)
