"""Scores, counted in half points so that no sum is ever rounded."""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

LOWEST, HIGHEST = 2, 20
"""1 and 10, in half points."""
Capped: TypeAlias = Literal["net", "range"]
"""What kept a change from counting in full: the most that all verdicts may move a score, or the ends of the scale."""


def halves(points: float) -> int:
    """Points, of which every half is counted."""
    return round(points * 2)


def points(counted: int) -> int | float:
    """Half points as people write them.

    >>> points(14), points(15)
    (7, 7.5)
    """
    return counted / 2 if counted % 2 else counted // 2


def grid(least: int, most: int) -> dict[str, Any]:
    """The schema of a number in steps of a half: every value by name, because grammars cannot bound decimals."""
    return {"type": "number", "enum": [points(counted) for counted in range(least, most + 1)]}


@dataclass(frozen=True, slots=True)
class Shift:
    """What a change comes to, in half points."""

    after: int
    net: int
    delta: int
    capped: Capped | None


def moved(before: int, net: int, change: int, most: int) -> Shift:
    """A score that stood at `before` when nobody had argued and has moved by `net`, moved by `change` more.

    The sum of all changes stays within `most` either way, and the score on its scale.
    """
    wanted = net + change
    bounded = max(-most, min(most, wanted))
    after = max(LOWEST, min(HIGHEST, before + bounded))
    reached = after - before
    capped: Capped | None = "range" if reached != bounded else "net" if bounded != wanted else None
    return Shift(after, reached, reached - net, capped)
