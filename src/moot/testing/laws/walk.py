"""Walks: debates played by nobody in particular, to see whether the laws hold in them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from moot.debate import Entry, Move, Position, Refusal, Setup, Tabled
from moot.notation import Line, genesis, written
from moot.testing.clock import START
from moot.testing.laws.guide import Guide

DEBATE = "0190a000-0000-7000-8000-000000000001"
SALT = "5a17" * 8


class LawBroken(AssertionError):
    """A format does something that no format may do."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A move that was refused, and the state around it as text."""

    line: int
    refusal: Refusal
    before: str
    after: str


@dataclass(repr=False)
class Walk:
    """A debate on its way."""

    guide: Guide
    setup: Setup
    tabled: Tabled
    now: datetime = START
    stops: list[Position] = field(default_factory=list[Position])
    """Where it stood between appends: what anybody could have seen."""
    refused: list[Refused] = field(default_factory=list[Refused])

    @classmethod
    def opened(cls, guide: Guide, setup: Setup) -> "Walk":
        """A walk at its first step."""
        tabled = Tabled.opening(guide.rules, setup, START, facts=guide.facts)
        return cls(guide, setup, tabled, stops=[tabled.position])

    @property
    def position(self) -> Position:
        """Where it stands."""
        return self.tabled.position

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The record."""
        return self.tabled.entries

    @property
    def ended(self) -> bool:
        """Whether it is over."""
        return self.position.ended

    def settle(self, now: datetime) -> None:
        """Lets time pass, and what fell due lapse."""
        self.now = now
        self._reach(self.tabled.settled(now))

    def attempt(self, seat: str, move: Move, answers: int | None = None, by: str | None = None) -> bool:
        """Tries a move; whether it was made."""
        before = repr(self.position.state)
        try:
            tabled = self.tabled.playing(seat, move, self.now, answers=answers, by=by, salt=SALT)
        except Refusal as refusal:
            self.refused.append(Refused(self.position.line, refusal, before, repr(self.position.state)))
            return False
        self._reach(tabled)
        return True

    def readers(self) -> tuple[str | None, ...]:
        """Everybody who reads: each seat, and those who only watch."""
        return (*self.position.seats, None)

    def lines(self) -> tuple[Line, ...]:
        """The record as it would be stored."""
        return tuple(self._chained())

    def must(self, holds: bool, law: str) -> None:
        """Says which law is broken, and shows the walk that broke it."""
        if not holds:
            raise LawBroken(f"{self.guide.name}: {law}\n{self}")

    def __repr__(self) -> str:
        return "\n".join(f"  {told(entry)}" for entry in self.entries[-40:])

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Keeps hypothesis from showing every field: the broken law shows the walk."""
        printer.text(f"a walk of {len(self.entries)} lines")

    def _reach(self, tabled: Tabled) -> None:
        if tabled.position is not self.position:
            self.tabled = tabled
            self.stops.append(tabled.position)

    def _chained(self) -> Iterator[Line]:
        before = genesis(DEBATE)
        for entry in self.entries:
            line = written(entry, before)
            before = line.hash
            yield line


def told(entry: Entry) -> str:
    """A line of the record in a few words."""
    facts: dict[str, Any] = {"answers": entry.answers, "since": entry.since, "readers": entry.readers}
    shown = " ".join(f"{name}={value}" for name, value in facts.items() if value is not None)
    sealed = " sealed" if entry.sealed else ""
    return f"{entry.line} {entry.seat or 'the house'}: {entry.kind} {shown}{sealed} {dict(entry.move)}"
