"""Instruments that count: what happened how often, how long it took, how much of it there is now.

They take no lock. The event loop's thread counts; a number that another thread adds in the same moment may be lost.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["counter", "gauge", "histogram"]
Labels: TypeAlias = tuple[str, ...]

OTHER = "other"
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
"""The bounds of what takes a moment, in seconds."""
LONG_SECONDS = (0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0, 40.0, 80.0, 160.0, 320.0)
"""The bounds of what a model takes, in seconds."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One number as it is told: what is appended to the name, the labels, the value."""

    suffix: str
    labels: tuple[tuple[str, str], ...]
    value: float


class Counter:
    """Counts up, for each set of labels."""

    kind: Kind = "counter"

    def __init__(self, name: str, said: str, *labels: str) -> None:
        self.name, self.said, self.labels = name, said, labels
        self._counts: dict[Labels, float] = {}

    def add(self, *labels: str, by: float = 1) -> None:
        """Counts something that happened."""
        counts = self._counts
        counts[labels] = counts.get(labels, 0) + by

    def of(self, *labels: str) -> float:
        """How much was counted under these labels."""
        return self._counts.get(labels, 0)

    def samples(self) -> Iterator[Sample]:
        """All numbers, in the order of their labels."""
        for labels, value in sorted(self._counts.items()):
            yield Sample("", tuple(zip(self.labels, labels, strict=True)), value)


class Gauge(Counter):
    """Counts up and down: how much of something there is now."""

    kind: Kind = "gauge"

    def put(self, value: float, *labels: str) -> None:
        """Says how much there is."""
        self._counts[labels] = value


class Histogram:
    """Counts by size, for each set of labels."""

    kind: Kind = "histogram"

    def __init__(self, name: str, said: str, *labels: str, bounds: Sequence[float] = SECONDS) -> None:
        self.name, self.said, self.labels = name, said, labels
        self._bounds = tuple(bounds)
        self._found: dict[Labels, list[float]] = {}
        """For each set of labels the count of every bucket, of what lies beyond the last bound, and the sum."""

    def begin(self, *labels: str) -> list[float]:
        """Tells from now on that nothing was counted under these labels, as long as nothing was."""
        return self._found.setdefault(labels, [0.0] * (len(self._bounds) + 2))

    def note(self, value: float, *labels: str) -> None:
        """Counts one thing of this size."""
        found = self._found.get(labels) or self.begin(*labels)
        found[bisect_left(self._bounds, value)] += 1
        found[-1] += value

    def count(self, *labels: str) -> int:
        """How many were counted under these labels."""
        return int(sum(self._found.get(labels, [0.0])[:-1]))

    def samples(self) -> Iterator[Sample]:
        """All numbers: each bucket holds those below it too."""
        for labels, (*buckets, total) in sorted(self._found.items()):
            named = tuple(zip(self.labels, labels, strict=True))
            so_far = 0.0
            for bound, inside in zip((*map(_written, self._bounds), "+Inf"), buckets, strict=True):
                so_far += inside
                yield Sample("_bucket", (*named, ("le", bound)), so_far)
            yield Sample("_sum", named, total)
            yield Sample("_count", named, so_far)


Instrument: TypeAlias = Counter | Histogram


class Names:
    """The names that labels may have: so many, and then all others are one. Set-ups can name any model they like."""

    def __init__(self, most: int = 50, longest: int = 80) -> None:
        self._most, self._longest = most, longest
        self._known: set[str] = set()

    def of(self, name: str) -> str:
        """The name itself, as long as there is room for it."""
        if name in self._known:
            return name
        if len(self._known) >= self._most or len(name) > self._longest:
            return OTHER
        self._known.add(name)
        return name


def _written(bound: float) -> str:
    return f"{bound:g}"
