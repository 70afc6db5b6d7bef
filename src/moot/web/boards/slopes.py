"""Slopes: scores before and after, laid out so that a look tells which rose, which fell, and how far."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Any, Literal, TypeAlias

Course: TypeAlias = Literal["rose", "fell", "level"]

LEFT, RIGHT, TOP = 168, 392, 34
WIDTH = 560
_TALL, _HIGHEST_STEP = 250, 38
"""About how high the chart is, and the most that a point of the scale takes of it."""
_LINE = 17
"""The least distance between two labels."""
_LOWEST, _HIGHEST = 1, 10


@dataclass(frozen=True, slots=True)
class Slope:
    """One category."""

    name: str
    before: float
    after: float
    delta: float
    course: Course
    y_before: float
    y_after: float
    label_before: float
    label_after: float


@dataclass(frozen=True, slots=True)
class Slopes:
    """The whole chart."""

    width: int
    height: float
    left: int
    right: int
    marks: tuple[tuple[int, float], ...]
    """The points of the scale that are marked, and where."""
    lines: tuple[Slope, ...]


def slopes(scores: Mapping[str, Mapping[str, Any]]) -> Slopes:
    """A line for each category, with labels that do not lie on each other."""
    told = list(scores.values())
    scale = _Scale.of([score[when] for score in told for when in ("before", "after")])
    befores = _apart([scale.y(score["before"]) for score in told])
    afters = _apart([scale.y(score["after"]) for score in told])
    lines = tuple(_slope(score, scale, befores[n], afters[n]) for n, score in enumerate(told))
    height = max([scale.y(scale.lowest), *befores, *afters]) + 22
    marks = tuple((mark, scale.y(mark)) for mark in range(scale.lowest, scale.highest + 1))
    return Slopes(WIDTH, round(height, 1), LEFT, RIGHT, marks, lines)


@dataclass(frozen=True, slots=True)
class _Scale:
    """The part of the scale that is drawn."""

    lowest: int
    highest: int

    @staticmethod
    def of(scores: Sequence[float]) -> "_Scale":
        """A point of room above and below, where the scale has it."""
        return _Scale(max(_LOWEST, floor(min(scores)) - 1), min(_HIGHEST, ceil(max(scores)) + 1))

    def y(self, score: float) -> float:
        """Where a score lies."""
        step = min(_HIGHEST_STEP, _TALL / max(1, self.highest - self.lowest))
        return round(TOP + (self.highest - score) * step, 1)


def _slope(score: Mapping[str, Any], scale: _Scale, label_before: float, label_after: float) -> Slope:
    delta = score["delta"]
    course: Course = "rose" if delta > 0 else "fell" if delta < 0 else "level"
    before, after = score["before"], score["after"]
    return Slope(
        score["name"], before, after, delta, course, scale.y(before), scale.y(after), label_before, label_after
    )


def _apart(places: Sequence[float]) -> list[float]:
    """Places for labels, in the same order from top to bottom, none too close to the next.

    >>> _apart([50, 50, 90])
    [41.5, 58.5, 90]
    """
    order = sorted(range(len(places)), key=lambda n: places[n])
    groups: list[list[int]] = []
    for n in order:
        groups.append([n])
        while len(groups) > 1 and _first(groups[-1], places) - _last(groups[-2], places) < _LINE:
            groups[-2:] = [groups[-2] + groups[-1]]
    found = list(places)
    for group in groups:
        for step, n in enumerate(group):
            found[n] = round(_first(group, places) + step * _LINE, 1) if len(group) > 1 else places[n]
    return found


def _first(group: Sequence[int], places: Sequence[float]) -> float:
    middle = sum(places[n] for n in group) / len(group)
    return middle - (len(group) - 1) * _LINE / 2


def _last(group: Sequence[int], places: Sequence[float]) -> float:
    return _first(group, places) + (len(group) - 1) * _LINE
