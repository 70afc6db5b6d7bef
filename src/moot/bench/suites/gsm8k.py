"""GSM8K: sums in words; the answer is a number."""

from pathlib import Path

from pydantic import BaseModel, Field

from moot.bench.data import tasks_in
from moot.bench.suites.suite import Suite
from moot.bench.task import Number, Task


class _Row(BaseModel, frozen=True):
    question: str = Field(min_length=1)
    answer: str = Field(pattern=r"####\s*[-+]?[\d,.]*\d")
    """The way, and after `####` the number."""


def _made(row: _Row, number: int) -> Task:
    return Task(f"gsm8k/{number}", row.question, Number(row.answer.rpartition("####")[2].strip()))


def _read(path: Path) -> tuple[Task, ...]:
    return tasks_in(path, _Row, _made)


gsm8k = Suite("gsm8k", "1,319 sums in words", "test.jsonl of openai/grade-school-math", _read)
