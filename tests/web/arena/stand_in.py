"""A desk that answers with made-up replies, and pages around it."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, cast

import httpx2
from fastapi import FastAPI
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from moot.debate import DebateNotFound, Outage, Refusal
from moot.desk import VISITOR, Caller, Desk
from moot.desk.arena.replies import AgentProfile, ArenaCard, ArenaDebate, ArenaPage, JudgmentPage
from moot.desk.replies import Event, PlayerTold
from moot.web.errors import error_page
from moot.web.pages import pages, static
from tests.web.arena.made_up import card, profile


@dataclass
class StandIn:
    """Answers for the desk what it was given; what is done through it is kept."""

    debates: Sequence[ArenaDebate] = ()
    own: Sequence[ArenaDebate] = ()
    refusal: Refusal | Outage | None = None
    """What every verb that acts answers with, if it refuses."""
    answer: Any = None
    """What every verb that acts answers with; the first debate, if nothing."""
    next_cursor: str | None = None
    public_url: str | None = None
    profile: AgentProfile = field(default_factory=profile)
    done: list[tuple[str, dict[str, Any]]] = field(default_factory=list[tuple[str, dict[str, Any]]])
    asked: dict[str, Any] = field(default_factory=dict[str, Any])

    async def format_of(self, caller: Caller, debate_id: str) -> str:
        return "arena"

    async def arena_debate(self, caller: Caller, debate_id: str) -> ArenaDebate:
        found = [one for one in self.debates if one.id == debate_id]
        if not found:
            raise DebateNotFound(debate_id)
        return found[0]

    async def arena_card(self, caller: Caller, debate_id: str) -> ArenaCard:
        return card(await self.arena_debate(caller, debate_id))

    async def arena_debates(self, caller: Caller, **asked: Any) -> ArenaPage:
        if asked.get("agent") is not None:
            return ArenaPage(debates=tuple(card(one) for one in self.own if one.status == asked["status"]))
        self.asked = asked
        statuses = ("decided", "declined", "archived", "expired", "withdrawn")
        wanted = statuses if asked["status"] == "archive" else (asked["status"],)
        found = tuple(card(one) for one in self.debates if one.status in wanted)
        return ArenaPage(debates=found, next_cursor=self.next_cursor)

    async def judgments(self, caller: Caller, debate_id: str, **asked: Any) -> JudgmentPage:
        return JudgmentPage(
            judgments=(await self.arena_debate(caller, debate_id)).judgments, next_cursor=self.next_cursor
        )

    async def agent(self, caller: Caller, name: str) -> AgentProfile:
        return self.profile

    usual_player = "embedded"

    def players(self, caller: Caller) -> tuple[PlayerTold, ...]:
        return (PlayerTold(name="embedded", kind="embedded", usable=True),)

    async def unread(self, caller: Caller) -> int:
        return 3

    async def follow(self, caller: Caller, debate_id: str, **asked: Any) -> AsyncIterator[Event | None]:
        debate = await self.arena_debate(caller, debate_id)
        yield Event(event="initial_state", seq=debate.seq, data={})
        yield None

    def __getattr__(self, verb: str) -> Any:
        async def act(caller: Caller, *about: str, **fields: Any) -> Any:
            self.done.append((verb, fields))
            if self.refusal is not None:
                raise self.refusal
            return self.answer or self.debates[0]

        return act


class Turnstile:
    """The desk of the pages that are built once: whatever stand-in is asked through them now."""

    current: Any = None

    def __getattr__(self, verb: str) -> Any:
        return getattr(self.current, verb)


@cache
def _built() -> tuple[FastAPI, Turnstile]:
    """The pages, without a house behind them."""
    app, desk = FastAPI(), Turnstile()
    app.include_router(pages(cast(Desk, desk)))
    app.mount("/static", static())

    async def refused(request: Request, problem: Exception) -> Any:
        assert isinstance(problem, Refusal)
        return error_page(request, 404, problem.told())

    app.add_exception_handler(Refusal, refused)
    return app, desk


@dataclass
class Pages:
    """The pages as one caller sees them."""

    desk: StandIn
    caller: Caller | None = VISITOR

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        app, desk = _built()
        desk.current = self.desk
        scope.setdefault("state", {})["caller"] = self.caller
        await app(scope, receive, send)

    def http(self) -> httpx2.AsyncClient:
        """A browser without scripts."""
        transport = httpx2.ASGITransport(self)
        return httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1", headers={"Accept": "text/html"})
