"""MMLU: questions of 57 subjects with four options each."""

from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, Field, model_validator

from moot.bench.data import tasks_in
from moot.bench.suites.asking import with_options
from moot.bench.suites.suite import Suite
from moot.bench.task import Choice, Task

_COLUMNS = ("question", "A", "B", "C", "D", "answer")


def _letter(given: Any) -> Any:
    """The answer as a letter, also where the file has the place of it."""
    return "ABCD"[given] if type(given) is int and 0 <= given < 4 else given


class _Row(BaseModel, frozen=True):
    question: str = Field(min_length=1)
    choices: tuple[str, str, str, str]
    answer: Annotated[str, Field(pattern=r"^[ABCD]$"), BeforeValidator(_letter)]
    subject: str = ""
    index: int | None = None

    @model_validator(mode="before")
    @classmethod
    def _of_columns(cls, given: dict[str, Any]) -> dict[str, Any]:
        return {**given, "choices": [given.get(letter) for letter in "ABCD"]} if "A" in given else given


def _read(path: Path) -> tuple[Task, ...]:
    def made(row: _Row, number: int) -> Task:
        subject = row.subject or path.name.partition(".")[0].removesuffix("_test")
        id = f"{subject}/{number if row.index is None else row.index}"
        return Task(id, with_options(row.question, row.choices), Choice(row.answer, row.choices), subject)

    return tasks_in(path, _Row, made, _COLUMNS)


mmlu = Suite(
    "mmlu",
    "questions of 57 subjects, four options each",
    "a CSV file of hendrycks/test, or JSON lines with question, choices and answer",
    _read,
)
