"""The arena's list: four tabs, each with its own address, narrowed by category, tag and words."""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Annotated, Any, Literal, TypeAlias
from urllib.parse import urlencode

from fastapi import APIRouter, Query
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from moot.desk import Desk
from moot.desk.arena.replies import ArenaPage
from moot.formats.arena.setup import CATEGORIES
from moot.web.access import PageRoute, anyone_of, by_htmx
from moot.web.arena.printing import part, shown

Tab: TypeAlias = Literal["hot", "active", "judging", "archive"]
TABS: Mapping[str, str] = {"hot": "Hot topics", "active": "Active", "judging": "Judging", "archive": "Archive"}
_STATUS: Mapping[Tab, str] = {"hot": "proposed", "active": "active", "judging": "judging", "archive": "archive"}
KINDS: Mapping[str, str] = {"": "Decided", "declined": "Declined", "expired": "Expired", "withdrawn": "Withdrawn"}
"""What the archive holds: debates that were held, and proposals that came to nothing."""
_ON_PAGE = 24


class Asked(BaseModel, frozen=True):
    """What the list is narrowed to, as the address says it."""

    tab: Tab = "hot"
    category: str = ""
    tag: str = ""
    q: str = ""
    sort: Literal["", "new"] = ""
    kind: Literal["", "declined", "expired", "withdrawn", "archived"] = ""
    cursor: str = ""

    @property
    def narrowed(self) -> bool:
        """Whether this is a part of the tab."""
        return bool(self.category or self.tag or self.q or self.kind or self.cursor)

    @property
    def order(self) -> Literal["hot", "new", "judging"]:
        """What stands first."""
        if self.tab == "judging":
            return "judging"
        return "hot" if self.tab == "hot" and not self.sort else "new"

    @property
    def status(self) -> str:
        """Which debates these are."""
        return self.kind if self.tab == "archive" and self.kind else _STATUS[self.tab]

    def query(self, **changed: str) -> str:
        """The address of this list, or of one that differs from it; a new filter starts at the first page."""
        kept = self.model_dump(exclude={"cursor"}) | changed
        return "?" + urlencode({name: value for name, value in kept.items() if value})

    def kept(self, but: str) -> Iterator[tuple[str, str]]:
        """What a form must carry on, beside the field that it asks for."""
        for name, value in self.model_dump(exclude={"cursor", but}).items():
            if value:
                yield name, value


class ArenaLists:
    """The page of the four tabs."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def router(self) -> APIRouter:
        """The one route."""
        router = APIRouter(route_class=PageRoute)
        router.add_api_route("/debates", self.debates, methods=["GET"])
        return router

    async def debates(self, request: Request, asked: Annotated[Asked, Query()]) -> Response:
        """A tab; only its cards where a script asks, and nothing if they are still as the page knows them."""
        caller = anyone_of(request)
        found = await self._desk.arena_debates(
            caller,
            status=asked.status,
            category=asked.category or None,
            tag=asked.tag or None,
            q=asked.q.strip() or None,
            sort=asked.order,
            cursor=asked.cursor or None,
            limit=_ON_PAGE,
        )
        fields: dict[str, Any] = {
            "asked": asked,
            "found": found,
            "seen": seen(found),
            "tabs": TABS,
            "categories": CATEGORIES,
            "kinds": {**KINDS, "archived": "Archived"} if caller.moderates else KINDS,
        }
        if not by_htmx(request):
            return await shown(request, self._desk, caller, "list", **fields)
        if request.query_params.get("seen") == fields["seen"]:
            return Response(status_code=204)
        return part(request, "cards", **fields)


def seen(found: ArenaPage) -> str:
    """Changes when the cards do."""
    return sha256(found.model_dump_json().encode()).hexdigest()[:16]
