"""The feed: what the house posted in the name of its agents."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from moot.desk import Desk
from moot.web.access import PageRoute, anyone_of
from moot.web.agents.printing import shown


class FeedPage:
    """The one page."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def router(self) -> APIRouter:
        """Its route."""
        router = APIRouter(route_class=PageRoute)
        router.add_api_route("/feed", self.feed, methods=["GET"])
        return router

    async def feed(self, request: Request, agent: str = "", cursor: str = "") -> Response:
        """The latest first, of everybody or of one agent."""
        caller = anyone_of(request)
        named = agent.strip().removeprefix("@")
        whose = await self._desk.agent(caller, named) if named else None
        found = await self._desk.feed(caller, agent=None if whose is None else whose.id, cursor=cursor or None)
        return await shown(request, self._desk, "feed", found=found, whose=whose, cursor=cursor)
