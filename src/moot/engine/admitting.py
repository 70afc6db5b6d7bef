"""Admitting a record that was written elsewhere: its hashes computed anew, its moves judged by the rules here."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from moot.debate import Entry, NewerRules, Position, Refusal, Rules, UnsoundRecord, called_in, fork_of
from moot.engine.forking import Ancestry
from moot.engine.replay import Replay
from moot.notation import BrokenChain, Line
from moot.notation.jsonl import lines_of, verify_jsonl

_ODD = (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError, AssertionError)
"""What rules may trip over in a line that they never wrote: whoever makes a record up can put anything anywhere."""
_NOT_OURS = "holds what no house writes there"


@dataclass(frozen=True, slots=True)
class Admitted:
    """A record that fits here: its lines as they were stored, and where they lead."""

    debate: str
    lines: tuple[Line, ...]
    entries: tuple[Entry, ...]
    position: Position

    @property
    def would_call(self) -> bool:
        """Whether the house would go on calling on players in it."""
        setup = cast("dict[str, Any]", self.entries[0].move["setup"])
        return not self.position.ended and bool(called_in(setup))


def admitted(text: str, formats: dict[str, Rules[Any]]) -> Admitted:
    """A record in JSON lines, once every line was found to be one that its rules would have written there."""
    try:
        checked = verify_jsonl(text)
    except BrokenChain as broken:
        raise UnsoundRecord(broken.line, broken.fault) from None
    if checked.withheld:
        line = checked.withheld[0]
        raise UnsoundRecord(line, "was sealed for whoever took this copy, and came without its content")
    if not checked.entries:
        raise UnsoundRecord(0, "is missing: the copy has no lines")
    lines = lines_of(text)
    try:
        _must_ask_once(checked.entries)
        position = _judged(_begun(checked.entries[0], formats), checked.entries, lines)
    except _ODD:
        raise UnsoundRecord(0, _NOT_OURS) from None
    return Admitted(checked.debate, lines, checked.entries, position)


def _begun(opened: Entry, formats: dict[str, Rules[Any]]) -> Position:
    rules = formats.get(str(opened.move.get("format")))
    if rules is None:
        raise UnsoundRecord(0, f"is of the format {opened.move.get('format')!r}, which is not installed")
    if isinstance(version := opened.move.get("version"), int) and version > rules.version:
        raise NewerRules(rules.name, version, rules.version)
    try:
        return Position.begun(rules, opened)
    except (Refusal, *_ODD) as unfit:
        raise UnsoundRecord(0, f"has a set-up that is not fit ({unfit})") from None


def _judged(position: Position, entries: Sequence[Entry], lines: Sequence[Line]) -> Position:
    replay, past = Replay(position), Ancestry(fork_of(entries[0]))
    for number, (entry, line) in enumerate(zip(entries[1:], lines[1:], strict=True), start=1):
        try:
            fault = replay.take(entry) or past.take(line)
        except (Refusal, *_ODD):
            fault = _NOT_OURS
        if fault is not None:
            raise UnsoundRecord(number, fault)
    if replay.owed or len(entries) < 2:
        raise UnsoundRecord(entries[-1].line, "is not the end of what was written with it: the copy is cut short")
    return replay.position


def _must_ask_once(entries: Sequence[Entry]) -> None:
    seen: set[str] = set()
    for entry in entries:
        if entry.request is not None and entry.request in seen:
            raise UnsoundRecord(entry.line, "has the request id of an earlier line")
        seen |= {entry.request} if entry.request is not None else set()
