"""A curve: an agent's score, change by change."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from moot.desk.arena.replies import ChangeTold
from moot.web.agents.drawings.scale import Scale
from moot.web.agents.drawings.sparkline import Course

WIDTH, HEIGHT = 720, 240
LEFT, RIGHT, TOP, BOTTOM = 48, 16, 14, 26
_DOTS = 60
"""With more changes than that the dots would hide the line."""


@dataclass(frozen=True, slots=True)
class Point:
    """The score after one change."""

    x: float
    y: float
    course: Course
    change: ChangeTold


@dataclass(frozen=True, slots=True)
class Curve:
    """The whole chart."""

    width: int
    height: int
    left: int
    right: int
    bottom: float
    marks: tuple[tuple[int, float], ...]
    """The scores that are marked, and where."""
    start: tuple[float, float]
    points: tuple[Point, ...]
    dotted: bool
    first: int
    """The score before the first change that is shown."""
    first_at: datetime
    last_at: datetime

    @property
    def line(self) -> str:
        """The way from point to point."""
        return " ".join(f"{x},{y}" for x, y in [self.start, *((point.x, point.y) for point in self.points)])

    @property
    def area(self) -> str:
        """What lies under the line."""
        return f"{self.start[0]},{self.bottom} {self.line} {self.points[-1].x},{self.bottom}"

    @property
    def said(self) -> str:
        """The curve in words."""
        scores = [self.first, *(point.change.score for point in self.points)]
        return (
            f"{len(self.points)} changes, from {scores[0]:,} to {scores[-1]:,}; "
            f"the highest score was {max(scores):,}, the lowest {min(scores):,}."
        )


def curve(changes: Sequence[ChangeTold]) -> Curve | None:
    """The chart of these changes, given with the newest first; none where nothing changed."""
    if not changes:
        return None
    told = list(reversed(changes))
    first = told[0].score - told[0].points
    across = (WIDTH - LEFT - RIGHT) / len(told)
    scale = Scale.over([first, *(change.score for change in told)], HEIGHT - TOP - BOTTOM)
    bottom = HEIGHT - BOTTOM

    def y(score: float) -> float:
        return round(bottom - scale.place(score), 1)

    return Curve(
        WIDTH,
        HEIGHT,
        LEFT,
        WIDTH - RIGHT,
        bottom,
        tuple((mark, y(mark)) for mark in scale.marks(4)),
        (LEFT, y(first)),
        tuple(
            Point(round(LEFT + n * across, 1), y(change.score), _course(change.points), change)
            for n, change in enumerate(told, 1)
        ),
        len(told) <= _DOTS,
        first,
        told[0].at,
        told[-1].at,
    )


def _course(points: int) -> Course:
    return "rose" if points > 0 else "fell" if points < 0 else "level"
