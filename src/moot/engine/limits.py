"""Limits: whether a call may still be made, by what the calls before it cost or may cost.

Money is counted in whole billionths of a dollar (nanos). Floats do not add up (0.1 + 0.2 is more than 0.3), and at
one cent for a million tokens a single token still costs ten of them.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from moot.debate import Spent
from moot.engine.calls import Claim, Limits, OverBudget, Tally
from moot.notation import told_at

NANO = 10**9
_MOST = 10**15
"""A million dollars. No call costs more, whatever somebody tells of it, and thousands of them still add up."""


@dataclass(frozen=True, slots=True)
class Spending:
    """What calls have cost or may cost, in numbers that add up."""

    calls: int = 0
    tokens: int = 0
    nanos: int = 0
    tokens_untold: int = 0
    """Of how many calls nobody can tell the tokens."""
    money_untold: int = 0

    @staticmethod
    def of(spent: Spent | None) -> "Spending":
        """What one call cost, or may cost."""
        if spent is None:
            return Spending(1, 0, 0, 1, 1)
        cost = nanos(spent.money)
        return Spending(1, bounded(spent.tokens_in) + bounded(spent.tokens_out), cost or 0, 0, int(cost is None))

    @staticmethod
    def sum(spendings: Iterable["Spending"]) -> "Spending":
        """What many calls cost together."""
        total = Spending()
        for each in spendings:
            total = total.plus(each)
        return total

    def plus(self, other: "Spending") -> "Spending":
        """Both together."""
        return Spending(
            self.calls + other.calls,
            self.tokens + other.tokens,
            self.nanos + other.nanos,
            self.tokens_untold + other.tokens_untold,
            self.money_untold + other.money_untold,
        )

    def tally(self) -> Tally:
        """As people read it; what nobody can tell counts nothing here."""
        return Tally(self.calls, self.tokens, self.nanos / NANO)


def nanos(money: float | None) -> int | None:
    """Money in billionths of a dollar; None where it cannot be told."""
    return None if money is None else bounded(round(min(money, _MOST / NANO) * NANO))


def bounded(number: int) -> int:
    """A number that can be kept and added up; nobody gains by telling less than nothing."""
    return max(0, min(number, _MOST))


def must_fit_debate(claim: Claim, before: Spending) -> None:
    """Raises OverBudget where the call would exceed what its debate may spend."""
    _must_fit(claim.for_debate, before, claim.reserve, "The players of this debate")


def must_fit_all(claim: Claim, before: Spending) -> None:
    """Raises OverBudget where the call would exceed what all debates may spend."""
    whose = "The players of all debates" + ("" if claim.since is None else f" since {told_at(claim.since)}")
    _must_fit(claim.for_all, before, claim.reserve, whose)


def _must_fit(limits: Limits, before: Spending, reserve: Spent | None, whose: str) -> None:
    now = Spending.of(reserve)
    if limits.calls is not None and before.calls + now.calls > limits.calls:
        limit = "1 call" if limits.calls == 1 else f"{limits.calls} calls"
        raise _over(whose, limit, str(before.calls), "1")
    if limits.tokens is not None:
        limit = f"{limits.tokens} tokens"
        _must_be_told(before.tokens_untold, now.tokens_untold, whose, limit)
        if before.tokens + now.tokens > limits.tokens:
            raise _over(whose, limit, str(before.tokens), str(now.tokens))
    if limits.money is not None:
        limit = f"{_dollars(round(limits.money * NANO))} dollars"
        _must_be_told(before.money_untold, now.money_untold, whose, limit)
        if before.nanos + now.nanos > round(limits.money * NANO):
            raise _over(whose, limit, _dollars(before.nanos), _dollars(now.nanos))


def _must_be_told(before: int, now: int, whose: str, limit: str) -> None:
    if now:
        raise OverBudget(f"{whose} may use {limit} at most, and how much this call may need cannot be told.")
    if before:
        raise OverBudget(f"{whose} may use {limit} at most, and how much {before} of their calls used cannot be told.")


def _over(whose: str, limit: str, used: str, needed: str) -> OverBudget:
    return OverBudget(f"{whose} may use {limit} at most: {used} used or set aside, and this call may need {needed}.")


def _dollars(amount: int) -> str:
    """Billionths as dollars, without needless zeros.

    >>> _dollars(300_000_000), _dollars(10), _dollars(2 * NANO)
    ('0.3', '0.00000001', '2')
    """
    return f"{amount // NANO}.{amount % NANO:09d}".rstrip("0").rstrip(".")
