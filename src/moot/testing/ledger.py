"""A ledger kept in memory: the smallest that keeps the promises of the port."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from moot.engine import Answer, CallKey, Claim, Kept, Tally
from moot.engine.limits import Spending, must_fit_all, must_fit_debate


class MemoryLedger:
    """Calls in a dictionary. Nothing here waits for anything, so each act is whole."""

    def __init__(self) -> None:
        self.book: dict[CallKey, Kept] = {}

    async def claim(self, claim: Claim, is_gone: Callable[[str], bool]) -> Kept | None:
        """Claims a call, or gives it as another has it, or raises OverBudget."""
        kept = self.book.get(claim.key)
        if kept is not None and (kept.answer is not None or not is_gone(kept.holder)):
            return kept
        must_fit_debate(claim, self._spending(claim.key.debate, None))
        must_fit_all(claim, self._spending(None, claim.since))
        if kept is not None:
            await self.lose(claim.key, kept.holder)
        self.book[claim.key] = Kept(claim.key, claim.holder, claim.at, claim.reserve)
        return None

    async def keep(self, key: CallKey, answer: Answer, at: datetime) -> Kept:
        """Keeps an answer; the first one stays."""
        kept = self.book.get(key) or Kept(key, "", at)
        if kept.answer is None:
            kept = self.book[key] = replace(kept, spent=answer.spent, answered_at=at, answer=answer)
        return kept

    async def drop(self, key: CallKey, holder: str) -> None:
        """Gives a claim up that was not answered and cost nothing."""
        self._parted_with(key, holder)

    async def lose(self, key: CallKey, holder: str) -> None:
        """Notes that a claim will not be answered and may have been paid for."""
        kept = self._parted_with(key, holder)
        if kept is not None:
            question = (key.debate, key.turn, key.ask)
            lost = sum((each.debate, each.turn, each.ask) == question and each.attempt < 0 for each in self.book)
            elsewhere = replace(key, attempt=-1 - lost)
            self.book[elsewhere] = replace(kept, key=elsewhere)

    def _parted_with(self, key: CallKey, holder: str) -> Kept | None:
        kept = self.book.get(key)
        if kept is None or kept.answer is not None or kept.holder != holder:
            return None
        return self.book.pop(key)

    async def calls(self, debate: str, turn: str | None = None) -> Sequence[Kept]:
        """The calls of a debate, or of one of its turns, in order."""
        return [self.book[key] for key in sorted(self.book) if key.debate == debate and turn in (None, key.turn)]

    async def tally(self, debate: str | None = None, since: datetime | None = None) -> Tally:
        """What the calls of a debate, or of all, have cost."""
        return self._spending(debate, since).tally()

    def _spending(self, debate: str | None, since: datetime | None) -> Spending:
        counted = (
            kept
            for kept in self.book.values()
            if debate in (None, kept.key.debate) and (since is None or kept.asked_at >= since)
        )
        return Spending.sum(Spending.of(kept.spent) for kept in counted)
