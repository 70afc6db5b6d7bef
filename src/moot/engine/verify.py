"""Verifying a record: every hash computed anew, every move replayed, the end recomputed."""

from collections import defaultdict
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from moot.debate import DebateNotFound, Entry, Fork, Position, Refusal
from moot.engine.calls import Kept, Ledger, digest, turn_label
from moot.engine.forking import Ancestry, origin_of
from moot.engine.ports import Card, RecordStore
from moot.engine.replay import Replay
from moot.engine.standing import card_of
from moot.engine.steward import Formats
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


async def verify(
    debate: str,
    store: RecordStore,
    formats: Formats,
    ledger: Ledger | None = None,
    foreign: Container[str] = (),
) -> Verdict:
    """Reads the whole record and computes everything in it anew; with a ledger, the provenance of its lines too.

    Calls of foreign debates that are not here are in the ledger of another house.
    """
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
            fault = chain.against(card) or await _uprooted(chain.past.fork, store)
            fault = fault or await _unproven(debate, store, chain, ledger, foreign)
            return Verdict(debate, chain.last + 1, chain.head, fault)


async def _uprooted(fork: Fork | None, store: RecordStore) -> Fault | None:
    """Whether the debate that a fork shares its past with has another past by now."""
    if fork is None:
        return None
    there = await store.lines(fork.debate, fork.line - 1, 1)
    if not there or there[0].hash == fork.hash:
        return None
    return Fault(fork.line, f"debate {fork.debate} has another past by now than the one that this one shares")


async def _unproven(
    debate: str, store: RecordStore, chain: "_Chain", ledger: Ledger | None, foreign: Container[str]
) -> Fault | None:
    """The first line that did not come from the calls that the ledger has for it; shared lines came from older ones."""
    if ledger is None:
        return None
    kept: dict[str, Mapping[str, Sequence[Kept]]] = {}
    for line, (turn, provenance) in chain.proven.items():
        origin = await origin_of(store, debate, line) if chain.past.shares(line) else debate
        if origin not in kept:
            kept[origin] = await _answered(ledger, origin)
        calls = kept[origin].get(turn, ())
        if not calls and origin in foreign:
            continue
        if digest(calls) != provenance:
            return Fault(line, "the calls that it came from were changed or lost")
    return None


async def _answered(ledger: Ledger, debate: str) -> Mapping[str, Sequence[Kept]]:
    """The calls of a debate that were answered, by the label of their turn."""
    calls: defaultdict[str, list[Kept]] = defaultdict(list)
    for call in await ledger.calls(debate):
        if call.answer is not None:
            calls[call.key.turn].append(call)
    return calls


class _Chain:
    """The record as far as it has been checked."""

    def __init__(self, debate: str, formats: Formats) -> None:
        self.debate = debate
        self.head = genesis(debate)
        self.last = -1
        self._at: datetime | None = None
        self._opened: Entry | None = None
        self._replay: Replay | None = None
        self.past = Ancestry(None)
        """What it shares with another debate."""
        self._formats = formats
        self.proven: dict[int, tuple[str, str]] = {}
        """The lines that came from calls: the label of their turn, and the digest they carry."""

    def take(self, line: Line) -> Fault | None:
        """Checks one more line; a fault is where the record stops being believable."""
        try:
            entry = check(line, self.last + 1, self.head, self._at)
        except BrokenChain as broken:
            return Fault(broken.line, broken.fault)
        fault = self._begin(entry) if self._replay is None else self._replay.take(entry)
        fault = fault or self.past.take(line)
        if fault is not None:
            return Fault(entry.line, fault)
        self.head, self.last, self._at = line.hash, entry.line, entry.at
        if entry.provenance is not None:
            self.proven[entry.line] = (turn_label(entry), entry.provenance)
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
            self.past = Ancestry(self._replay.position.fork)
        except (Refusal, ValueError, KeyError) as unfit:
            return f"its set-up is not fit ({unfit})"
        self._opened = opened
        return None
