"""Copies of records in JSON lines, checked and read."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from moot.client import Refused
from moot.debate import Entry, View, views
from moot.notation import BrokenChain, Line, read
from moot.notation.jsonl import lines_of, verify_jsonl

_EMPTY = '{"move":{}}'


@dataclass(frozen=True, slots=True)
class Copy:
    """A record as it came: its stored lines, and what can be read of them."""

    debate: str
    lines: Sequence[Line]
    record: Sequence[View]
    withheld: frozenset[int]


def copied(text: str) -> Copy:
    """A copy whose hashes were all computed anew, or the refusal that says where it is not as it was written."""
    try:
        checked = verify_jsonl(text)
    except BrokenChain as broken:
        where = "The copy" if broken.line < 0 else f"Line {broken.line} of the copy"
        raise Refused(
            {"code": "UNSOUND", "message": f"{where} is not sound: {broken.fault}.", "fault_line": broken.line}, 0
        ) from None
    lines = lines_of(text)
    if not lines:
        raise Refused({"code": "UNSOUND", "message": "The copy has no lines."}, 0)
    return Copy(checked.debate, lines, _record(lines, checked.withheld), frozenset(checked.withheld))


def _record(lines: Sequence[Line], withheld: Sequence[int]) -> list[View]:
    entries: list[Entry] = [read(line if line.body else replace(line, body=_EMPTY)) for line in lines]
    return [View(seen.entry, None) if seen.entry.line in withheld else seen for seen in views(entries, None)]
