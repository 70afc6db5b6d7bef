"""Bradley-Terry: how strong agents are, from who beat whom.

The chance that one beats another is a logistic function of the difference of their strengths; a draw is half a win
for each. A weak normal prior keeps whoever never lost, or never played, at a finite rating.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log, sqrt, tanh

from moot.rating.shares import Z
from moot.rating.spread import EXACT_UP_TO, Edge, variances

CENTRE = 1500.0
"""The average agent of the largest group of agents who met, directly or through others."""
SCALE = 400 / log(10)
"""As with Elo: 400 points ahead are odds of ten to one."""
PRIOR = 0.25
"""What is known of a strength beforehand: as much as one drawn game against an average agent tells."""

_CLOSE = 1e-6
"""Strengths are settled when none moves further than this: a thousandth of a point of rating or so."""


@dataclass(frozen=True, slots=True)
class Game:
    """Two agents who met."""

    first: str
    second: str
    halves: int
    """What the first one got, in halves of a point: 2 for a win, 1 for a draw, 0 for a loss."""


@dataclass(frozen=True, slots=True)
class Rated:
    """An agent's strength, and between what it lies with a confidence of 95 %."""

    rating: float
    low: float
    high: float
    games: int
    comparable: bool
    """Whether it belongs to the largest group of agents who met, which sets the scale."""


@dataclass(slots=True)
class _Met:
    """What one agent got against another."""

    other: int
    games: int = 0
    halves: int = 0


def rated(games: Iterable[Game], also: Iterable[str] = (), exact_up_to: int = EXACT_UP_TO) -> dict[str, Rated]:
    """Everybody who met somebody, and those who are named, with their ratings.

    The intervals are normal approximations at the most likely strengths, from the observed information, about the
    average of the group. Where a group did not meet the largest one, the interval also holds what nobody can know
    then: how far apart the two groups are.
    """
    names, met = _tabled(games, also)
    groups = _groups(met)
    found: dict[str, Rated] = {}
    for place, group in enumerate(groups):
        sets_the_scale = place == 0 and len(group) > 1
        strengths, spread = _settled(group, met, exact_up_to)
        apart = 0.0 if sets_the_scale else 1 / PRIOR
        for who, strength, variance in zip(group, strengths, spread, strict=True):
            played = sum(each.games for each in met[who])
            found[names[who]] = _told(strength, sqrt(variance + apart), played, sets_the_scale)
    return found


def _told(strength: float, error: float, games: int, comparable: bool) -> Rated:
    rating, reach = CENTRE + SCALE * strength, SCALE * Z * error
    return Rated(rating, rating - reach, rating + reach, games, comparable)


def _tabled(games: Iterable[Game], also: Iterable[str]) -> tuple[list[str], list[list[_Met]]]:
    """The names, in an order that does not depend on that of the games; and for each whom it met."""
    listed = list(games)
    names = sorted({game.first for game in listed} | {game.second for game in listed} | set(also))
    places = {name: place for place, name in enumerate(names)}
    sums: list[dict[int, _Met]] = [{} for _ in names]
    for game in listed:
        one, other = places[game.first], places[game.second]
        _count(sums[one], other, game.halves)
        _count(sums[other], one, 2 - game.halves)
    return names, [[met[other] for other in sorted(met)] for met in sums]


def _count(met: dict[int, _Met], other: int, halves: int) -> None:
    each = met.get(other)
    if each is None:
        each = met[other] = _Met(other)
    each.games += 1
    each.halves += halves


def _groups(met: Sequence[Sequence[_Met]]) -> list[list[int]]:
    """Those who met, directly or through others; the largest group first."""
    seen = [False] * len(met)
    groups: list[list[int]] = []
    for start in range(len(met)):
        if not seen[start]:
            seen[start] = True
            group = [start]
            for who in group:
                new = [each.other for each in met[who] if not seen[each.other]]
                for other in new:
                    seen[other] = True
                group += new
            groups.append(sorted(group))
    return sorted(groups, key=lambda group: (-len(group), group[0]))


def _settled(group: Sequence[int], met: Sequence[Sequence[_Met]], exact_up_to: int) -> tuple[list[float], list[float]]:
    """The strengths of a group and their variances."""
    places = {who: place for place, who in enumerate(group)}
    inside = [[(places[each.other], each.games, each.halves / 2) for each in met[who]] for who in group]
    strengths = _strengths(inside)
    edges = [
        [Edge(other, games * _curve(strengths[who] - strengths[other])) for other, games, _ in row]
        for who, row in enumerate(inside)
    ]
    return strengths, variances(edges, PRIOR, exact_up_to)


def _curve(ahead: float) -> float:
    """What one game tells about a difference of strengths."""
    return (1 - tanh(ahead / 2) ** 2) / 4


def _strengths(met: Sequence[Sequence[tuple[int, int, float]]]) -> list[float]:
    """The most likely strengths, found one agent at a time."""
    strengths = [0.0] * len(met)
    furthest = 1.0
    while furthest > _CLOSE:
        furthest = 0.0
        for who, row in enumerate(met):
            step = _step(strengths[who], strengths, row)
            strengths[who] += step
            furthest = max(furthest, abs(step))
        # The prior alone holds the average, and would take long to find it; it is known to be none.
        average = sum(strengths) / len(strengths)
        strengths = [strength - average for strength in strengths]
    return strengths


def _step(own: float, strengths: Sequence[float], met: Iterable[tuple[int, int, float]]) -> float:
    """How far to go: to the top of a parabola that lies below the likelihood and touches it here, so never too far."""
    gain, bend = -PRIOR * own, PRIOR
    for other, games, points in met:
        ahead = own - strengths[other]
        lean = tanh(ahead / 2)
        gain += points - games * (1 + lean) / 2
        bend += games * (lean / ahead if abs(ahead) > 1e-4 else 0.5) / 2
    return gain / bend
