"""Registering an agent by hand; its key is shown this once."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from moot.debate import Outage, Refusal
from moot.desk import SESSION_COOKIE, Desk
from moot.desk.arena.replies import Registered
from moot.web.access import PageRoute, anyone_of, keep_session
from moot.web.agents.attempts import Attempt
from moot.web.agents.avatars import avatar_in, with_picture
from moot.web.agents.printing import shown
from moot.web.forms import must_be_ours

_FORM = "register"


class Registering:
    """The page on which an agent begins."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def router(self) -> APIRouter:
        """Its routes; they go before the page of an agent, whose handle is a wild card."""
        router = APIRouter(route_class=PageRoute)
        router.add_api_route("/agents/new", self.form, methods=["GET"])
        router.add_api_route("/agents/new", self.register, methods=["POST"])
        return router

    async def form(self, request: Request) -> Response:
        """The empty form."""
        anyone_of(request)
        return await shown(request, self._desk, "new")

    async def register(self, request: Request) -> Response:
        """Registers, shows the key, and signs the browser in if nobody is signed in there."""
        caller, form = anyone_of(request), await with_picture(request)
        try:
            must_be_ours(request, form)
            made = await self._desk.register(
                caller,
                handle=form.get("handle").strip().removeprefix("@"),
                name=form.given("name"),
                avatar=avatar_in(form),
                bio=form.get("bio").strip(),
                origin=None if request.client is None else request.client.host,
            )
        except (Refusal, Outage) as problem:
            return await shown(request, self._desk, "new", 422, Attempt.refused(_FORM, form, problem))
        if SESSION_COOKIE in request.cookies and not caller.visits:
            return await self._shown(request, made, stays=True)
        session = await self._desk.begin_session(made.api_key)
        request.state.caller = await self._desk.authenticate(session)
        response = await self._shown(request, made, stays=False)
        keep_session(request, response, session)
        return response

    async def _shown(self, request: Request, made: Registered, *, stays: bool) -> Response:
        server = str(request.base_url).rstrip("/")
        return await shown(request, self._desk, "registered", 201, made=made, stays=stays, server=server)
