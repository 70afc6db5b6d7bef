"""Verifying a record: every hash computed anew, every move replayed, the end recomputed."""

from dataclasses import dataclass
from datetime import datetime

from moot.debate import DebateNotFound, Entry, Position, Refusal
from moot.engine.ports import Card, RecordStore
from moot.engine.replay import Replay
from moot.engine.steward import Formats, card_of
from moot.notation import BrokenChain, Line, check, genesis

_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a record, and where."""

    line: int
    fault: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What verifying a record found."""

    debate: str
    lines: int
    head: str
    fault: Fault | None = None

    @property
    def sound(self) -> bool:
        """Whether every line is as it was written."""
        return self.fault is None


async def verify(debate: str, store: RecordStore, formats: Formats) -> Verdict:
    """Reads the whole record and computes everything in it anew."""
    chain = _Chain(debate, formats)
    while True:
        while lines := await store.lines(debate, chain.last, _AT_ONCE):
            for line in lines:
                if (fault := chain.take(line)) is not None:
                    return Verdict(debate, chain.last + 1, chain.head, fault)
        if chain.last < 0:
            raise DebateNotFound(debate)
        card = await store.card(debate)
        # The debate may have grown between the last lines and its card.
        if card is None or card.lines <= chain.last + 1 or not await store.lines(debate, chain.last, 1):
            return Verdict(debate, chain.last + 1, chain.head, chain.against(card))


class _Chain:
    """The record as far as it has been checked."""

    def __init__(self, debate: str, formats: Formats) -> None:
        self.debate = debate
        self.head = genesis(debate)
        self.last = -1
        self._at: datetime | None = None
        self._opened: Entry | None = None
        self._replay: Replay | None = None
        self._formats = formats

    def take(self, line: Line) -> Fault | None:
        """Checks one more line; a fault is where the record stops being believable."""
        try:
            entry = check(line, self.last + 1, self.head, self._at)
        except BrokenChain as broken:
            return Fault(broken.line, broken.fault)
        fault = self._begin(entry) if self._replay is None else self._replay.take(entry)
        if fault is not None:
            return Fault(entry.line, fault)
        self.head, self.last, self._at = line.hash, entry.line, entry.at
        return None

    def against(self, card: Card | None) -> Fault | None:
        """A record that was cut short or drawn out still chains; the debate's card knows how long it was."""
        assert self._opened is not None
        assert self._replay is not None
        if card is None or card.lines > self.last + 1:
            return Fault(self.last + 1, "lines are missing at the end")
        if card.lines < self.last + 1:
            return Fault(card.lines, "was added past the end")
        if card != card_of(self.debate, self._opened, self._replay.position, self.head):
            return Fault(self.last, "the list of debates says something else than the record")
        return None

    def _begin(self, opened: Entry) -> str | None:
        rules = self._formats.get(str(opened.move.get("format")))
        if rules is None:
            return f"its format {opened.move.get('format')!r} is not installed"
        try:
            self._replay = Replay(Position.begun(rules, opened))
        except (Refusal, ValueError, KeyError) as unfit:
            return f"its set-up is not fit ({unfit})"
        self._opened = opened
        return None
