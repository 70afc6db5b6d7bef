"""What the engine needs of the world: a clock, a store that appends at line n or fails, and word of growth."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Generic, Protocol, TypeVar

from moot.debate import Downtime, Entry, Json, Need, Outage, Position
from moot.notation import Line

T = TypeVar("T")

Clock = Callable[[], datetime]


class LineTaken(Exception):
    """Somebody else appended at this line first; look again."""


class FactsMoved(Exception):
    """What a lapse was told of the world is no longer so; look again."""


class RequestTaken(Exception):
    """This request id stands in the record already."""


class StoreBusy(Outage):
    """The store could not be written in time; nothing was."""

    code = "STORE_BUSY"


class NewerDatabase(Outage):
    """The database was made by a newer Moot than this one."""

    code = "NEWER_DATABASE"


@dataclass(frozen=True, slots=True)
class Card:
    """A debate at a glance: a reading of its record, written in the same transaction as its lines."""

    debate: str
    format: str
    variety: str | None
    title: str
    status: str
    floor: tuple[str, ...]
    """Those who must move before it goes on."""
    deadline: datetime | None
    lines: int
    """How many lines it has; the last is `lines - 1`."""
    head: str
    """The hash of its last line."""
    opened_at: datetime
    updated_at: datetime
    ended_at: datetime | None = None
    called: bool = False
    """Whether a turn is due that one of the house's players holds."""


@dataclass(frozen=True, slots=True)
class CardQuery:
    """Which debates to list, newest growth first."""

    text: str | None = None
    format: str | None = None
    variety: str | None = None
    status: str | None = None
    floor: str | None = None
    """Only those that wait for this seat."""
    ended: bool | None = None
    after: str | None = None
    """The cursor of the page before; None is the first page."""
    limit: int = 50


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """One page of a list, and the cursor of the next."""

    items: tuple[T, ...]
    next: str | None = None


class Transaction(Protocol):
    """An open transaction. Opaque here: only the adapters that made it know what is in it."""


Guard = Callable[[Transaction], Awaitable[None]]
"""A limit of the desk's, looked at inside the transaction; refuses by raising a Refusal."""

Known = Mapping[tuple[Need, datetime], Json]
"""Facts that were looked up, by what was asked and as of when."""


class FactSource(Protocol):
    """Where the facts are that lapses carry."""

    async def told(self, debate: str, need: Need, at: datetime) -> Json:
        """The fact as of a moment."""
        ...

    def still(self, debate: str, known: Known) -> Guard:
        """Raises FactsMoved inside the transaction where one of these facts is another by now."""
        ...


Sparing = Callable[[], Downtime | None]
"""Tells when the house was last down, while that still matters."""


@dataclass(frozen=True, slots=True)
class Growth:
    """What one append brings: all of it is kept, or none."""

    debate: str
    after: int
    """The line it follows; -1 opens the debate."""
    lines: tuple[Line, ...]
    entries: tuple[Entry, ...]
    before: Position | None
    position: Position
    card: Card
    guards: tuple[Guard, ...] = field(default=())


Reading = Callable[[Transaction, Growth], Awaitable[None]]
"""Something else that is kept up to date with the records, in the same transaction (standings, a feed, search)."""


class RecordStore(Protocol):
    """Where records are kept."""

    async def append(self, growth: Growth) -> None:
        """Keeps it durably, or raises LineTaken, RequestTaken, StoreBusy or what a guard refused with."""
        ...

    async def lines(self, debate: str, after: int = -1, limit: int | None = None) -> Sequence[Line]:
        """The lines after `after`, in order; empty where there are none."""
        ...

    async def requested(self, debate: str, request: str) -> Line | None:
        """The line that carries this request id."""
        ...

    async def card(self, debate: str) -> Card | None:
        """The debate at a glance."""
        ...

    async def cards(self, query: CardQuery) -> Page[Card]:
        """The debates that match, newest growth first."""
        ...

    async def count(self, query: CardQuery) -> int:
        """How many debates match, whatever the page."""
        ...

    async def ready(self) -> None:
        """Raises an Outage where the store does not answer."""
        ...

    async def due(
        self, until: datetime, limit: int = 100, beyond: tuple[datetime, str] | None = None
    ) -> Sequence[Card]:
        """Unfinished debates whose next deadline is at or before `until`, earliest first.

        `beyond` is the deadline and the id of the last one of the page before.
        """
        ...

    async def called(self, after: str | None = None, limit: int = 100) -> Page[Card]:
        """The debates in which a player is due, oldest growth first; `after` is the cursor of the page before."""
        ...
