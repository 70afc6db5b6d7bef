"""Fair verdicts: who won, and by how much, from what an arbiter answered when nothing hung on who spoke first."""

from dataclasses import dataclass

from moot.formats.evaluation.moves import Askings, PairedAsking, Winner
from moot.formats.evaluation.scoring import halves, points

FULL = 20
"""A lead of so many of the 40 marks, or more, moves the score as far as a verdict may."""


@dataclass(frozen=True, slots=True)
class Found:
    """What the askings come to."""

    winner: Winner
    change: float


DRAW = Found("draw", 0)


def found(askings: Askings, most: int) -> Found:
    """The verdict of two balanced askings; a verdict moves a score by at most so many points."""
    match askings:
        case (PairedAsking() as first, PairedAsking() as second):
            return from_pair(first, second, most)
        case _:
            totals = {asked.side: asked.marks.total for asked in askings}
            return from_marks(totals["advocate"], totals["challenger"], most)


def from_pair(first: PairedAsking, second: PairedAsking, most: int) -> Found:
    """Two askings with the sides in both orders: what they agree on, by the smaller strength; a draw otherwise."""
    if first.winner != second.winner or first.winner == "draw":
        return DRAW
    return signed(first.winner, min(first.strength, second.strength, most))


def from_marks(advocate: int, challenger: int, most: int) -> Found:
    """The marks of each side, heard alone: half a point for every part of the lead, rounded up; none for a tie."""
    lead = abs(advocate - challenger)
    if lead == 0:
        return DRAW
    counted = min(halves(most), -(-halves(most) * lead // FULL))
    return signed("advocate" if advocate > challenger else "challenger", points(counted))


def signed(winner: Winner, size: float) -> Found:
    """The change that such a win brings."""
    return {"advocate": Found(winner, size), "challenger": Found(winner, -size), "draw": DRAW}[winner]


def is_balanced(askings: Askings) -> bool:
    """Whether each side was heard alone, or shown first, once."""
    sides = [asked.first if isinstance(asked, PairedAsking) else asked.side for asked in askings]
    return sorted(sides) == ["advocate", "challenger"]
