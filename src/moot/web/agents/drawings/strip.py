"""A strip: one number on a scale with marks that mean something, and the interval around it."""

from collections.abc import Sequence
from dataclasses import dataclass

from moot.web.agents.drawings.scale import Scale, Span

WIDTH = 360
EDGE = 14


@dataclass(frozen=True, slots=True)
class Mark:
    """A place on the scale that is named."""

    x: float
    name: str
    anchor: str
    main: bool
    """Whether it is the one to compare with."""


@dataclass(frozen=True, slots=True)
class Strip:
    """The whole drawing."""

    width: int
    left: int
    right: int
    marks: tuple[Mark, ...]
    span: Span | None
    label: str
    """The number itself."""
    said: str


@dataclass(frozen=True, slots=True)
class Named:
    """A value of the scale, and what it is called."""

    value: float
    name: str
    main: bool = False


def strip(ends: tuple[float, float], named: Sequence[Named], found: tuple[float, float, float], label: str) -> Strip:
    """A number with its interval (given as the number, the low and the high end) among named values."""
    scale = Scale(*ends, WIDTH - 2 * EDGE)
    span = scale.span(*found)
    marks = tuple(Mark(_x(scale.place(mark.value)), mark.name, _anchor(mark, ends), mark.main) for mark in named)
    shifted = Span(_x(span.at), _x(span.low), _x(span.high))
    beside = ", ".join(mark.name for mark in named)
    return Strip(WIDTH, EDGE, WIDTH - EDGE, marks, shifted, label, f"{label} on a scale with the marks {beside}")


def _x(place: float) -> float:
    return round(place + EDGE, 1)


def _anchor(mark: Named, ends: tuple[float, float]) -> str:
    return "start" if mark.value <= ends[0] else "end" if mark.value >= ends[1] else "middle"
