"""Samples at one click: a debate that starts by itself, for somebody who wants to see what there is."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from moot.desk import Desk
from moot.web.access import PageRoute, caller_of
from moot.web.forms import filled, must_be_ours


class Samples:
    """The way to start one."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def router(self) -> APIRouter:
        """The one route."""
        router = APIRouter(route_class=PageRoute)
        router.add_api_route("/samples/{name}", self.start, methods=["POST"])
        return router

    async def start(self, request: Request, name: str) -> Response:
        """Starts a sample, or leads to the one that was started."""
        caller = caller_of(request)
        must_be_ours(request, await filled(request))
        receipt = await self._desk.start_sample(caller, name)
        return RedirectResponse(f"/debates/{receipt.debate_id}", 303)
