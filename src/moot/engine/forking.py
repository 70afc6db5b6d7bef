"""Forking: opening a debate with the past of another, judged by the rules anew and kept byte for byte."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from moot.debate import Entry, Fork, InvalidInput, Position, Rules, Setup, Tabled, fork_of
from moot.engine.ports import Clock, RecordStore
from moot.engine.replay import Replay
from moot.notation import Line, genesis, link, read, written


@dataclass(frozen=True, slots=True)
class Branch:
    """A fork that is wanted: of which debate, after which line, and as what it was agreed."""

    debate: str
    line: int
    setup: Setup
    request: str | None = None
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Past:
    """The lines of another debate that a fork begins with: as they are stored, and as they are read."""

    lines: tuple[Line, ...]
    entries: tuple[Entry, ...]

    @property
    def last(self) -> int:
        """The last line that is shared."""
        return self.entries[-1].line


def past_of(lines: Sequence[Line], line: int) -> Past:
    """The lines up to a line, with what the house wrote by itself right after it: that follows in any case."""
    entries = [read(each) for each in lines]
    if not 1 <= line < len(entries):
        raise InvalidInput(
            f"There is no line {line} to go on from.", suggestion=f"Name one from 1 to {len(entries) - 1}.", line=line
        )
    end = line + 1
    while end < len(entries) and entries[end].turn is None:
        end += 1
    if entries[end - 1].kind == "closed":
        raise InvalidInput(
            f"With line {line} the debate is over: nobody could go on from there.",
            suggestion="Name an earlier line.",
            line=line,
        )
    return Past(tuple(lines[:end]), tuple(entries[:end]))


def forked(rules: Rules[Any], branch: Branch, past: Past, clock: Clock) -> Tabled:
    """The opening of a fork and the lines that it shares; refused where its rules would not have written them."""
    opened, at = past.entries[0], past.entries[0].at
    now = clock()
    fork = Fork(
        debate=branch.debate,
        line=past.last,
        opening=past.lines[0].hash,
        hash=past.lines[-1].hash,
        dealt=_dealt(Position.begun(rules, opened), past.entries),
        at=now,
    )
    begun = Tabled.forking(rules, branch.setup, fork, at, branch.by, branch.request)
    return Tabled((*begun.entries, *past.entries[1:]), judged(begun.position, past.entries[1:]))


def judged(position: Position, entries: Sequence[Entry]) -> Position:
    """Where these lines lead, once the rules have found each of them to belong there."""
    replay = Replay(position)
    for entry in entries:
        if (fault := replay.take(entry)) is not None:
            raise InvalidInput(
                f"Line {entry.line} could not have been written so in this fork: it {fault}.",
                suggestion="Change no more than who plays, or name an earlier line.",
                line=entry.line,
            )
    if replay.owed or replay.position.ended:
        raise InvalidInput(
            "In this fork the debate would not go on as it did.", suggestion="Change no more than who plays."
        )
    return replay.position


def relinked(debate: str, opened: Entry, shared: Sequence[Line]) -> tuple[Line, ...]:
    """The lines of a fork: its own opening, and the shared ones byte for byte, chained to it."""
    lines = [written(opened, genesis(debate))]
    for line in shared:
        lines.append(Line(line.line, line.head, line.body, link(lines[-1].hash, line.head), line.request))
    return tuple(lines)


class Ancestry:
    """The lines that a fork shares, chained as they were in the other debate: they must come to the hash they had."""

    def __init__(self, fork: Fork | None) -> None:
        self.fork = fork
        self._head = "" if fork is None else fork.opening

    def shares(self, line: int) -> bool:
        """Whether this is one of the shared lines."""
        return self.fork is not None and 1 <= line <= self.fork.line

    def take(self, line: Line) -> str | None:
        """Chains one more of them; at the last one, says whether they are not what stood there."""
        if self.fork is None or not self.shares(line.line):
            return None
        self._head = link(self._head, line.head)
        if line.line < self.fork.line or self._head == self.fork.hash:
            return None
        return f"what it shares with debate {self.fork.debate} is not what stood there"


async def origin_of(store: RecordStore, debate: str, line: int) -> str:
    """The debate in which a line was first written: its players were called on there, and its calls are kept there."""
    seen: set[str] = set()
    while debate not in seen:
        seen.add(debate)
        lines = await store.lines(debate, -1, 1)
        fork = fork_of(read(lines[0])) if lines else None
        if fork is None or line > fork.line:
            break
        debate = fork.debate
    return debate


def _dealt(position: Position, entries: Sequence[Entry]) -> datetime:
    """When the oldest turn was dealt that is open after these lines; it is to have its whole time again."""
    for entry in entries[1:]:
        position = position.fold(entry)
    return min((entries[turn.since].at for turn in position.due()), default=position.at)
