"""Shares with their 95 % intervals."""

from dataclasses import dataclass
from math import sqrt

Z = 1.959963984540054
"""How many standard errors to each side hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A share, and between what it lies with a confidence of 95 %."""

    share: float
    low: float
    high: float


def wilson(count: int, of: int) -> Interval | None:
    """The share of `count` in `of` with Wilson's score interval; None where there is nothing to count."""
    if of == 0:
        return None
    share, square = count / of, Z * Z
    middle = (count + square / 2) / (of + square)
    reach = Z / (of + square) * sqrt(count * (of - count) / of + square / 4)
    # At the ends the interval touches them; rounding must not leave it beside.
    low = 0.0 if count == 0 else middle - reach
    return Interval(share, low, 1.0 if count == of else middle + reach)
