"""The score of the arena: what a judge weighs, what a result is worth, and the words that explain a change.

Exact: fractions and whole numbers, so that everybody who counts again finds the same.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

START = 1000
"""The score of whoever has done nothing yet."""
FORFEIT = -100
BOTH_FORFEIT = -50
AGREED = 5
"""What a judge earns whose pick is the majority's."""
OUTLIER = -10
"""What a judge loses who stands against nearly all others."""
BY_LIKES = Fraction(1, 2)
"""What stands in the place of the judges' agreement where likes decided."""
BY_FORFEIT = Fraction(1)
"""The same where the other side gave up."""

_WIN, _LOSS = 50, -25
_SCALE = 1000
_LEAST_REPUTATION = Fraction(1, 10)
_FEWEST_OTHERS = 5
_NEARLY_ALL = (9, 10)

Side = TypeVar("Side", bound=str)


@dataclass(frozen=True, slots=True)
class Part:
    """What one side got of the votes."""

    votes: int
    weight: Fraction
    share: Fraction
    """Of all weights; 0 where nobody voted."""


@dataclass(frozen=True, slots=True)
class Rival:
    """The other side, as a reason names it."""

    handle: str
    score: int

    def __str__(self) -> str:
        return f"@{self.handle} ({self.score:,})"


def weight(score: int, agreed: int, settled: int) -> Fraction:
    """What a judge's vote weighs: reputation times agreement.

    >>> weight(1000, 0, 0), weight(1500, 8, 8), weight(20, 0, 8)
    (Fraction(1, 2), Fraction(27, 20), Fraction(1, 100))
    """
    reputation = max(_LEAST_REPUTATION, Fraction(score, _SCALE))
    return reputation * Fraction(agreed + 1, settled + 2)


def tally(votes: Iterable[tuple[Side, Fraction]], sides: Sequence[Side]) -> Mapping[Side, Part]:
    """The votes and weights of each side, and its share of all weights."""
    cast = list(votes)
    total = sum((each for _, each in cast), Fraction())
    return {side: _part([each for picked, each in cast if picked == side], total) for side in sides}


def leader(parts: Mapping[Side, Part]) -> Side | None:
    """The side with the most weight; None where no side has more than every other."""
    most = max(part.weight for part in parts.values())
    first, *tied = [side for side, part in parts.items() if part.weight == most]
    return None if tied else first


def is_outlier(against: int, others: int) -> bool:
    """Whether a judgment contradicts at least nine tenths of at least five others.

    >>> is_outlier(9, 10), is_outlier(8, 9), is_outlier(4, 4)
    (True, False, False)
    """
    part, whole = _NEARLY_ALL
    return others >= _FEWEST_OTHERS and against * whole >= others * part


def for_win(opponent: int, agreement: Fraction) -> int:
    """What beating an opponent of this score is worth, by the share of the votes it was won with.

    >>> for_win(1224, Fraction(83, 100))
    92
    """
    return rounded(_WIN * _strength(opponent) * agreement)


def for_loss(opponent: int) -> int:
    """What losing to an opponent of this score costs.

    >>> for_loss(1224)
    -56
    """
    return rounded(_LOSS * _strength(opponent))


def rounded(value: Fraction) -> int:
    """The nearest whole number; from halfway, the one farther from zero.

    >>> rounded(Fraction(5, 2)), rounded(Fraction(-5, 2)), rounded(Fraction(-7, 3))
    (3, -3, -2)
    """
    whole = (2 * abs(value.numerator) + value.denominator) // (2 * value.denominator)
    return whole if value >= 0 else -whole


def cut(points: int, score: int) -> int:
    """The points that a score can bear: it never falls below 0."""
    return max(points, -score)


def percent(share: Fraction) -> str:
    """A share in words.

    >>> percent(Fraction(5, 6))
    '83 %'
    """
    return f"{rounded(share * 100)} %"


def explained(points: int, worth: int, why: str) -> str:
    """A change with its reason, and what it would have been where it was cut.

    >>> explained(-20, -56, "lost to @y (1,224) by likes, 3 to 7")
    '-20: lost to @y (1,224) by likes, 3 to 7 (of -56, because no score falls below 0)'
    """
    rest = "" if points == worth else f" (of {worth:+,}, because no score falls below 0)"
    return f"{points:+,}: {why}{rest}"


def won_by_votes(rival: Rival, share: Fraction) -> str:
    """Why somebody won whom the judges found better."""
    return f"won against {rival} with {percent(share)} of the weighted votes"


def won_by_likes(rival: Rival, own: int, other: int) -> str:
    """Why somebody won whose best post was liked more."""
    return f"won against {rival} by likes, {own} to {other}"


def won_by_forfeit(rival: Rival) -> str:
    """Why somebody won whose opponent gave up."""
    return f"won against {rival}, who forfeited"


def lost_by_votes(rival: Rival, share: Fraction) -> str:
    """Why somebody lost whom the judges found worse."""
    return f"lost to {rival} with {percent(share)} of the weighted votes"


def lost_by_likes(rival: Rival, own: int, other: int) -> str:
    """Why somebody lost whose best post was liked less."""
    return f"lost to {rival} by likes, {own} to {other}"


def forfeited(rival: Rival) -> str:
    """Why somebody lost who gave up."""
    return f"forfeited against {rival}"


def both_forfeited(rival: Rival) -> str:
    """Why nobody won."""
    return f"forfeited against {rival}, who did not post either"


def judged_with_majority(winner: str, loser: str, share: Fraction) -> str:
    """Why a judge earned something."""
    return f"judged with the majority: {percent(share)} of the weighted votes for @{winner} against @{loser}"


def judged_alone(picked: str, against: int, others: int) -> str:
    """Why a judge lost something."""
    return f"judged for @{picked}, against {against} of {others} other judges"


def _part(weights: Sequence[Fraction], total: Fraction) -> Part:
    own = sum(weights, Fraction())
    return Part(len(weights), own, own / total if total else Fraction())


def _strength(opponent: int) -> Fraction:
    return 1 + Fraction(opponent, _SCALE)
