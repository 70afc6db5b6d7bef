"""Views: what a reader sees of a line. A function of the line (and the line it reveals), never of the state."""

from collections.abc import Sequence
from dataclasses import dataclass

from moot.debate.entry import Entry
from moot.debate.json import JsonObject


@dataclass(frozen=True, slots=True)
class View:
    """A line as one reader sees it, for ever."""

    entry: Entry
    move: JsonObject | None
    """What was said; None where it is not for this reader."""
    opened: JsonObject | None = None
    """For a `revealed` line: the move that it opens."""

    @property
    def hidden(self) -> bool:
        """Whether this reader sees that something was said, but not what."""
        return self.move is None


def view(entry: Entry, reader: str | None, revealed: Entry | None = None) -> View:
    """The line as the seat `reader` sees it; None is somebody who watches and holds no seat."""
    if entry.kind == "revealed" and revealed is not None:
        to = entry.readers
        opened = revealed.move if to is None or reader in to or reader == revealed.seat else None
        return View(entry, entry.move, opened)
    own = reader is not None and reader == entry.seat
    if entry.sealed and not own:
        return View(entry, None)
    closed_to = entry.readers is not None and reader is not None and reader not in entry.readers
    return View(entry, None if closed_to and not own else entry.move)


def views(entries: Sequence[Entry], reader: str | None) -> list[View]:
    """A record from its first line on, as the seat `reader` sees it."""
    return [view(entry, reader, opened_by(entry, entries)) for entry in entries]


def opened_by(entry: Entry, entries: Sequence[Entry]) -> Entry | None:
    """The line of a whole record that a line opens, if it opens one."""
    return entries[entry.answers] if entry.kind == "revealed" and entry.answers is not None else None
