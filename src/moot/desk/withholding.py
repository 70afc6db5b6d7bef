"""What a reader of a debate is not shown, and which calls would show it: whoever is asked is told what it may read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from moot.debate import Entry, View, views
from moot.notation.said import withheld


@dataclass(frozen=True, slots=True)
class Withheld:
    """What one reader is not shown of a record."""

    lines: frozenset[int] = frozenset()
    shown_to: Mapping[str, frozenset[int]] = field(default_factory=dict[str, frozenset[int]])
    """Those of them that a seat is shown, by seat: it may have said them, or be among their readers."""

    @staticmethod
    def of(record: Sequence[View]) -> "Withheld":
        """What the reader of this record is not shown."""
        lines = withheld(record)
        if not lines:
            return Withheld()
        entries = [view.entry for view in record]
        seats = {entry.seat for entry in entries if entry.seat is not None}
        return Withheld(lines, {seat: lines - withheld(views(entries, seat)) for seat in seats})

    def calls_of(self, entry: Entry) -> bool:
        """Whether the calls behind a line are withheld: what was asked of its seat repeats what the seat was shown."""
        shown = self.shown_to.get(entry.seat or "", frozenset[int]())
        return entry.line in self.lines or any(line <= entry.line for line in shown)
