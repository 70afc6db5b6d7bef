"""What players without a memory count instead of themselves: the record."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from moot.debate import Entry, Turn

Entries: TypeAlias = Callable[[str], Awaitable[Sequence[Entry]]]
"""Reads all lines of a debate; it has none where there is no such debate."""


def taken(entries: Sequence[Entry], seat: str) -> list[Entry]:
    """The lines by which a seat took its turns, lapses among them, but not what it opened the debate with."""
    return [entry for entry in entries if entry.seat == seat and entry.turn is not None and not _opened_with(entry)]


def alike(entries: Sequence[Entry], turn: Turn) -> list[Entry]:
    """The lines that took turns like this one: of the same seat and name, at the same place in the debate."""
    place = (turn.name, turn.stamp)
    return [entry for entry in taken(entries, turn.taker or "") if (entry.turn, entry.stamp) == place]


def revealed(entries: Sequence[Entry]) -> frozenset[int]:
    """The sealed lines that were opened since, to everybody."""
    opened = (entry.answers for entry in entries if entry.kind == "revealed" and entry.readers is None)
    return frozenset(line for line in opened if line is not None)


def _opened_with(entry: Entry) -> bool:
    """A first move that came from no call was made by whoever opened the debate."""
    return entry.line == 1 and entry.kind != "lapsed" and entry.provenance is None
