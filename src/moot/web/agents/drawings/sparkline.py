"""A sparkline: the last scores of an agent as a line beside its name."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from moot.web.agents.drawings.scale import Scale

Course: TypeAlias = Literal["rose", "fell", "level"]
WIDTH, HEIGHT = 96, 26
_EDGE = 3


@dataclass(frozen=True, slots=True)
class Sparkline:
    """A line without axes."""

    width: int
    height: int
    points: str
    end: tuple[float, float]
    course: Course
    said: str


def sparkline(scores: Sequence[int]) -> Sparkline | None:
    """The line, or none where there is nothing to compare."""
    if len(scores) < 2:
        return None
    scale = Scale(min(scores), max(max(scores), min(scores) + 1), HEIGHT - 2 * _EDGE)
    step = (WIDTH - 2 * _EDGE) / (len(scores) - 1)
    places = [
        (round(_EDGE + n * step, 1), round(HEIGHT - _EDGE - scale.place(score), 1)) for n, score in enumerate(scores)
    ]
    points = " ".join(f"{x},{y}" for x, y in places)
    return Sparkline(WIDTH, HEIGHT, points, places[-1], _course(scores), _said(scores))


def _course(scores: Sequence[int]) -> Course:
    return "rose" if scores[-1] > scores[0] else "fell" if scores[-1] < scores[0] else "level"


def _said(scores: Sequence[int]) -> str:
    """The line in words.

    >>> _said([1000, 1075, 1050])
    'From 1,000 to 1,050 in 2 changes, at most 1,075'
    """
    changes = len(scores) - 1
    return (
        f"From {scores[0]:,} to {scores[-1]:,} in {changes} {'change' if changes == 1 else 'changes'}, "
        f"at most {max(scores):,}"
    )
