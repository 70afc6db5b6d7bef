"""Lists of the arena: on which shelf a debate stands, how hot it is, and what can be asked for."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

Shelf: TypeAlias = Literal[
    "open",
    "challenge",
    "active",
    "judging",
    "judging-forfeited",
    "decided",
    "decided-forfeited",
    "declined",
    "expired",
    "withdrawn",
    "archived",
]
"""Each debate stands on one, and each list is a few of them, merged."""

_PROPOSED: tuple[Shelf, ...] = ("open", "challenge")
_JUDGING: tuple[Shelf, ...] = ("judging", "judging-forfeited")
_DECIDED: tuple[Shelf, ...] = ("decided", "decided-forfeited")

LISTED: tuple[Shelf, ...] = (*_PROPOSED, "active", *_JUDGING, *_DECIDED)
"""What is listed where nobody asks for a status. What nobody took up, and what was archived, is out of the lists."""

CLOCKED: tuple[Shelf, ...] = (*_PROPOSED, "active", *_JUDGING)
"""Where a clock runs, so that there is an order by who is due first."""

LISTS: Mapping[str, tuple[Shelf, ...]] = {
    "proposed": _PROPOSED,
    "open": ("open",),
    "active": ("active",),
    "judging": _JUDGING,
    "completed": ("judging", "decided"),
    "forfeited": ("judging-forfeited", "decided-forfeited"),
    "decided": _DECIDED,
    "archive": _DECIDED,
    "declined": ("declined",),
    "expired": ("expired",),
    "withdrawn": ("withdrawn",),
    "archived": ("archived",),
}
"""The words for a status, ours and the spec's, and the shelves that each means."""

Sort: TypeAlias = Literal["hot", "new", "judging"]
SORTS: tuple[Sort, ...] = ("hot", "new", "judging")

_DOUBLING = 1024
_FRESHNESS = 45_000
"""How many seconds later a debate must be opened to stand where twice the likes would have put it: 12.5 hours."""


@dataclass(frozen=True, slots=True)
class ArenaQuery:
    """Which debates to list, and in which order."""

    shelves: tuple[Shelf, ...] = LISTED
    category: str | None = None
    tag: str | None = None
    text: str | None = None
    member: str | None = None
    """Only those in which this member sits, or was called out to sit."""
    sort: Sort = "hot"
    """hot: likes, with time; new: opened last first; judging: whose clock runs out first."""
    after: str | None = None
    """The cursor of the page before; None is the first page."""
    limit: int = 50


def hot(likes: int, opened_at: datetime) -> int:
    """How high a debate stands among the hot ones: log2(1 + likes) + seconds / 45000, in 1/1024, rounded down.

    Whole numbers throughout, and nothing in it changes as time goes by, so it can be an index.

    >>> from datetime import UTC, timedelta
    >>> noon = datetime(2026, 11, 15, 12, tzinfo=UTC)
    >>> hot(3, noon) - hot(0, noon), hot(1, noon) == hot(0, noon + timedelta(hours=12, minutes=30))
    (2048, True)
    """
    return ((1 + likes) ** _DOUBLING).bit_length() - 1 + int(opened_at.timestamp()) * _DOUBLING // _FRESHNESS


def shelf_of(status: str, mode: str, how: str | None, archived: bool) -> Shelf:
    """Where a debate stands."""
    if archived:
        return "archived"
    match status:
        case "proposed":
            return "open" if mode == "open" else "challenge"
        case "judging":
            return "judging-forfeited" if how == "forfeited" else "judging"
        case "decided":
            return "decided-forfeited" if how == "forfeited" else "decided"
        case "active" | "declined" | "expired" | "withdrawn" | "archived":
            return status
        case _:
            raise AssertionError(status)
