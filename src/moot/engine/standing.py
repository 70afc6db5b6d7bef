"""How a debate stands: folded, at a glance, and what is asked of it."""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from moot.debate import Entry, Move, Position, Spent, called_in
from moot.engine.ports import Card
from moot.notation import Line, read

TAIL = 64
"""How many of its last lines are kept at hand."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A debate as the steward last saw it: folded, with its last lines at hand."""

    position: Position
    head: str
    opened: Entry
    tail: tuple[Entry, ...]
    card: Card | None = field(default=None, compare=False)
    """An earlier card of it, if one is at hand: its title never changes."""

    @property
    def line(self) -> int:
        """Its last line."""
        return self.position.line

    def after(self, line: int) -> tuple[Entry, ...] | None:
        """The entries after a line, or None where the tail does not reach back so far."""
        if line >= self.line:
            return ()
        if self.tail and self.tail[0].line <= line + 1:
            return self.tail[line + 1 - self.tail[0].line :]
        return None


@dataclass(frozen=True, slots=True)
class Played:
    """A move that stands in the record, and the position that it is now."""

    debate: str
    entry: Entry
    position: Position
    repeated: bool = False
    """Whether it had been made before, under the same request id."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A move as it is asked for, before the rules have judged it."""

    seat: str
    move: Move
    answers: int | None = None
    request: str | None = None
    by: str | None = None
    spent: Spent | None = None
    provenance: str | None = None
    turn: str | None = None
    """The label of the turn that it must take; None: whichever fits."""


@dataclass(frozen=True, slots=True)
class Lapse:
    """A turn that a player did not take, and why."""

    turn: str
    """Its label."""
    reason: str
    detail: str | None = None
    by: str | None = None
    spent: Spent | None = None
    provenance: str | None = None


def card_of(debate: str, opened: Entry, position: Position, head: str, before: Card | None = None) -> Card:
    """The debate at a glance, from its opening line (or an earlier card) and where it stands."""
    title, variety = _named(opened, position) if before is None else (before.title, before.variety)
    return Card(
        debate=debate,
        format=position.rules.name,
        variety=variety,
        title=title,
        status=position.status,
        floor=position.waits_for(),
        deadline=position.deadline(),
        lines=position.line + 1,
        head=head,
        # A fork is dated as the past that it shares, and was opened when that was written down anew.
        opened_at=opened.noted,
        updated_at=max(position.at, opened.noted),
        ended_at=position.at if position.ended else None,
        called=_calls(opened, position),
    )


def _calls(opened: Entry, position: Position) -> bool:
    setup = opened.move["setup"]
    assert isinstance(setup, Mapping)
    called = called_in(setup)
    return any(turn.seat in called for turn in position.due())


def _named(opened: Entry, position: Position) -> tuple[str, str | None]:
    setup = position.rules.setup.model_validate(opened.move["setup"])
    return setup.title, setup.variety


def grown(standing: Standing, lines: Sequence[Line]) -> Standing:
    """The same with more lines of its record."""
    position, tail = standing.position, deque(standing.tail, maxlen=TAIL)
    for line in lines:
        entry = read(line)
        position = position.fold(entry)
        tail.append(entry)
    head = lines[-1].hash if lines else standing.head
    return replace(standing, position=position, head=head, tail=tuple(tail))
