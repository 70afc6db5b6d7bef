"""Comparing two systems on the same tasks: how far apart they are, and how likely that is by chance."""

from dataclasses import dataclass
from math import comb, sqrt

from moot.rating.shares import Z


@dataclass(frozen=True, slots=True)
class Paired:
    """Two systems on the tasks that both were scored on."""

    tasks: int
    only_first: int
    """How many the first passed and the second did not."""
    only_second: int
    difference: float
    """The share that the first passed, less that of the second."""
    low: float
    high: float
    """Between what the difference lies with a confidence of 95 % (Wald's interval with half a task added to each cell,
    after Agresti and Min)."""
    p: float
    """How likely so uneven a split is where both are equally good: McNemar's exact test, both sides."""


def paired(tasks: int, only_first: int, only_second: int) -> Paired:
    """Compares two systems by the tasks on which they came out differently.

    >>> both = paired(10, 5, 0)
    >>> both.difference, both.p
    (0.5, 0.0625)
    """
    more, size = tasks + 2, only_first + only_second + 1
    middle = (only_first - only_second) / more
    reach = Z * sqrt(max(0.0, size - (only_first - only_second) ** 2 / more)) / more
    return Paired(
        tasks,
        only_first,
        only_second,
        (only_first - only_second) / tasks,
        max(-1.0, middle - reach),
        min(1.0, middle + reach),
        mcnemar(only_first, only_second),
    )


def mcnemar(only_first: int, only_second: int) -> float:
    """The exact test: a coin thrown for each task on which the two differ."""
    thrown = only_first + only_second
    tail = sum(comb(thrown, each) for each in range(min(only_first, only_second) + 1))
    return min(1.0, 2 * tail / 2**thrown)
