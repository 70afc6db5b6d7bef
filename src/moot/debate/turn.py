"""A turn: the right, and perhaps the duty, of a seat to move."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import TypeAlias

from moot.debate.entry import Stamp
from moot.debate.json import Json

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
class Need:
    """A fact from outside that a lapse must carry, so that it can be replayed: the likes on these lines, say."""

    what: str
    about: tuple[str | int, ...] = ()
    """Members or lines."""


Facts: TypeAlias = Callable[[Need, datetime], Json]
"""Tells a fact as of a moment."""


class FactsNeeded(Exception):
    """Rules asked for a fact that nobody has looked up yet."""

    def __init__(self, need: Need, at: datetime) -> None:
        super().__init__(need)
        self.need = need
        self.at = at


def nothing_known(need: Need, at: datetime) -> Json:
    """Knows no facts."""
    raise FactsNeeded(need, at)


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
    needs: tuple[Need, ...] = ()
    """Facts from outside that its lapse carries."""
    holder: str | None = None
    """The member who alone may move from that seat; None: whoever the desk lets sit there."""
    grace: bool = False
    """Whether its lapse waits a while after the house itself was down over the deadline."""
    again: bool = False
    """Whether its holder is called on although it was dealt because that same seat let one lapse."""
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

    def welcomes(self, member: str | None) -> bool:
        """Whether this member may take it."""
        if self.open_to is not None:
            return self.open_to.welcomes(member)
        return self.holder is None or member == self.holder

    @property
    def label(self) -> str:
        """The key as a text: `risk/recommend/1/1`."""
        return label_of(self.key)


@lru_cache(maxsize=4096)
def label_of(key: TurnKey) -> str:
    """The key of a turn as a text."""
    return "/".join("" if part is None else str(part) for part in key)
