"""How surely strengths are known: the diagonal of the inverse of what the games tell."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from operator import mul

EXACT_UP_TO = 100
"""Up to so many agents the inverse is computed; for more of them it would take too long."""

_CLOSE = 1e-6


@dataclass(frozen=True, slots=True)
class Edge:
    """What the games between two agents tell about the difference of their strengths."""

    other: int
    weight: float


def variances(edges: Sequence[Sequence[Edge]], prior: float, exact_up_to: int = EXACT_UP_TO) -> list[float]:
    """The variance of each strength about the average of a group whose members all met, if only through others."""
    if len(edges) > exact_up_to:
        return _walked(edges, prior)
    # The rows of the information sum to the prior, so what the average adds to each variance is known.
    average = 1 / (prior * len(edges))
    return [max(0.0, each - average) for each in _inverted(edges, prior)]


def _inverted(edges: Sequence[Sequence[Edge]], prior: float) -> list[float]:
    """The diagonal of the inverse, by way of Cholesky."""
    factor = _factor(edges, prior)
    size = len(factor)
    # The columns of the factor's inverse, upwards from the diagonal; their squares sum to what is wanted.
    found = [0.0] * size
    rows: list[list[float]] = []
    for place, row in enumerate(factor):
        scale = 1 / row[place]
        below = [-scale * sum(row[k] * rows[k][column] for k in range(column, place)) for column in range(place)]
        rows.append([*below, scale])
        for column, value in enumerate(rows[place]):
            found[column] += value * value
    return found


def _factor(edges: Sequence[Sequence[Edge]], prior: float) -> list[list[float]]:
    """The lower triangle whose square is the information."""
    rows: list[list[float]] = []
    for place, met in enumerate(edges):
        row = [0.0] * (place + 1)
        row[place] = prior + sum(edge.weight for edge in met)
        for edge in met:
            if edge.other < place:
                row[edge.other] = -edge.weight
        for column in range(place):
            done = rows[column]
            row[column] = (row[column] - sum(map(mul, row[:column], done))) / done[column]
        row[place] = sqrt(row[place] - sum(value * value for value in row[:place]))
        rows.append(row)
    return rows


def _walked(edges: Sequence[Sequence[Edge]], prior: float) -> list[float]:
    """Nearly the same: each agent is told by its neighbours how surely they know themselves without it.

    Exact where no chain of games closes a circle; where it does, what goes around the circle is left out, which makes
    the variance a little too small. (Belief propagation; with a prior it always converges.)
    """
    told = [[0.0] * len(met) for met in edges]
    back = _backwards(edges)
    moved = 1.0
    while moved > _CLOSE:
        known = [prior + sum(row) for row in told]
        after = [
            [
                1 / (1 / edge.weight + 1 / (known[edge.other] - told[edge.other][place]))
                for edge, place in zip(met, places, strict=True)
            ]
            for met, places in zip(edges, back, strict=True)
        ]
        moved = max(abs(sum(new) - sum(old)) / (prior + sum(old)) for new, old in zip(after, told, strict=True))
        told = after
    return [1 / (prior + sum(row)) for row in told]


def _backwards(edges: Sequence[Sequence[Edge]]) -> list[list[int]]:
    """For each edge its place in the row of whom it leads to."""
    places = [{edge.other: place for place, edge in enumerate(met)} for met in edges]
    return [[places[edge.other][who] for edge in met] for who, met in enumerate(edges)]
