"""A debate of the arena as its page shows it, and the parts of it that a page asks for later."""

from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from moot.debate import Forbidden, InvalidInput
from moot.desk import Desk
from moot.desk.arena.replies import ArenaDebate
from moot.web.access import PageRoute, SignInNeeded, anyone_of
from moot.web.arena.bar import bar_of
from moot.web.arena.board import board, may_like
from moot.web.arena.preview import description
from moot.web.arena.printing import part, part_printed, shown
from moot.web.bar import Unsent
from moot.web.boards import light
from moot.web.fetching import awaited_at
from moot.web.paper import page

FORMAT = "arena"
_DONE = {"report": "Reported. A moderator will look at it.", "archive": "Archived.", "restore": "Restored."}
_JUDGMENTS_ON_PAGE = 20


class ArenaPages:
    """What can be read about one debate of the arena; other debates have pages of their own."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def router(self) -> APIRouter:
        """The routes that only debates of the arena have."""
        router = APIRouter(route_class=PageRoute)
        router.add_api_route("/debates/{debate_id}/judgments", self.judgments, methods=["GET"])
        return router

    async def has(self, request: Request, debate_id: str) -> bool:
        """Whether this is a debate of the arena; what is not public is behind the sign-in page for visitors."""
        caller = anyone_of(request)
        try:
            return await self._desk.format_of(caller, debate_id) == FORMAT
        except Forbidden:
            if caller.visits:
                raise SignInNeeded from None
            raise

    async def debate(self, request: Request, debate_id: str, everything: bool = False) -> Response:
        """The whole page."""
        debate = await self._desk.arena_debate(anyone_of(request), debate_id)
        done = _DONE.get(request.query_params.get("done", ""), "")
        return await self.shown(request, debate, done=done, everything=everything)

    async def shown(
        self,
        request: Request,
        debate: ArenaDebate,
        status: int = 200,
        unsent: Unsent | None = None,
        done: str = "",
        everything: bool = False,
    ) -> Response:
        """The page of a debate that was read, with what could not be done on it."""
        caller = anyone_of(request)
        parts = board(request, debate)
        fields: dict[str, Any] = {
            "debate": debate,
            "board": parts if everything else light(parts),
            "bar": await bar_of(self._desk, caller, debate, done, _reported(request, unsent)),
            "unsent": unsent,
            "you": debate.seat,
            "may_like": may_like(debate),
            "here": f"{self._desk.public_url or str(request.base_url).rstrip('/')}/debates/{debate.id}",
            "description": description(debate),
            "awaited": await awaited_at(self._desk, caller, debate.id),
        }
        return await shown(request, self._desk, caller, "debate", status, **fields)

    async def part(self, request: Request, debate_id: str, name: str) -> Response:
        """One part of the board, for a page that folded it away."""
        debate = await self._desk.arena_debate(anyone_of(request), debate_id)
        found = [each for each in board(request, debate) if each.id == name]
        if not found:
            raise InvalidInput(f"There is no part {name!r} on this page.", suggestion="Load the page anew.")
        return page(request, "parts/part.html", part=found[0], debate=debate, you=debate.seat)

    async def bar(self, request: Request, debate_id: str) -> Response:
        """What can be done now, for a page that has been left behind."""
        return await self.bar_alone(request, await self._desk.arena_debate(anyone_of(request), debate_id))

    async def bar_alone(
        self, request: Request, debate: ArenaDebate, status: int = 200, unsent: Unsent | None = None, done: str = ""
    ) -> Response:
        """State and bar, without the posts."""
        bar = await bar_of(self._desk, anyone_of(request), debate, done, _reported(request, unsent))
        return part(request, "now", status, debate=debate, bar=bar, unsent=unsent)

    async def now(self, request: Request, debate: ArenaDebate) -> str:
        """State and bar as text, for those who follow."""
        bar = await bar_of(self._desk, anyone_of(request), debate)
        return part_printed(request, "now", debate=debate, bar=bar, unsent=None)

    async def judgments(self, request: Request, debate_id: str, cursor: str = "") -> Response:
        """All judgments, a page at a time."""
        caller = anyone_of(request)
        card = await self._desk.arena_card(caller, debate_id)
        found = await self._desk.judgments(caller, debate_id, cursor=cursor or None, limit=_JUDGMENTS_ON_PAGE)
        return await shown(request, self._desk, caller, "judged", debate=card, found=found, cursor=cursor)


def _reported(request: Request, unsent: Unsent | None) -> str:
    """What a report was begun about, by the address or by a form that came back."""
    if unsent is not None and unsent.get("act") == "report":
        return unsent.get("seq") or "all"
    return request.query_params.get("report", "")
