"""A scale: where a value lies on a line, and a value with its interval on it."""

from collections.abc import Iterable
from dataclasses import dataclass

_NICE = (10, 20, 25, 50)


@dataclass(frozen=True, slots=True)
class Span:
    """A value on a scale, with the interval around it."""

    at: float
    low: float
    high: float

    @property
    def width(self) -> float:
        """How much of the scale the interval takes."""
        return round(self.high - self.low, 1)


@dataclass(frozen=True, slots=True)
class Scale:
    """From one value to another, over so many units of a drawing."""

    lowest: float
    highest: float
    length: float

    @staticmethod
    def over(values: Iterable[float], length: float) -> "Scale":
        """A scale that holds all of these, with a little room at both ends."""
        found = list(values)
        if not found:
            return Scale(0, 1, length)
        room = (max(found) - min(found)) * 0.04 or 1
        return Scale(min(found) - room, max(found) + room, length)

    def place(self, value: float) -> float:
        """Where a value lies; what is beyond an end lies at it.

        >>> Scale(0, 10, 200).place(2.5), Scale(0, 10, 200).place(99)
        (50.0, 200)
        """
        share = (value - self.lowest) / (self.highest - self.lowest)
        return round(min(1, max(0, share)) * self.length, 1)

    def span(self, value: float, low: float, high: float) -> Span:
        """A value with its interval."""
        return Span(self.place(value), self.place(low), self.place(high))

    def marks(self, most: int = 5) -> tuple[int, ...]:
        """Round numbers on it, not more than so many.

        >>> Scale(930, 1380, 100).marks()
        (1000, 1100, 1200, 1300)
        """
        step = _step(self.highest - self.lowest, most)
        first = -int(-self.lowest // step) * step
        return tuple(range(first, int(self.highest) + 1, step))


def _step(length: float, most: int) -> int:
    """The smallest round step of which not more than `most` fit."""
    power = 1
    while length / (_NICE[-1] * power) > most:
        power *= 10
    return next(nice * power for nice in _NICE if length / (nice * power) <= most)
