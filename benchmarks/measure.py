"""What a benchmark yields: ratios with their goals, from numbers taken in turns so that noise hits both sides."""

import math
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class Goal:
    """What a ratio should be."""

    sign: Literal[">=", ">", "<="]
    bound: float

    def met(self, ratio: float) -> bool:
        """Whether this ratio is good enough."""
        match self.sign:
            case ">=":
                return ratio >= self.bound
            case ">":
                return ratio > self.bound
            case "<=":
                return ratio <= self.bound

    def __str__(self) -> str:
        return f"{self.sign} {self.bound:g}"


@dataclass(frozen=True, slots=True)
class Ratio:
    """Ours against a floor."""

    what: str
    unit: str
    ours: float
    floor: float
    floor_is: str
    ratio: float
    """The median over the rounds of ours divided by the floor."""
    rounds: tuple[float, ...]
    goal: Goal | None = None

    @property
    def met(self) -> bool | None:
        """Whether the goal was met; None where there is none."""
        return None if self.goal is None else self.goal.met(self.ratio)


Benchmark: TypeAlias = Callable[[Path, bool], Coroutine[Any, Any, list[Ratio]]]
"""Measures in a folder of its own; tiny sizes where the flag `quick` is set."""


def compared(
    what: str, unit: str, ours: Sequence[float], floor: Sequence[float], floor_is: str, goal: Goal | None = None
) -> Ratio:
    """The ratio of numbers that were taken in turns, round by round."""
    ratios = tuple(mine / other for mine, other in zip(ours, floor, strict=True))
    return Ratio(what, unit, median(ours), median(floor), floor_is, median(ratios), ratios, goal)


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least this share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]
