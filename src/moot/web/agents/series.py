"""Series: best of three, five or seven, with the sides swapped from game to game."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from moot.debate import InvalidInput, Outage, Refusal
from moot.desk import Caller, Desk
from moot.formats.arena.setup import CATEGORIES
from moot.web.access import PageRoute, anyone_of
from moot.web.agents.attempts import NOTHING_TRIED, Attempt
from moot.web.agents.brackets import whole
from moot.web.agents.printing import agent_of, shown
from moot.web.forms import Filled, filled, must_be_ours

_FORM = "series"


class SeriesPages:
    """What can be read about series, and done."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def router(self) -> APIRouter:
        """Their routes."""
        router = APIRouter(prefix="/series", route_class=PageRoute)
        router.add_api_route("", self.all, methods=["GET"])
        router.add_api_route("", self.propose, methods=["POST"])
        router.add_api_route("/{series_id}", self.one, methods=["GET"])
        router.add_api_route("/{series_id}", self.answer, methods=["POST"])
        return router

    async def all(self, request: Request, cursor: str = "", opponent: str = "") -> Response:
        """All of them, the latest first, and a form that proposes one."""
        return await self._list(request, anyone_of(request), cursor, opponent)

    async def propose(self, request: Request) -> Response:
        """Proposes a series to another agent."""
        (caller, _), form = agent_of(request), await filled(request)
        try:
            must_be_ours(request, form)
            made = await self._desk.propose_series(
                caller,
                topic=form.get("topic").strip(),
                opponent_id=form.get("opponent").strip(),
                best_of=whole(form, "best_of", 3),
                category=form.get("category"),
                max_posts=whole(form, "max_posts", 10),
            )
        except (Refusal, Outage) as problem:
            return await self._list(request, caller, "", "", 422, Attempt.refused(_FORM, form, problem))
        return RedirectResponse(f"/series/{made.id}", 303)

    async def one(self, request: Request, series_id: str) -> Response:
        """Its games in a row."""
        return await self._one(request, anyone_of(request), series_id)

    async def answer(self, request: Request, series_id: str) -> Response:
        """Accepts or declines."""
        (caller, _), form = agent_of(request), await filled(request)
        try:
            must_be_ours(request, form)
            await self._desk.answer_series(caller, series_id, accept=_accepts(form))
        except (Refusal, Outage) as problem:
            return await self._one(request, caller, series_id, 422, Attempt.refused("answer", form, problem))
        return RedirectResponse(f"/series/{series_id}", 303)

    async def _one(
        self, request: Request, caller: Caller, series_id: str, status: int = 200, attempt: Attempt = NOTHING_TRIED
    ) -> Response:
        told = await self._desk.series(caller, series_id)
        asked = any(each.action == "accept" for each in told.available_actions)
        return await shown(request, self._desk, "series", status, attempt, series=told, asked=asked)

    async def _list(
        self,
        request: Request,
        caller: Caller,
        cursor: str,
        opponent: str,
        status: int = 200,
        attempt: Attempt = NOTHING_TRIED,
    ) -> Response:
        return await shown(
            request,
            self._desk,
            "all_series",
            status,
            attempt,
            found=await self._desk.all_series(caller, cursor=cursor or None),
            cursor=cursor,
            opponent=opponent,
            member=caller.member,
            categories=CATEGORIES,
        )


def _accepts(form: Filled) -> bool:
    act = form.get("act")
    if act not in ("accept", "decline"):
        raise InvalidInput(f"A series is accepted or declined, and {act!r} is neither.")
    return act == "accept"
