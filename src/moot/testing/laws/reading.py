"""Laws about reading: what was seen stays as it was seen, and what is sealed stays so until it is revealed."""

from collections.abc import Iterable, Mapping, Sequence

from moot.debate import Entry, JsonObject, View, view
from moot.testing.laws.walk import Walk


def views(entries: Sequence[Entry], reader: str | None) -> tuple[View, ...]:
    """The record as one reader sees it."""
    return tuple(view(entry, reader, _opened_by(entry, entries)) for entry in entries)


def learnt(before: Mapping[int, JsonObject], later: Iterable[View]) -> dict[int, JsonObject]:
    """What a reader knows of each line, after reading further."""
    knows = dict(before)
    for seen in later:
        if seen.move is not None:
            knows[seen.entry.line] = seen.move
        if seen.opened is not None and seen.entry.answers is not None:
            knows[seen.entry.answers] = seen.opened
    return knows


def known(entries: Sequence[Entry], reader: str | None) -> dict[int, JsonObject]:
    """What a reader knows of each line, having read all."""
    return learnt({}, views(entries, reader))


def what_a_reader_saw_never_changes(walk: Walk) -> None:
    """The views of the first lines are the first views of all lines, for every reader."""
    for reader in walk.readers():
        full = views(walk.entries, reader)
        for stop in walk.stops:
            seen = views(walk.entries[: stop.line + 1], reader)
            walk.must(seen == full[: stop.line + 1], f"what {reader!r} saw at line {stop.line} changed later")


def a_first_reading_and_later_events_make_a_later_reading(walk: Walk) -> None:
    """Whoever read up to a line and then follows knows what somebody knows who reads all at once."""
    for reader in walk.readers():
        at_once = known(walk.entries, reader)
        for stop in walk.stops:
            first = known(walk.entries[: stop.line + 1], reader)
            later = learnt(first, views(walk.entries, reader)[stop.line + 1 :])
            walk.must(later == at_once, f"{reader!r} who followed from line {stop.line} knows something else")


def a_sealed_move_is_read_by_its_seat_alone(walk: Walk) -> None:
    """Until it is revealed, nobody but its own seat reads a sealed move; then those it is revealed to do."""
    sealed = [entry for entry in walk.entries if entry.sealed]
    for entry in sealed:
        walk.must(entry.seat is not None, f"line {entry.line} is sealed and belongs to nobody")
        walk.must(entry.salt is not None, f"line {entry.line} is sealed without salt and can be guessed")
    for reader in walk.readers() if sealed else ():
        for stop in walk.stops:
            reads = known(walk.entries[: stop.line + 1], reader)
            for entry in sealed:
                _must_wait(walk, entry, reader, stop.line, entry.line in reads)


def a_reveal_opens_an_earlier_sealed_line(walk: Walk) -> None:
    """A `revealed` line names a line above it that was not open to all, and none is revealed twice to the same."""
    done: set[tuple[int | None, tuple[str, ...] | None]] = set()
    for entry in walk.entries:
        if entry.kind == "revealed":
            above = entry.answers is not None and entry.answers < entry.line
            opened = walk.entries[entry.answers or 0]
            shut = opened.sealed or opened.readers is not None
            walk.must(above and shut, f"line {entry.line} reveals nothing")
            again = (entry.answers, entry.readers) in done
            walk.must(not again, f"line {entry.answers} is revealed twice")
            done.add((entry.answers, entry.readers))


def limited_lines_are_read_by_their_readers(walk: Walk) -> None:
    """A line with readers is read by them, by its own seat and by those who watch, and by no other seat."""
    for entry in walk.entries:
        if entry.readers is not None and not entry.sealed and entry.kind != "revealed":
            may = {*entry.readers, entry.seat, None}
            read_by = {reader for reader in walk.readers() if not view(entry, reader).hidden}
            walk.must(read_by == may & set(walk.readers()), f"line {entry.line} is read by {read_by}, not {may}")


def _must_wait(walk: Walk, sealed: Entry, reader: str | None, at: int, reads: bool) -> None:
    own = reader is not None and reader == sealed.seat
    opening = _first_opening(walk, sealed, reader)
    may = at >= sealed.line and (own or (opening is not None and opening <= at))
    walk.must(reads == may, f"line {sealed.line}, sealed: {reader!r} at line {at} reads it: {reads}")


def _first_opening(walk: Walk, sealed: Entry, reader: str | None) -> int | None:
    reveals = (entry for entry in walk.entries if entry.kind == "revealed" and entry.answers == sealed.line)
    return next((entry.line for entry in reveals if entry.readers is None or reader in entry.readers), None)


def _opened_by(entry: Entry, entries: Sequence[Entry]) -> Entry | None:
    return entries[entry.answers] if entry.kind == "revealed" and entry.answers is not None else None
