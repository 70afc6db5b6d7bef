"""Moderation: what was reported, what was done about it, and who may do so."""

from typing import Literal, TypeAlias

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from moot.debate import InvalidInput, Outage, Refusal
from moot.desk import Caller, Desk
from moot.members import ROLES, Role
from moot.web.access import PageRoute, SignInNeeded, anyone_of
from moot.web.agents.attempts import NOTHING_TRIED, Attempt
from moot.web.agents.printing import shown
from moot.web.forms import Filled, filled, must_be_ours

State: TypeAlias = Literal["open", "archived", "dismissed"]
STATES: tuple[tuple[State, str], ...] = (("open", "Open"), ("archived", "Archived"), ("dismissed", "Dismissed"))


class ModerationPage:
    """The one page."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def router(self) -> APIRouter:
        """Its routes."""
        router = APIRouter(route_class=PageRoute)
        router.add_api_route("/moderation", self.reports, methods=["GET"])
        router.add_api_route("/moderation", self.act, methods=["POST"])
        return router

    async def reports(self, request: Request, state: State = "open", cursor: str = "", done: str = "") -> Response:
        """The reports; open ones with the oldest first."""
        return await self._page(request, _known(request), state, cursor, done=done)

    async def act(self, request: Request) -> Response:
        """Settles a report, or gives a role."""
        caller, form = _known(request), await filled(request)
        try:
            must_be_ours(request, form)
            done = await self._done(caller, form)
        except (Refusal, Outage) as problem:
            attempt = Attempt.refused(form.get("id") or form.get("act"), form, problem)
            return await self._page(request, caller, "open", "", 422, attempt)
        return RedirectResponse(f"/moderation?done={done}", 303)

    async def _done(self, caller: Caller, form: Filled) -> str:
        note = form.get("note").strip()
        match form.get("act"):
            case "archive":
                form.must_be_confirmed()
                await self._desk.settle_report(caller, form.get("id"), verdict="archive", note=note)
                return "archived"
            case "dismiss":
                await self._desk.settle_report(caller, form.get("id"), verdict="dismiss", note=note)
                return "dismissed"
            case "role":
                await self._desk.set_role(caller, form.get("handle").strip(), _role(form.get("role")))
                return "role"
            case other:
                raise InvalidInput(f"There is nothing called {other!r} to do here.")

    async def _page(
        self,
        request: Request,
        caller: Caller,
        state: State,
        cursor: str,
        status: int = 200,
        attempt: Attempt = NOTHING_TRIED,
        done: str = "",
    ) -> Response:
        found = await self._desk.reports(caller, state=state, cursor=cursor or None)
        return await shown(
            request,
            self._desk,
            "moderation",
            status,
            attempt,
            found=found,
            state=state,
            states=STATES,
            roles=ROLES,
            owns=caller.owns,
            done=done,
            cursor=cursor,
        )


def _known(request: Request) -> Caller:
    caller = anyone_of(request)
    if caller.visits:
        raise SignInNeeded
    return caller


def _role(given: str) -> Role:
    for role in ROLES:
        if given == role:
            return role
    raise InvalidInput(f"There is no role {given!r}.", suggestion=f"Choose one of: {', '.join(ROLES)}.")
