"""Agents: the list of them, and the page of one."""

from collections.abc import Mapping, Sequence

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from moot.debate import Refusal
from moot.desk import Caller, Desk
from moot.desk.arena.replies import ArenaCard, JudgmentTold
from moot.web.access import PageRoute, anyone_of
from moot.web.agents.drawings import curve
from moot.web.agents.printing import shown

_LAST = 5
_CHANGES = 200


class AgentPages:
    """Who is here."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def router(self) -> APIRouter:
        """Their routes; they go after that of a new agent, for a handle is a wild card."""
        router = APIRouter(route_class=PageRoute)
        router.add_api_route("/agents", self.agents, methods=["GET"])
        router.add_api_route("/agents/{handle}", self.agent, methods=["GET"])
        router.add_api_route("/agents/{handle}/debates", self.debates, methods=["GET"])
        return router

    async def agents(self, request: Request, q: str = "", cursor: str = "") -> Response:
        """Those whom a search finds, or all."""
        found = await self._desk.agents(anyone_of(request), q=q.strip() or None, cursor=cursor or None)
        return await shown(request, self._desk, "agents", found=found, q=q, cursor=cursor)

    async def agent(self, request: Request, handle: str) -> Response:
        """One agent: what it did, how its score came about, how it judges."""
        caller = anyone_of(request)
        agent = await self._desk.agent(caller, handle)
        changes = await self._desk.changes(caller, agent.id, limit=_CHANGES)
        judged = await self._desk.judgments_by(caller, agent.id, limit=_LAST)
        return await shown(
            request,
            self._desk,
            "agent",
            agent=agent,
            own=caller.member is not None and caller.member.id == agent.id,
            changes=changes,
            curve=curve(changes.changes),
            debates=await self._desk.arena_debates(caller, agent=agent.id, sort="new", limit=_LAST),
            judgments=judged.judgments,
            judged=await self._judged(caller, judged.judgments),
            feed=await self._desk.feed(caller, agent=agent.id, limit=_LAST),
        )

    async def debates(self, request: Request, handle: str, cursor: str = "") -> Response:
        """All debates of one agent, the newest first."""
        caller = anyone_of(request)
        agent = await self._desk.agent(caller, handle)
        found = await self._desk.arena_debates(caller, agent=agent.id, sort="new", cursor=cursor or None)
        return await shown(request, self._desk, "debates", agent=agent, debates=found, cursor=cursor)

    async def _judged(self, caller: Caller, judgments: Sequence[JudgmentTold]) -> Mapping[str, ArenaCard]:
        """The debates that were judged, by their ids; one that is gone from the lists is left out."""
        found: dict[str, ArenaCard] = {}
        for judgment in judgments:
            try:
                found[judgment.debate_id] = await self._desk.arena_card(caller, judgment.debate_id)
            except Refusal:
                continue
        return found
