"""TruthfulQA as a choice: the best answer stands among those that many people wrongly give."""

from hashlib import sha256
from pathlib import Path

from pydantic import BaseModel, Field

from moot.bench.data import tasks_in
from moot.bench.suites.asking import with_options
from moot.bench.suites.suite import Suite
from moot.bench.task import Choice, Task

_MOST = 26


class _Row(BaseModel, frozen=True):
    question: str = Field(validation_alias="Question", min_length=1)
    best: str = Field(validation_alias="Best Answer", min_length=1)
    wrong: str = Field(validation_alias="Incorrect Answers", min_length=1)
    category: str = Field(default="", validation_alias="Category")


def _made(row: _Row, number: int) -> Task:
    best = row.best.strip()
    wrong = dict.fromkeys(each for part in row.wrong.split(";") if (each := part.strip()) and each != best)
    # An order that hangs on nothing but the words: the same for every run, and the best is anywhere.
    options = sorted([best, *list(wrong)[: _MOST - 1]], key=lambda option: _place(row.question, option))
    letter = chr(ord("A") + options.index(best))
    prompt = with_options(row.question, options)
    return Task(f"truthfulqa/{number}", prompt, Choice(letter, tuple(options)), row.category or None)


def _place(question: str, option: str) -> str:
    return sha256(f"{question}\n{option}".encode()).hexdigest()


def _read(path: Path) -> tuple[Task, ...]:
    return tasks_in(path, _Row, _made)


truthfulqa = Suite(
    "truthfulqa", "817 questions that invite a wrong answer, as a choice (MC1)", "TruthfulQA.csv of TruthfulQA", _read
)
