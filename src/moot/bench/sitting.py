"""A sitting: one debate that a system holds on a task, on the record. Asked for again it is read and not held again."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from typing import Any
from uuid import UUID, uuid5

from moot.debate import DebateNotFound, Entry, Reports, views
from moot.desk import Desk
from moot.engine import Bulletin, Kept, Ledger, Steward, reached

_ABSENT = timedelta(minutes=1)
"""A lapse that was written so long after its deadline was written by who came back."""
_SANDBOX = "sandbox:"
"""How the calls begin that no model answers."""

Open = Callable[[str], Awaitable[object]]
"""Opens a debate under an id."""


class Unheld(Exception):
    """A sitting came to nothing for a reason that is not the model's: it is not scored, and held anew next time."""


class Overslept(Unheld):
    """A turn lapsed while nobody was there to call on its holder."""


@dataclass(frozen=True, slots=True)
class Venue:
    """Where debates are held."""

    desk: Desk
    steward: Steward
    ledger: Ledger
    bulletin: Bulletin


@dataclass(frozen=True, slots=True)
class Held:
    """A debate that has ended: what it reports, and what it cost."""

    debate: str
    report: Mapping[str, Any]
    lapses: tuple[str, ...]
    """Why turns were not taken, in words."""
    tokens: int | None
    cost: float | None
    calls: int
    seconds: float


class Starved(Unheld):
    """It was over budget; what it came to until then is told."""

    def __init__(self, why: str, held: Held) -> None:
        super().__init__(why)
        self.held = held


class Sittings:
    """Holds debates under ids that follow from what they are about, so that none is held twice."""

    def __init__(self, venue: Venue, run: UUID) -> None:
        self._venue = venue
        self._run = run

    async def held(self, name: str, opening: Open, answered: Callable[[Mapping[str, Any]], bool]) -> Held:
        """The debate of this name: read if it was held, gone on with if it was begun, or opened now.

        One that an earlier process gave up for want of budget, or because nobody could be reached, is held anew.
        """
        for attempt in count():
            debate = str(uuid5(self._run, f"{name}/{attempt}"))
            before = await self._line(debate)
            if before is None:
                await opening(debate)
            last = (await reached(self._venue.steward, self._venue.bulletin, debate)).line
            held, lapses = await self._read(debate, last)
            trouble = _trouble(held, lapses, answered(held.report))
            if trouble is None:
                return held
            if before != last and not isinstance(trouble, Overslept):
                raise trouble
        raise AssertionError

    async def _line(self, debate: str) -> int | None:
        try:
            return (await self._venue.steward.look(debate)).line
        except DebateNotFound:
            return None

    async def _read(self, debate: str, line: int) -> tuple[Held, list[Entry]]:
        entries: Sequence[Entry] = await self._venue.steward.entries(debate, -1, line + 1)
        rules = (await self._venue.steward.recalled(debate)).position.rules
        assert isinstance(rules, Reports)
        lapsed = [entry for entry in entries if entry.kind == "lapsed"]
        told = tuple(f"{_reason(each)}: {each.move.get('detail') or 'no more is known'}" for each in lapsed)
        calls = [call for call in await self._venue.ledger.calls(debate) if _by_a_model(call)]
        seconds = round((entries[-1].at - entries[0].at).total_seconds(), 3)
        held = Held(debate, rules.report(views(entries, None)), told, _tokens(calls), _cost(calls), len(calls), seconds)
        return held, lapsed


def _trouble(held: Held, lapses: Sequence[Entry], answered: bool) -> Unheld | None:
    """Why a debate tells nothing about the model; a function of its record, so that it is the same for ever."""
    why, reasons = "; ".join(dict.fromkeys(held.lapses)), set(map(_reason, lapses))
    if "no budget" in reasons:
        return Starved(why, held)
    if any(_reason(each) == "time" and each.noted - each.at > _ABSENT for each in lapses):
        return Overslept(why)
    return Unheld(why) if not answered and "failed" in reasons else None


def _reason(lapse: Entry) -> str:
    return str(lapse.move["reason"])


def _by_a_model(call: Kept) -> bool:
    return call.answer is not None and not call.answer.by.startswith(_SANDBOX)


def _tokens(calls: Sequence[Kept]) -> int | None:
    """What was read and written; not known where one call does not tell."""
    told = [call.spent for call in calls]
    known = [spent.tokens_in + spent.tokens_out for spent in told if spent is not None]
    return sum(known) if len(known) == len(told) else None


def _cost(calls: Sequence[Kept]) -> float | None:
    told = [None if call.spent is None else call.spent.money for call in calls]
    known = [money for money in told if money is not None]
    return round(sum(known), 9) if len(known) == len(told) else None
