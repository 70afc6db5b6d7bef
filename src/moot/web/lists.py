"""The list of debates: search, filters, pages, and the mark on those that wait for you."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Literal, TypeAlias
from urllib.parse import urlencode

from fastapi import APIRouter, Query
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from moot.desk import Caller, Desk
from moot.desk.replies import Debate
from moot.web.access import PageRoute, by_htmx, caller_of
from moot.web.paper import page
from moot.web.seats import own_seat

Show: TypeAlias = Literal["", "waiting", "open", "closed"]
_STATUS: Mapping[str, Literal["open", "closed"]] = {"open": "open", "waiting": "open", "closed": "closed"}
_IN_SIDEBAR, _ON_PAGE = 30, 50


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
class Listing:
    """A page of the list."""

    debates: tuple[Debate, ...]
    next_cursor: str | None
    filters: Filters
    you: str | None
    waiting: int
    """How many debates wait for you, whatever the list is narrowed to."""
    types: tuple[str, ...]

    @property
    def seen(self) -> str:
        """Changes when the list does."""
        told = [f"{debate.id} {debate.seq}" for debate in self.debates]
        return sha256("\n".join([*told, str(self.waiting)]).encode()).hexdigest()[:16]


async def listing(desk: Desk, caller: Caller, filters: Filters, limit: int = _IN_SIDEBAR) -> Listing:
    """The debates that match."""
    you = own_seat(caller)
    found = await desk.debates(
        caller,
        q=filters.q.strip() or None,
        state=filters.state or None,
        format=filters.format or None,
        debate_type=filters.type or None,
        waiting_for=you if filters.show == "waiting" else None,
        status=_STATUS.get(filters.show),
        cursor=filters.cursor or None,
        limit=limit,
    )
    waiting = await _waiting(desk, caller, found.debates, you)
    return Listing(found.debates, found.next_cursor, filters, you, waiting, desk.debate_types())


async def _waiting(desk: Desk, caller: Caller, debates: tuple[Debate, ...], you: str | None) -> int:
    if caller.owns:
        return await desk.count(caller, waiting_for=you, status="open")
    return sum(you in debate.waiting_for for debate in debates)


class ListPages:
    """The front page, and the list that every other page has at its side."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def router(self) -> APIRouter:
        """The routes of the list."""
        router = APIRouter(route_class=PageRoute)
        router.add_api_route("/", self.front, methods=["GET"])
        router.add_api_route("/debates", self.front, methods=["GET"])
        router.add_api_route("/list", self.part, methods=["GET"])
        return router

    async def front(self, request: Request, filters: Asked) -> Response:
        """All debates; only the list where htmx asks for it."""
        found = await listing(self._desk, caller_of(request), filters, _ON_PAGE)
        return page(request, "parts/rows.html" if by_htmx(request) else "front.html", list=found)

    async def part(self, request: Request, filters: Asked, shape: Literal["side", "rows"] = "side") -> Response:
        """The list alone, or nothing if it is still as the page knows it."""
        limit = _IN_SIDEBAR if shape == "side" else _ON_PAGE
        found = await listing(self._desk, caller_of(request), filters, limit)
        if request.query_params.get("seen") == found.seen:
            return Response(status_code=204)
        return page(request, f"parts/{shape}.html", list=found)
