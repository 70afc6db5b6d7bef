"""What a format must answer. A format keeps nothing: every answer is a function of the state it is given."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol, TypeVar, runtime_checkable

from moot.debate.entry import Entry, Stamp
from moot.debate.json import JsonObject
from moot.debate.move import Move, Setup
from moot.debate.outcome import Outcome
from moot.debate.turn import Turn

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Cue:
    """What a seat should do now, and about which line."""

    action: str
    about: int | None = None


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the house writes before anyone moves: a phase began, a gate opened, a seal is broken."""

    kind: str
    move: JsonObject = field(default_factory=dict[str, str])
    seat: str | None = None
    answers: int | None = None
    readers: tuple[str, ...] | None = None
    """For a `revealed` notice: to whom it opens the line; None is all."""
    stamp: Stamp = field(default=Stamp())


class Rules(Protocol[S]):
    """A format: a game whose moves are arguments."""

    @property
    def name(self) -> str:
        """The name it is opened by."""
        ...

    @property
    def version(self) -> int:
        """Named in every opening, so that an old record meets the rules it was played by."""
        ...

    @property
    def setup(self) -> type[Setup]:
        """What must be agreed to open one."""
        ...

    @property
    def moves(self) -> Mapping[str, type[Move]]:
        """The moves there are, by kind."""
        ...

    def seats(self, state: S) -> tuple[str, ...]:
        """The seats, in the order they are shown."""
        ...

    def begin(self, setup: Any, at: datetime) -> S:
        """The state after the opening line; refuses an unfit set-up."""
        ...

    def after(self, state: S, entry: Entry) -> S:
        """The state after one more line."""
        ...

    def due(self, state: S) -> tuple[Turn, ...]:
        """Who may move now."""
        ...

    def check(self, state: S, turn: Turn, move: Any) -> None:
        """Refuses a move that does not fit its turn."""
        ...

    def follows(self, state: S) -> tuple[Notice, ...]:
        """What the house writes before anyone moves."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """How it ended, once it has."""
        ...

    def status(self, state: S) -> str:
        """The named state that people see."""
        ...

    def cue(self, state: S, seat: str) -> Cue:
        """What this seat should do now."""
        ...


@runtime_checkable
class Public(Protocol):
    """A format whose debates anybody may read, and whose seats are held by members of the house."""

    @property
    def roles(self) -> tuple[str, ...]:
        """What members may be in it beside holding a seat: open turns are for these."""
        ...

    def seat_of(self, state: Any, member: str) -> str | None:
        """The seat that a member holds."""
        ...
