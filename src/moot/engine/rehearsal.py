"""A rehearsal: a record played again from what was decided in it, each line written anew and held against the old one.

Nobody is called on. What the house writes by itself, it writes by itself again; a move goes through the rules as it did
then. What is written anew must be what was written, byte for byte.
"""

import json
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, cast

from moot.debate import (
    Entry,
    Json,
    Move,
    Need,
    NewerRules,
    Position,
    Refusal,
    Rules,
    Tabled,
    Turn,
    fork_of,
)
from moot.engine.forking import Ancestry
from moot.engine.replay import Replay, takes
from moot.engine.steward import Formats
from moot.engine.verify import Fault, Verdict
from moot.notation import Line, genesis, link, read, written

_UNREADABLE = (ValueError, KeyError, TypeError, AttributeError)


class Rehearsal:
    """A record on its way to being played again."""

    def __init__(self, debate: str, formats: Formats) -> None:
        self.debate = debate
        self.lines = 0
        self.head = genesis(debate)
        self._formats = formats
        self._tabled: Tabled | None = None
        self._past = Ancestry(None)
        self._replay: Replay | None = None
        """For the lines that a fork shares: they are judged, and not written anew."""
        self._written: deque[Line] = deque()

    def take(self, line: Line) -> Fault | None:
        """Plays one more line; a fault is where the record and the rehearsal part. Refuses newer rules."""
        try:
            if not self._written:
                self._written.extend(self._anew(line))
        except Refusal as refused:
            if isinstance(refused, NewerRules):
                raise
            return Fault(self.lines, f"the rules refuse it ({refused.message})")
        except _UNREADABLE as unreadable:
            return Fault(self.lines, f"it cannot be played ({' '.join(str(unreadable).split())})")
        if not self._written:
            return Fault(self.lines, "it takes a turn that nobody had")
        anew = self._written.popleft()
        if anew != line:
            return Fault(self.lines, _parted(line, anew))
        self.lines, self.head = self.lines + 1, line.hash
        return None

    def done(self) -> Fault | None:
        """What should still have come, if anything should."""
        if self.lines == 0:
            return Fault(0, "there is no line")
        if not self._written:
            return None
        return Fault(self.lines, f"it ends here, where the house writes {_kind(self._written[0])!r}")

    def _anew(self, line: Line) -> Iterator[Line]:
        entry = read(line)
        before = len(self._tabled.entries) if self._tabled is not None else 0
        if self._tabled is None:
            self._tabled = self._opened(entry)
        elif self._replay is not None and self._past.shares(self.lines):
            yield self._shared(self._replay, line, entry)
            return
        else:
            self._tabled = _decided(self._tabled, entry)
        head = self.head
        for each in self._tabled.entries[before:]:
            yield (anew := written(each, head))
            head = anew.hash
        # Only where it stands is needed from here on.
        self._tabled = Tabled.nothing(self._tabled.position)

    def _opened(self, opened: Entry) -> Tabled:
        rules = self._rules(opened)
        setup = rules.setup.model_validate(opened.move["setup"])
        if (fork := fork_of(opened)) is not None:
            tabled = Tabled.forking(rules, setup, fork, opened.at, opened.by, opened.request)
            self._past, self._replay = Ancestry(fork), Replay(tabled.position)
        else:
            tabled = Tabled.opening(rules, setup, opened.at, opened.by)
        # An older record says by which rules it was played, whatever they are called by now.
        first = replace(tabled.entries[0], move={**tabled.entries[0].move, "version": opened.move["version"]})
        return replace(tabled, entries=(first, *tabled.entries[1:]))

    def _rules(self, opened: Entry) -> Rules[Any]:
        name, version = str(opened.move["format"]), cast(int, opened.move["version"])
        rules = self._formats.get(name)
        if rules is None:
            raise ValueError(f"its format {name!r} is not installed")
        if version > rules.version:
            raise NewerRules(name, version, rules.version)
        return rules

    def _shared(self, replay: Replay, line: Line, entry: Entry) -> Line:
        fault = replay.take(entry) or self._past.take(line)
        if fault is not None:
            raise ValueError(fault)
        self._tabled = Tabled.nothing(replay.position)
        return Line(line.line, line.head, line.body, link(self.head, line.head), line.request)


def rehearsed(debate: str, lines: Iterable[Line], formats: Formats) -> Verdict:
    """Plays a whole record again: sound is one that comes out byte for byte. Refuses newer rules than are installed."""
    rehearsal = Rehearsal(debate, formats)
    for line in lines:
        if (fault := rehearsal.take(line)) is not None:
            return Verdict(debate, rehearsal.lines, rehearsal.head, fault)
    return Verdict(debate, rehearsal.lines, rehearsal.head, rehearsal.done())


def _decided(tabled: Tabled, entry: Entry) -> Tabled:
    """With what was decided at this line, decided again, and all that follows from it."""
    turn = next((turn for turn in tabled.position.due() if takes(entry, turn)), None)
    if turn is None:
        return tabled
    if entry.kind == "lapsed":
        return _lapsed(tabled, entry, turn)
    moved = tabled.moving(
        turn.seat or (turn.open_to.role if turn.open_to is not None else ""),
        _made(tabled.position, entry),
        entry.noted,
        answers=entry.answers,
        request=entry.request,
        by=entry.by,
        salt=entry.salt,
        spent=entry.spent,
        provenance=entry.provenance,
        label=turn.label,
    )
    return moved.followed(entry.noted)


def _lapsed(tabled: Tabled, entry: Entry, turn: Turn) -> Tabled:
    facts = cast(dict[str, Json], entry.move.get("facts", {}))

    def told(need: Need, at: object) -> Json:
        return facts[need.what]

    return replace(tabled, facts=told).lapsing(
        turn,
        entry.noted,
        str(entry.move["reason"]),
        cast("str | None", entry.move.get("detail")),
        by=entry.by,
        spent=entry.spent,
        provenance=entry.provenance,
    )


def _made(position: Position, entry: Entry) -> Move:
    model: type[Move] = position.rules.moves[entry.kind]
    return model.model_validate({"kind": entry.kind, **entry.move})


def _parted(was: Line, anew: Line) -> str:
    """In what a line differs from what comes out; never what it says, which may be sealed."""
    old, new = _envelope(was), _envelope(anew)
    names = [name for name in sorted({*old, *new} - {"body"}) if old.get(name) != new.get(name)]
    if was.body != anew.body:
        names.append("what it says")
    if not names:
        names.append("how it is written" if was.head != anew.head else "its hash")
    return f"it comes out otherwise: {', '.join(names)}"


def _envelope(line: Line) -> dict[str, Any]:
    try:
        told = json.loads(line.head)
    except ValueError:
        return {}
    return cast(dict[str, Any], told) if isinstance(told, dict) else {}


def _kind(line: Line) -> str:
    return read(line).kind
