"""A ring: a small graph of who turned on whom, laid out on a circle, ready to be drawn as SVG."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, hypot, pi, sin

RADIUS = 15
"""Of a node."""
_LABEL = 92
"""The room for a name beside a node."""
_ABOVE, _BELOW = RADIUS + 20, RADIUS + 6
_APART = 5
"""How far two arrows that meet are bent apart."""


@dataclass(frozen=True, slots=True)
class Node:
    """A place on the ring."""

    name: str
    x: float
    y: float
    label_x: float
    label_y: float
    anchor: str


@dataclass(frozen=True, slots=True)
class Arrow:
    """From one place to another, bent so that an arrow back does not lie on it."""

    by: int
    to: int
    path: str


@dataclass(frozen=True, slots=True)
class Ring:
    """The whole drawing."""

    width: float
    height: float
    nodes: tuple[Node, ...]
    arrows: tuple[Arrow, ...]


def ring(names: Sequence[str], pairs: Sequence[tuple[int, int]]) -> Ring:
    """Names on a circle, an arrow for each pair of places."""
    count = len(names)
    radius = 44 + 8 * count
    width = 2 * (radius + RADIUS + _LABEL)
    turns = [(pi if count == 2 else -pi / 2) + 2 * pi * place / count for place in range(count)]
    rise = max(-sin(turn) * radius for turn in turns)
    fall = max(sin(turn) * radius for turn in turns)
    centre = (width / 2, rise + _ABOVE)
    nodes = tuple(_node(name, turn, radius, centre) for name, turn in zip(names, turns, strict=True))
    below = _BELOW + (16 if any(node.anchor == "middle" and node.label_y > node.y for node in nodes) else 0)
    arrows = tuple(_arrow(by, to, nodes) for by, to in pairs)
    return Ring(_r(width), _r(rise + fall + _ABOVE + below), nodes, arrows)


def _node(name: str, turn: float, radius: float, centre: tuple[float, float]) -> Node:
    x, y = centre[0] + radius * cos(turn), centre[1] + radius * sin(turn)
    side = 0 if abs(cos(turn)) < 0.2 else 1 if cos(turn) > 0 else -1
    if side == 0:
        below = sin(turn) > 0
        return Node(name, _r(x), _r(y), _r(x), _r(y + (RADIUS + 13 if below else -RADIUS - 6)), "middle")
    return Node(name, _r(x), _r(y), _r(x + side * (RADIUS + 6)), _r(y + 4), "start" if side > 0 else "end")


def _arrow(by: int, to: int, nodes: Sequence[Node]) -> Arrow:
    first, last = nodes[by], nodes[to]
    length = hypot(last.x - first.x, last.y - first.y)
    along = ((last.x - first.x) / length, (last.y - first.y) / length)
    aside = (-along[1] * _APART, along[0] * _APART)
    start = (first.x + along[0] * RADIUS + aside[0], first.y + along[1] * RADIUS + aside[1])
    # The head of the arrow is drawn beyond the end of its line.
    end = (last.x - along[0] * (RADIUS + 7) + aside[0], last.y - along[1] * (RADIUS + 7) + aside[1])
    bend = ((start[0] + end[0]) / 2 + aside[0] * 1.6, (start[1] + end[1]) / 2 + aside[1] * 1.6)
    points = [f"{_r(x)} {_r(y)}" for x, y in (start, bend, end)]
    return Arrow(by, to, f"M{points[0]}Q{points[1]} {points[2]}")


def _r(value: float) -> float:
    return round(value, 1)
