"""A turn: the right, and perhaps the duty, of a seat to move."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeAlias

from moot.debate.entry import Stamp

TurnKey: TypeAlias = tuple[str | None, str, int | None, int]


@dataclass(frozen=True, slots=True)
class OpenTo:
    """Whom an open turn admits: anyone the desk gives the role, or the members named, but not those barred."""

    role: str
    members: tuple[str, ...] | None = None
    barred: tuple[str, ...] = ()
    fills: str | None = None
    """The seat that whoever takes it then holds."""

    def welcomes(self, member: str | None) -> bool:
        """Whether this member may take it, once the desk gave it the role."""
        return member not in self.barred and (self.members is None or member in self.members)


@dataclass(frozen=True, slots=True)
class Turn:
    """Who may move now, with what, and until when."""

    name: str
    kinds: tuple[str, ...]
    since: int
    """The line that dealt it."""
    seat: str | None = None
    """Who holds it; None: it is open."""
    answers: int | None = None
    """The line it answers."""
    must: bool = True
    """Whether the debate waits for it."""
    sealed: bool = False
    readers: tuple[str, ...] | None = None
    until: datetime | None = None
    open_to: OpenTo | None = None
    needs: tuple[str, ...] = ()
    """Facts from outside that its move or its lapse carries, such as `likes`."""
    stamp: Stamp = field(default=Stamp())

    @property
    def key(self) -> TurnKey:
        """What makes it this turn and no other; a key never returns in one debate."""
        return (self.seat, self.name, self.answers, self.since)

    @property
    def taker(self) -> str | None:
        """The seat that its move is written under: for an open turn the one it fills, or else its role."""
        return self.seat or (self.open_to.fills or self.open_to.role if self.open_to else None)

    def admits(self, seat: str) -> bool:
        """Whether this seat (or, for an open turn, this role) holds it."""
        return self.seat == seat or (self.open_to is not None and self.open_to.role == seat)

    @property
    def label(self) -> str:
        """The key as a text: `risk/recommend/1/1`."""
        return label_of(self.key)


def label_of(key: TurnKey) -> str:
    """The key of a turn as a text."""
    return "/".join("" if part is None else str(part) for part in key)
