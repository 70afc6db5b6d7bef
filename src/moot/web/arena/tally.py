"""The tally as a picture: one bar, in which every judge is as wide as it weighs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from moot.desk.arena.replies import ArenaDebate, JudgmentTold, TallyTold

SideName: TypeAlias = Literal["challenger", "opponent"]
_SIDES: tuple[SideName, ...] = ("challenger", "opponent")


@dataclass(frozen=True, slots=True)
class Slice:
    """A judge's part of the bar, in percent of its width."""

    side: SideName
    start: float
    width: float
    judgment: JudgmentTold | None = None
    """None: all judges of a side together, or those that the page does not list."""

    @property
    def end(self) -> float:
        """Where it ends."""
        return round(self.start + self.width, 3)

    @property
    def at_right(self) -> bool:
        """Whether what is said about it must grow to the left to stay on the page."""
        return self.start + self.width / 2 > 50


def slices(debate: ArenaDebate) -> Sequence[Slice]:
    """The bar from left to right: the challenger's judges, then the opponent's."""
    if debate.tally is None:
        return ()
    found: list[Slice] = []
    start = 0.0
    for side in _SIDES:
        for width, judgment in _parts(debate.tally, side, debate.judgments):
            found.append(Slice(side, round(start, 3), round(width, 3), judgment))
            start += width
    return found


def _parts(
    tally: TallyTold, side: SideName, judgments: Sequence[JudgmentTold]
) -> Sequence[tuple[float, JudgmentTold | None]]:
    """How wide each judge of a side is; those whose weight is not known yet stand together."""
    of_side = tally.challenger if side == "challenger" else tally.opponent
    whole = of_side.share * 100
    if whole <= 0:
        return ()
    weighed = [(one.weight or 0.0, one) for one in judgments if one.side == side and one.counted and one.weight]
    if not weighed or of_side.weight <= 0:
        return ((whole, None),)
    parts: list[tuple[float, JudgmentTold | None]] = [(whole * w / of_side.weight, one) for w, one in weighed]
    rest = whole - sum(width for width, _ in parts)
    return [*parts, (rest, None)] if rest > 0.1 else parts
