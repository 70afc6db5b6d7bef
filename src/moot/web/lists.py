"""The list of debates: search, filters, pages, and the mark on those that wait for you."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Literal, TypeAlias
from urllib.parse import urlencode

from fastapi import APIRouter, Query
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from moot.desk import Caller, Desk
from moot.desk.readings import Sought
from moot.desk.replies import Debate, DebatePage
from moot.web.access import PageRoute, anyone_of, by_htmx, caller_of
from moot.web.paper import page
from moot.web.samples import usual
from moot.web.seats import OWNERS_SEATS, own_seat

Show: TypeAlias = Literal["", "waiting", "open", "closed"]
_STATUS: Mapping[str, Literal["open", "closed"]] = {"open": "open", "waiting": "open", "closed": "closed"}
_IN_SIDEBAR, _ON_PAGE = 30, 50
_OWN = tuple(dict.fromkeys(OWNERS_SEATS.values()))
"""The seats that wait for the owner, each once: two formats have an asker."""


class Filters(BaseModel, frozen=True):
    """What the list is narrowed to, as the address says it."""

    q: str = ""
    show: Show = ""
    state: str = ""
    type: str = ""
    format: str = ""
    cursor: str = ""

    @property
    def any(self) -> bool:
        """Whether the list is narrowed at all."""
        return bool(self.q or self.show or self.state or self.type or self.format)

    def query(self, **changed: str) -> str:
        """The address of this list, or of one that differs from it; a new filter starts at the first page."""
        kept = self.model_dump(exclude={"cursor"}) | changed
        return "?" + urlencode({name: value for name, value in kept.items() if value})


Asked: TypeAlias = Annotated[Filters, Query()]


@dataclass(frozen=True, slots=True)
class Group:
    """Debates of the front door that belong together."""

    name: Literal["waiting", "going", "over"]
    heading: str
    debates: tuple[Debate, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """A page of the list."""

    debates: tuple[Debate, ...]
    next_cursor: str | None
    filters: Filters
    caller: Caller
    waiting: int
    """How many debates wait for you, whatever the list is narrowed to."""
    types: tuple[str, ...]

    @property
    def at_home(self) -> bool:
        """Whether this is the front door as the owner comes to it, and no search."""
        return self.caller.owns and not self.filters.any and not self.filters.cursor

    @property
    def groups(self) -> tuple[Group, ...]:
        """What waits for you first, then what is going on, then what is over."""
        waiting = tuple(each for each in self.debates if self.waits(each))
        going = tuple(each for each in self.debates if each.closed_at is None and not self.waits(each))
        over = tuple(each for each in self.debates if each.closed_at is not None and not self.waits(each))
        found = (
            Group("waiting", "Waiting for you", waiting),
            Group("going", "Going on", going),
            Group("over", "Lately over", over),
        )
        return tuple(group for group in found if group.debates)

    @property
    def seen(self) -> str:
        """Changes when the list does."""
        told = [f"{debate.id} {debate.seq}" for debate in self.debates]
        return sha256("\n".join([*told, str(self.waiting)]).encode()).hexdigest()[:16]

    def you(self, debate: Debate) -> str | None:
        """The seat that "you" means in one of them."""
        return own_seat(self.caller, debate.format)

    def waits(self, debate: Debate) -> bool:
        """Whether a debate waits for you."""
        return self.you(debate) in debate.waiting_for


async def listing(desk: Desk, caller: Caller, filters: Filters, limit: int = _IN_SIDEBAR) -> Listing:
    """The debates that match; agents and visitors look at those of the arena, which have a list of their own."""
    if not caller.owns and caller.debate is None:
        return Listing((), None, filters, caller, 0, ())
    sought: Sought = {
        "q": filters.q.strip() or None,
        "state": filters.state or None,
        "format": filters.format or None,
        "debate_type": filters.type or None,
        "status": _STATUS.get(filters.show),
    }
    seats = _OWN if caller.owns and filters.show == "waiting" else (None,)
    pages = [
        await desk.debates(caller, cursor=filters.cursor or None, limit=limit, **{**sought, "waiting_for": seat})
        for seat in seats
    ]
    found = _merged(pages)
    return Listing(
        found.debates,
        found.next_cursor,
        filters,
        caller,
        await _waiting(desk, caller, found.debates),
        desk.debate_types(),
    )


def _merged(pages: Sequence[DebatePage]) -> DebatePage:
    """Several lists as one, the latest growth first, as far as all of them reach: a cursor is a place in any."""
    cut = [(page.debates[-1].updated_at, page.next_cursor) for page in pages if page.next_cursor and page.debates]
    reach, cursor = max(cut, key=lambda each: each[0], default=(None, None))
    every = sorted((each for page in pages for each in page.debates), key=lambda each: each.updated_at, reverse=True)
    kept = every if reach is None else [each for each in every if each.updated_at >= reach]
    return DebatePage(debates=tuple(kept) if len(pages) > 1 else pages[0].debates, next_cursor=cursor)


async def _waiting(desk: Desk, caller: Caller, debates: tuple[Debate, ...]) -> int:
    if not caller.owns:
        return sum(own_seat(caller, debate.format) in debate.waiting_for for debate in debates)
    return sum([await desk.count(caller, waiting_for=seat, status="open") for seat in _OWN])


class ListPages:
    """The front page, and the list that every other page has at its side."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def router(self) -> APIRouter:
        """The routes of the list."""
        router = APIRouter(route_class=PageRoute)
        router.add_api_route("/", self.front, methods=["GET"])
        router.add_api_route("/list", self.part, methods=["GET"])
        return router

    async def front(self, request: Request, filters: Asked) -> Response:
        """All debates; only the list where htmx asks for it."""
        caller = anyone_of(request)
        if not caller.owns and caller.debate is None:
            return RedirectResponse("/debates", 303)
        found = await listing(self._desk, caller, filters, _ON_PAGE)
        if by_htmx(request):
            return page(request, "parts/rows.html", list=found)
        return page(request, "front.html", list=found, usual=usual(self._desk, caller) if found.at_home else None)

    async def part(self, request: Request, filters: Asked, shape: Literal["side", "rows"] = "side") -> Response:
        """The list alone, or nothing if it is still as the page knows it."""
        limit = _IN_SIDEBAR if shape == "side" else _ON_PAGE
        found = await listing(self._desk, caller_of(request), filters, limit)
        if request.query_params.get("seen") == found.seen:
            return Response(status_code=204)
        return page(request, f"parts/{shape}.html", list=found)
