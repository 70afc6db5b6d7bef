"""A debate with everything behind it, in the shape that its audit is written from: seats, steps, calls."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from moot.debate import Json, JsonObject


@dataclass(frozen=True, slots=True)
class Called:
    """One call: what was asked of whom, and what was answered, word for word."""

    by: str
    asked_at: datetime
    prompt: JsonObject
    raw: str
    facts: JsonObject
    """Whatever else was told; its `tool_calls` are shown one by one."""
    cost: str = ""
    about: str = ""
    """Which question of which attempt it was."""


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the record."""

    line: int
    kind: str
    seat: str | None
    """None is the house."""
    by: str | None
    at: datetime
    move: JsonObject | None
    """None where it is sealed for this reader."""
    hash: str
    answers: int | None = None
    phase: str | None = None
    round: int | None = None
    cost: str = ""
    sound: bool | None = None
    """Whether its calls are as it says; None: it came from none, or they are not shown."""
    calls: Sequence[Called] = ()
    withheld: bool = False
    """Whether its calls would tell what is sealed."""
    away: bool = False
    """Whether its calls stayed in the house that it was brought in from."""


@dataclass(frozen=True, slots=True)
class Trail:
    """A debate as it is audited."""

    title: str
    facts: Mapping[str, str]
    """Its id, its format, its state, what it cost: shown above everything."""
    sound: bool
    verdict: str
    """What verifying its record found, in a sentence."""
    seats: Sequence[Mapping[str, str]]
    """A row for each seat; every row has the same columns."""
    result: Json
    steps: Sequence[Step]
    agreed: JsonObject = field(default_factory=dict[str, str])
    """What was agreed before the first move."""
