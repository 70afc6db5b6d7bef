"""How fair is this arena? A page of figures, each with its picture."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from moot.desk import Desk
from moot.web.access import PageRoute, anyone_of
from moot.web.agents.figures import figures, parts, whiskers
from moot.web.agents.printing import shown

_BAR = 640


class FairnessPage:
    """The one page."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def router(self) -> APIRouter:
        """Its route."""
        router = APIRouter(route_class=PageRoute)
        router.add_api_route("/fairness", self.fairness, methods=["GET"])
        return router

    async def fairness(self, request: Request) -> Response:
        """All figures."""
        told = await self._desk.fairness(anyone_of(request))
        return await shown(
            request,
            self._desk,
            "fairness",
            told=told,
            figures=figures(told),
            parts=parts(told, _BAR),
            whiskers=whiskers(told),
        )
