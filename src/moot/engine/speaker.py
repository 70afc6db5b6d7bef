"""A speaker: whoever has the floor, what it has answered so far, and what that cost."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import cast

from moot.debate import Budget, Manner, Seated, Spent, Turn
from moot.engine.calls import Kept, Limits, Player, digest


@dataclass(frozen=True, slots=True)
class Speaker:
    """A player with the floor: for which turn, and within which limits."""

    debate: str
    turn: Turn
    player: Player
    seated: Seated
    budget: Budget | None
    opened_at: datetime
    calls: list[Kept] = field(default_factory=list[Kept])
    """Its answers so far, in the order they came."""

    @property
    def manner(self) -> Manner:
        """How it is asked for a verdict."""
        return cast("Manner | None", self.seated.verdict) or self.player.manner

    @property
    def spent(self) -> Spent | None:
        """What its answers have cost together."""
        told = [call.answer.spent for call in self.calls if call.answer is not None and call.answer.spent is not None]
        if not told:
            return None
        return Spent(
            sum(spent.tokens_in for spent in told),
            sum(spent.tokens_out for spent in told),
            _sum_of([spent.money for spent in told]),
            sum(spent.milliseconds for spent in told),
        )

    @property
    def provenance(self) -> str | None:
        """The digest of its calls."""
        return digest(self.calls) if self.calls else None

    @property
    def limits(self) -> Limits:
        """What the players of its debate may use up together."""
        budget = self.budget
        return Limits() if budget is None else Limits(budget.tokens, budget.money, budget.calls)

    def seconds_left(self, now: datetime) -> float | None:
        """Of those that its debate may take; None where there is no such limit."""
        if self.budget is None or self.budget.seconds is None:
            return None
        return self.budget.seconds - (now - self.opened_at).total_seconds()


def _sum_of(money: Sequence[float | None]) -> float | None:
    """What was paid together; not known where one price is not. Rounded to what prices are told in."""
    known = [each for each in money if each is not None]
    return round(sum(known), 9) if len(known) == len(money) else None
