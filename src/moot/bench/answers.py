"""Answers that were recorded elsewhere: JSON lines with `task_id` and `answer`."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from pydantic import BaseModel, Field, ValidationError

from moot.bench.data import json_lines, unfit
from moot.bench.task import Task
from moot.debate import InvalidInput


class _Answer(BaseModel, frozen=True):
    task_id: str
    answer: str = Field(max_length=4_000_000)


def answers_in(path: Path, tasks: Iterable[Task]) -> Mapping[str, str]:
    """The answers of a file, by task. One to a task that is not in the suite, or a second one, is refused."""
    known = {task.id for task in tasks}
    found: dict[str, str] = {}
    for where, told in json_lines(path, "--answers"):
        try:
            given = _Answer.model_validate({**told, "task_id": str(told.get("task_id", ""))})
        except ValidationError as strange:
            raise unfit(path, where, f"{strange.errors()[0]['msg']} ({strange.errors()[0]['loc']})") from None
        if given.task_id not in known:
            raise unfit(path, where, f"the suite has no task {given.task_id!r}")
        if given.task_id in found:
            raise unfit(path, where, f"there is a second answer to {given.task_id!r}")
        found[given.task_id] = given.answer
    if not found:
        raise InvalidInput(f"There is no answer in {path.name}.", suggestion="Write one a line: task_id and answer.")
    return found
