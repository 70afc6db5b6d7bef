"""Sharing: what to send to somebody who should read a debate, and the door for whoever was sent it."""

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from moot.debate import InvalidInput, Outage, Refusal
from moot.desk import SESSION_COOKIE, Caller, Desk
from moot.desk.sharing import DAYS
from moot.web.access import PageRoute, anyone_of, caller_of, keep_session
from moot.web.forms import Filled, filled, must_be_ours
from moot.web.linking import preview_of
from moot.web.lists import Filters, listing
from moot.web.paper import page
from moot.web.problems import told
from moot.web.reading import read

_HERE = ("127.0.0.1", "localhost", "::1")
_BROWSER = "sec-fetch-dest"
"""A header that browsers send of themselves, and no page or program can have them send."""
_LASTING = {1: "a day", 7: "a week", DAYS: "a month", 365: "a year"}
"""How long a link can be good, as the page says it."""


class Sharing:
    """A page for who shares, and a door for who was sent a link."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def router(self) -> APIRouter:
        """Their routes."""
        router = APIRouter(route_class=PageRoute)
        router.add_api_route("/debates/{debate_id}/share", self.share, methods=["GET"])
        router.add_api_route("/debates/{debate_id}/share", self.change, methods=["POST"])
        router.add_api_route("/shared/{key}", self.arrive, methods=["GET"])
        router.add_api_route("/shared/{key}", self.enter, methods=["POST"])
        return router

    async def share(self, request: Request, debate_id: str) -> Response:
        """The ways to hand a debate on, and what each needs of the other person."""
        return await self._ways(request, debate_id)

    async def change(self, request: Request, debate_id: str) -> Response:
        """Makes a link for readers, or takes one back."""
        caller, form = caller_of(request), await filled(request)
        try:
            must_be_ours(request, form)
            await self._changed(caller, debate_id, form)
        except (Refusal, Outage) as problem:
            return await self._ways(request, debate_id, 422, told(problem))
        return RedirectResponse(f"/debates/{debate_id}/share", 303)

    async def _changed(self, caller: Caller, debate_id: str, form: Filled) -> None:
        match form.get("act"):
            case "make":
                await self._desk.share(caller, debate_id, days=form.number("days", DAYS))
            case "end":
                form.must_be_confirmed()
                await self._desk.unshare(caller, debate_id, form.get("id"))
            case other:
                raise InvalidInput(f"There is nothing called {other!r} to do here.")

    async def _ways(
        self, request: Request, debate_id: str, status: int = 200, refusal: Mapping[str, Any] | None = None
    ) -> Response:
        caller = anyone_of(request)
        context = await read(self._desk, caller, debate_id, None)
        return page(
            request,
            "share.html",
            status,
            list=await listing(self._desk, caller, Filters()),
            debate=context.debate,
            shares=await self._desk.shares(caller, debate_id) if caller.owns else None,
            guarded=self._desk.guarded,
            days=_LASTING,
            usual_days=DAYS,
            refusal=refusal,
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
            return await self._arrived(request, reader, key)
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

    async def _arrived(self, request: Request, reader: Caller, key: str) -> Response:
        """Leads a browser on at once; programs that show links elsewhere do not follow, and are told what it is."""
        if _BROWSER in request.headers or reader.debate is None:
            return self._entered(request, reader, key)
        told = await preview_of(self._desk, reader, reader.debate)
        server = self._desk.public_url or str(request.base_url).rstrip("/")
        then, here = f"/debates/{reader.debate}", f"{server}/shared/{key}"
        response = page(request, "arrived.html", told=told, then=then, here=here)
        keep_session(request, response, key)
        return response

    def _entered(self, request: Request, reader: Caller, key: str) -> Response:
        response = _to(reader)
        keep_session(request, response, key)
        return response


def _to(reader: Caller) -> Response:
    return RedirectResponse("/" if reader.debate is None else f"/debates/{reader.debate}", 303)
