"""A suite of one's own, in YAML: tasks with an id, a prompt, and how an answer is checked."""

from pathlib import Path
from typing import Annotated, Any, Self, cast

import yaml
from pydantic import BaseModel, Field, ValidationError, model_validator

from moot.bench.data import text_of, unfit
from moot.bench.suites.asking import with_options
from moot.bench.suites.suite import Suite
from moot.bench.task import Check, Choice, Contains, Exact, Number, Passes, Task
from moot.formats.roundtable import number_in

_Text = Annotated[str, Field(min_length=1)]


class _Checked(BaseModel, frozen=True, extra="forbid", coerce_numbers_to_str=True):
    """One way to check an answer."""

    exact: _Text | None = None
    number: _Text | None = None
    choice: str | None = Field(default=None, pattern=r"^[A-Z]$")
    options: tuple[_Text, ...] = Field(default=(), max_length=26)
    contains: Annotated[tuple[_Text, ...], Field(min_length=1)] | _Text | None = None
    python: tuple[_Text, ...] | None = Field(default=None, min_length=1, max_length=500)
    """Statements that must not fail beside the program."""
    before: str = ""
    """What stands before the program."""
    seconds: float = Field(default=10.0, gt=0, le=120)

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        ways = ("exact", "number", "choice", "contains", "python")
        if sum(getattr(self, way) is not None for way in ways) != 1:
            raise ValueError(f"give one of: {', '.join(ways)}")
        if self.choice is not None and not ord(self.choice) - ord("A") < len(self.options) > 1:
            raise ValueError("a choice needs its options, and the letter of one of them")
        if self.number is not None and number_in(self.number) is None:
            raise ValueError("number: this is none")
        return self

    def made(self) -> Check:
        """The check."""
        if self.exact is not None:
            return Exact(self.exact)
        if self.number is not None:
            return Number(self.number)
        if self.choice is not None:
            return Choice(self.choice, self.options)
        if self.contains is not None:
            return Contains((self.contains,) if isinstance(self.contains, str) else self.contains)
        cases = tuple((str(place), test) for place, test in enumerate(self.python or (), start=1))
        return Passes(cases, self.before, self.seconds)


class _Row(BaseModel, frozen=True, extra="forbid", coerce_numbers_to_str=True):
    id: Annotated[str, Field(min_length=1, max_length=200)]
    prompt: _Text
    check: _Checked

    def made(self) -> Task:
        """The task; the options of a choice are shown below its question."""
        check = self.check.made()
        prompt = with_options(self.prompt, check.options) if isinstance(check, Choice) else self.prompt
        return Task(self.id, prompt, check)


def _read(path: Path) -> tuple[Task, ...]:
    tasks: dict[str, Task] = {}
    for where, told in _listed(path):
        try:
            task = _Row.model_validate(told).made()
        except ValidationError as strange:
            faults = (f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in strange.errors()[:3])
            raise unfit(path, where, "; ".join(faults)) from None
        if task.id in tasks:
            raise unfit(path, where, f"there is a second task {task.id!r}")
        tasks[task.id] = task
    return tuple(tasks.values())


def _listed(path: Path) -> list[tuple[str, Any]]:
    """The tasks as they are written, each with the line on which it begins."""
    text = text_of(path)
    try:
        told: Any = yaml.safe_load(text)
        node = cast(yaml.Node, yaml.compose(text, yaml.SafeLoader))  # pyright: ignore[reportUnknownMemberType]
    except yaml.YAMLError as unreadable:
        mark = getattr(unreadable, "problem_mark", None)
        where = "line 1" if mark is None else f"line {mark.line + 1}"
        raise unfit(path, where, f"this is not YAML ({getattr(unreadable, 'problem', unreadable)})") from None
    rows: Any = cast(dict[str, Any], told).get("tasks") if isinstance(told, dict) else told
    if not isinstance(rows, list) or not rows:
        raise unfit(path, "line 1", "there must be a list of tasks, under `tasks`")
    lines = _lines(node)
    return [(f"line {line}", row) for line, row in zip(lines, cast(list[Any], rows), strict=True)]


def _lines(node: yaml.Node) -> list[int]:
    if isinstance(node, yaml.MappingNode):
        node = next(value for key, value in node.value if key.value == "tasks")
    assert isinstance(node, yaml.SequenceNode)
    return [item.start_mark.line + 1 for item in node.value]


custom = Suite("custom", "tasks of your own, in YAML", "a YAML file with tasks (see docs/bench.md)", _read)
