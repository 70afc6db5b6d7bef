"""Sharing: what to send to somebody who should read a debate, and the door for whoever was sent it."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from moot.debate import Refusal
from moot.desk import SESSION_COOKIE, Caller, Desk
from moot.web.access import PageRoute, anyone_of, caller_of, keep_session
from moot.web.forms import filled, must_be_ours
from moot.web.lists import Filters, listing
from moot.web.paper import page
from moot.web.reading import read

_HERE = ("127.0.0.1", "localhost", "::1")


class Sharing:
    """A page for who shares, and a door for who was sent a link."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def router(self) -> APIRouter:
        """Their routes."""
        router = APIRouter(route_class=PageRoute)
        router.add_api_route("/debates/{debate_id}/share", self.share, methods=["GET"])
        router.add_api_route("/shared/{key}", self.arrive, methods=["GET"])
        router.add_api_route("/shared/{key}", self.enter, methods=["POST"])
        return router

    async def share(self, request: Request, debate_id: str) -> Response:
        """The ways to hand a debate on, and what each needs of the other person."""
        caller = anyone_of(request)
        context = await read(self._desk, caller, debate_id, None)
        return page(
            request,
            "share.html",
            list=await listing(self._desk, caller, Filters()),
            debate=context.debate,
            shared=await self._desk.share(caller, debate_id) if caller.owns else None,
            server=str(request.base_url).rstrip("/"),
            only_here=request.url.hostname in _HERE,
        )

    async def arrive(self, request: Request, key: str) -> Response:
        """Opens the debate; a browser in which somebody else is signed in is asked first."""
        reader = await self._desk.reader(key)
        signed_in: Caller | None = getattr(request.state, "caller", None)
        if signed_in is not None and await self._may_read(signed_in, reader):
            return _to(reader)
        if signed_in is None or signed_in.visits or SESSION_COOKIE not in request.cookies:
            return self._entered(request, reader, key)
        return page(request, "shared.html", key=key)

    async def enter(self, request: Request, key: str) -> Response:
        """Signs this browser in as the reader, instead of whoever was signed in."""
        caller_of(request)
        must_be_ours(request, await filled(request))
        return self._entered(request, await self._desk.reader(key), key)

    async def _may_read(self, caller: Caller, reader: Caller) -> bool:
        """Whether somebody may read anyway what a link is for."""
        if reader.debate is None:
            return True
        try:
            await self._desk.format_of(caller, reader.debate)
        except Refusal:
            return False
        return True

    def _entered(self, request: Request, reader: Caller, key: str) -> Response:
        response = _to(reader)
        keep_session(request, response, key)
        return response


def _to(reader: Caller) -> Response:
    return RedirectResponse("/" if reader.debate is None else f"/debates/{reader.debate}", 303)
