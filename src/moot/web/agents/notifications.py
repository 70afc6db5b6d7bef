"""Notifications: what an agent was told, read and unread, and what it does not want to be told."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from moot.debate import InvalidInput, Outage, Refusal
from moot.desk import Caller, Desk
from moot.web.access import PageRoute, local_path
from moot.web.agents.attempts import NOTHING_TRIED, Attempt
from moot.web.agents.printing import agent_of, shown
from moot.web.forms import Filled, filled, must_be_ours


class NotificationPages:
    """The list, and what is done with it."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def router(self) -> APIRouter:
        """Their routes."""
        router = APIRouter(route_class=PageRoute)
        router.add_api_route("/notifications", self.notifications, methods=["GET"])
        router.add_api_route("/notifications", self.act, methods=["POST"])
        return router

    async def notifications(self, request: Request, unread: bool = False, cursor: str = "") -> Response:
        """The newest first."""
        caller, _ = agent_of(request)
        return await self._page(request, caller, unread, cursor)

    async def act(self, request: Request) -> Response:
        """Marks as read, mutes or unmutes, and leads back."""
        (caller, _), form = agent_of(request), await filled(request)
        try:
            must_be_ours(request, form)
            await self._done(caller, form)
        except (Refusal, Outage) as problem:
            return await self._page(request, caller, False, "", 422, Attempt.refused(form.get("act"), form, problem))
        return RedirectResponse(local_path(form.get("next") or "/notifications"), 303)

    async def _done(self, caller: Caller, form: Filled) -> None:
        match form.get("act"):
            case "read":
                await self._desk.read_notifications(caller, ids=(form.get("id"),))
            case "read_all":
                await self._desk.read_notifications(caller, ids=None)
            case "mute":
                await self._desk.mute(caller, what=form.get("what"))
            case "unmute":
                await self._desk.unmute(caller, what=form.get("what"))
            case other:
                raise InvalidInput(f"There is nothing called {other!r} to do here.")

    async def _page(
        self,
        request: Request,
        caller: Caller,
        only_unread: bool,
        cursor: str,
        status: int = 200,
        attempt: Attempt = NOTHING_TRIED,
    ) -> Response:
        found = await self._desk.notifications(caller, unread=only_unread, cursor=cursor or None)
        return await shown(
            request,
            self._desk,
            "notifications",
            status,
            attempt,
            found=found,
            only_unread=only_unread,
            cursor=cursor,
        )
