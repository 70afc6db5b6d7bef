"""An entry: one numbered line of the record, as it is read."""

from dataclasses import dataclass, field
from datetime import datetime

from moot.debate.json import JsonObject


@dataclass(frozen=True, slots=True)
class Spent:
    """What a move cost whoever made it; measured, or absent."""

    tokens_in: int = 0
    tokens_out: int = 0
    money: float | None = None
    """In US dollars; None where the price is not known."""
    milliseconds: int = 0


@dataclass(frozen=True, slots=True)
class Stamp:
    """Where in the debate a turn stands: its phase, its round, and whose thread it belongs to."""

    phase: str | None = None
    round: int | None = None
    thread: str | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the record.

    Line 0 is the opening; the kernel itself writes `opened`, `lapsed`, `revealed` and `closed`, every other
    kind belongs to the format.
    """

    line: int
    at: datetime
    """When it took effect: for a lapse, its deadline. Never decreases along the record."""
    noted: datetime
    """When it was written."""
    kind: str
    move: JsonObject
    seat: str | None = None
    """Who spoke; None is the house."""
    by: str | None = None
    """Which member or player moved for that seat."""
    turn: str | None = None
    """The name of the turn it took."""
    answers: int | None = None
    """The line that turn answered."""
    since: int | None = None
    """The line that dealt that turn."""
    request: str | None = None
    """The caller's own id for this move, unique in the debate."""
    stamp: Stamp = field(default=Stamp())
    sealed: bool = False
    """Read by its seat alone until a later `revealed` line opens it."""
    readers: tuple[str, ...] | None = None
    """The other seats that read it; None is all."""
    salt: str | None = None
    """Keeps the digest of a sealed move from being guessed."""
    spent: Spent | None = None
    provenance: str | None = None
    """The digest of the calls that it came from: what was asked, and what was answered."""
