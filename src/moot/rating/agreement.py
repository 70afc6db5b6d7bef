"""How far judges agree, and how far two orders of the same agents do."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import sqrt


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far judges agree."""

    alpha: float | None
    """Krippendorff's alpha: 1 is full agreement, 0 what chance would give; None where it is not defined."""
    pairs: int
    """Pairs of judges of one debate."""
    same: int
    """Those among them who picked the same side."""


def agreement(units: Iterable[Sequence[int]]) -> Agreement:
    """Agreement on nominal values. A unit says how many judges picked each value; whoever is missing is not counted.

    >>> agreement([(3, 0), (0, 2), (1, 1)])
    Agreement(alpha=0.5, pairs=5, same=4)
    """
    # With a single judgment there is nothing to agree with.
    paired = [unit for unit in units if sum(unit) > 1]
    pairs = sum(sum(unit) * (sum(unit) - 1) // 2 for unit in paired)
    same = sum(count * (count - 1) // 2 for unit in paired for count in unit)
    return Agreement(_alpha(paired), pairs, same)


def _alpha(paired: Sequence[Sequence[int]]) -> float | None:
    totals = [sum(column) for column in zip(*paired, strict=True)]
    values = sum(totals)
    expected = values * values - sum(total * total for total in totals)
    if expected == 0:
        return None
    observed = sum((sum(unit) ** 2 - sum(count * count for count in unit)) / (sum(unit) - 1) for unit in paired)
    return 1 - (values - 1) * observed / expected


def rank_correlation(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Spearman's rank correlation; those who are equal share their rank. None where an order says nothing.

    >>> rank_correlation([1, 2, 3], [10, 20, 15])
    0.5
    """
    return _correlation(_ranks(one), _ranks(other))


def _ranks(values: Sequence[float]) -> list[float]:
    ranks = [0.0] * len(values)
    before = 0
    order = sorted(range(len(values)), key=values.__getitem__)
    for _, alike in groupby(order, key=values.__getitem__):
        places = list(alike)
        for place in places:
            ranks[place] = before + (len(places) + 1) / 2
        before += len(places)
    return ranks


def _correlation(one: Sequence[float], other: Sequence[float]) -> float | None:
    middle = (len(one) + 1) / 2
    together = sum((a - middle) * (b - middle) for a, b in zip(one, other, strict=True))
    alone = sum((a - middle) ** 2 for a in one) * sum((b - middle) ** 2 for b in other)
    return together / sqrt(alone) if alone else None
