"""Rows: what each system made of each task, kept on a line of its own as soon as it is known."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Self, TypeAlias

from pydantic import BaseModel, ValidationError

from moot.bench.scoring import Score
from moot.debate import InvalidInput

RowKey: TypeAlias = tuple[str, str, str | None]
"""Task, system and model."""
ANSWERS = "answers"
"""The system of answers that were recorded elsewhere."""


class Row(BaseModel, frozen=True):
    """One task as one system answered it."""

    task_id: str
    system: str
    model: str | None = None
    answer: str | None = None
    passed: bool | None = None
    why: str = ""
    metrics: dict[str, float] = {}
    chosen_by: str | None = None
    """How the answer was chosen, where there were several."""
    tokens: int | None = None
    cost: float | None = None
    """In US dollars; None where the price is not known."""
    calls: int = 0
    seconds: float | None = None
    """From the opening of its debates to their end, together."""
    debates: tuple[str, ...] = ()
    starved: str | None = None
    """Under which budget it was given up; then it is not scored."""

    @property
    def key(self) -> RowKey:
        """What tells it from other rows."""
        return (self.task_id, self.system, self.model)

    def scored(self, score: Score) -> Self:
        """With how it came out."""
        return self.model_copy(update={"passed": score.passed, "why": score.why, "metrics": dict(score.metrics)})


class RowFile:
    """The rows of a run, in a file that only grows."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> list[Row]:
        """The rows that are there; a last line that was being written when a process died counts for nothing."""
        return list(self._read()) if self._path.exists() else []

    def keep(self, row: Row) -> None:
        """Adds a row, durably."""
        with self._path.open("ab") as file:
            file.write(row.model_dump_json().encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def replace(self, system: str, rows: Iterable[Row]) -> None:
        """Puts these in the place of all that a system has; those of others stay."""
        others = [row for row in self.read() if row.system != system]
        fresh = self._path.with_suffix(".new")
        fresh.write_text("".join(f"{row.model_dump_json()}\n" for row in (*others, *rows)), encoding="utf-8")
        os.replace(fresh, self._path)

    def mend(self) -> None:
        """Cuts off a last line without an end."""
        if self._path.exists():
            data = self._path.read_bytes()
            whole = data.rfind(b"\n") + 1
            if whole != len(data):
                os.truncate(self._path, whole)

    def _read(self) -> Iterator[Row]:
        *lines, _ = self._path.read_bytes().split(b"\n")
        for number, line in enumerate(lines, start=1):
            try:
                yield Row.model_validate_json(line)
            except ValidationError:
                raise InvalidInput(
                    f"Line {number} of {str(self._path)!r} is no row of a run.",
                    suggestion="Take the line out, or begin anew with another --out.",
                ) from None
