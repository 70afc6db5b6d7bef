"""Verifying a record: every hash computed anew, every move replayed, the end recomputed."""

from dataclasses import dataclass
from datetime import datetime

from moot.debate import DebateNotFound, Entry, Position, Refusal
from moot.engine.ports import RecordStore
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
    while lines := await store.lines(debate, chain.last, _AT_ONCE):
        for line in lines:
            if (fault := chain.take(line)) is not None:
                return Verdict(debate, chain.last + 1, chain.head, fault)
    if chain.last < 0:
        raise DebateNotFound(debate)
    return Verdict(debate, chain.last + 1, chain.head, await _card_fault(chain, store))


class _Chain:
    """The record as far as it has been checked."""

    def __init__(self, debate: str, formats: Formats) -> None:
        self.debate = debate
        self.head = genesis(debate)
        self.last = -1
        self.at: datetime | None = None
        self.opened: Entry | None = None
        self.position: Position | None = None
        self._formats = formats

    def take(self, line: Line) -> Fault | None:
        """Checks one more line; a fault is where the record stops being believable."""
        try:
            entry = check(line, self.last + 1, self.head, self.at)
        except BrokenChain as broken:
            return Fault(broken.line, broken.fault)
        if (fault := self._replay(entry)) is not None:
            return Fault(entry.line, fault)
        self.head, self.last, self.at = line.hash, entry.line, entry.at
        return None

    def _replay(self, entry: Entry) -> str | None:
        if self.position is None:
            rules = self._formats.get(str(entry.move.get("format")))
            if rules is None:
                return f"its format {entry.move.get('format')!r} is not installed"
            self.opened, self.position = entry, Position.begun(rules, entry)
            return None
        if self.position.ended:
            return "was written after the end"
        if (fault := _unfit(self.position, entry)) is not None:
            return fault
        self.position = self.position.fold(entry)
        return None


def _unfit(position: Position, entry: Entry) -> str | None:
    """Why the rules would not have let this line be written here."""
    if entry.kind == "closed":
        outcome = position.rules.outcome(position.state)
        return None if outcome is not None and outcome.told() == entry.move else "the end was not as recorded"
    model = position.rules.moves.get(entry.kind)
    if model is None or entry.turn is None:
        return None
    try:
        turn = position.turn_for(entry.seat or "", entry.kind, entry.answers)
        position.rules.check(position.state, turn, model.model_validate({"kind": entry.kind, **entry.move}))
    except (Refusal, ValueError) as refused:
        return f"the rules do not allow it ({refused})"
    return None


async def _card_fault(chain: _Chain, store: RecordStore) -> Fault | None:
    """A record that was cut short still chains; the debate's card knows how long it was."""
    card = await store.card(chain.debate)
    assert chain.opened is not None
    assert chain.position is not None
    if card is None or card.lines > chain.last + 1:
        return Fault(chain.last + 1, "lines are missing at the end")
    if card.lines == chain.last + 1 and card != card_of(chain.debate, chain.opened, chain.position, chain.head):
        return Fault(chain.last, "the list of debates says something else than the record")
    return None
