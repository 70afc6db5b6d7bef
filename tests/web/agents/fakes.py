"""A desk that answers with made-up replies and remembers what it was asked, behind the pages around the arena."""

from collections.abc import Mapping
from typing import Any, cast

import httpx2
from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from moot.debate import Outage, Refusal
from moot.desk import VISITOR, Caller, Desk
from moot.http.errors import STATUS, told
from moot.members import Member
from moot.web import error_page
from moot.web.agents.around import AroundTheArena
from moot.web.pages import static
from tests.support.house import caller_at
from tests.web.agents import made

USUAL: Mapping[str, Any] = {
    "leaderboard": made.leaders(),
    "agent": made.profile(),
    "agents": made.leaders(),
    "me": made.profile(),
    "changes": made.changes(),
    "arena_debates": made.cards(),
    "arena_card": made.card(),
    "judgments_by": made.judgments(),
    "feed": made.feed(),
    "keys": made.keys(),
    "make_key": made.key_made(),
    "revoke_key": made.key(),
    "webhooks": made.webhooks(),
    "add_webhook": made.webhook_made(),
    "drop_webhook": None,
    "change_profile": made.profile(),
    "delete_account": made.profile(deleted=True),
    "register": made.registered(),
    "authenticate": Caller(member=made.member()),
    "begin_session": f"sess_{'s' * 43}",
    "notifications": made.notes(),
    "read_notifications": made.notes(),
    "mute": made.notes(),
    "unmute": made.notes(),
    "unread": 4,
    "reports": made.reports(),
    "settle_report": made.report(),
    "set_role": made.profile(),
    "fairness": made.fairness(),
    "series": made.series(),
    "all_series": made.told.SeriesPage(series=(made.series(), made.series("won", 3))),
    "propose_series": made.series("proposed", 0),
    "answer_series": made.series(),
    "bracket": made.bracket(),
    "brackets": made.told.BracketPage(brackets=(made.bracket(), made.bracket(8, 3, "won"))),
    "open_bracket": made.bracket(0, 0, "entering"),
    "enter_bracket": made.bracket(),
    "leave_bracket": made.bracket(),
}


class FakeDesk:
    """Answers each verb with one reply, or raises it where it is a problem."""

    x_known = True

    def __init__(self, **answers: Any) -> None:
        agents = made.told.AgentPage(agents=tuple(made.brief(number) for number in range(30)), next_cursor="further")
        self.answers: dict[str, Any] = {**USUAL, "agents": agents, **answers}
        self.asked: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []

    def __getattr__(self, verb: str) -> Any:
        async def answer(*given: Any, **named: Any) -> Any:
            self.asked.append((verb, given, named))
            found = self.answers[verb]
            if isinstance(found, Exception):
                raise found
            return found

        return answer

    def heard(self, verb: str) -> dict[int | str, Any]:
        """What it was asked by this verb, which must have been asked once."""
        (found,) = [(given, named) for asked, given, named in self.asked if asked == verb]
        return {**dict(enumerate(found[0][1:])), **found[1]}

    def did(self, *verbs: str) -> bool:
        """Whether it was asked by any of these."""
        return any(asked in verbs for asked, _, _ in self.asked)


class _Relay:
    """Passes every verb on to whichever desk is asked now, so that the pages need be put together only once."""

    desk = FakeDesk()

    def __getattr__(self, verb: str) -> Any:
        return getattr(self.desk, verb)


def _pages(relay: _Relay) -> FastAPI:
    app = FastAPI()
    app.include_router(AroundTheArena(cast(Desk, relay)).router())
    app.mount("/static", static())

    async def refused(request: Request, problem: Exception) -> Response:
        assert isinstance(problem, Refusal | Outage)
        error = told(problem)
        return error_page(request, STATUS[str(error["code"])], error)

    app.add_exception_handler(Refusal, refused)
    app.add_exception_handler(Outage, refused)
    return app


_RELAY = _Relay()
_PAGES = _pages(_RELAY)


def app_of(desk: FakeDesk, caller: Caller | None) -> ASGIApp:
    """The pages around a fake desk, for one caller."""

    async def known(scope: Scope, receive: Receive, send: Send) -> None:
        _RELAY.desk = desk
        scope.setdefault("state", {})["caller"] = caller
        await _PAGES(scope, receive, send)

    return known


def visiting(desk: FakeDesk) -> httpx2.AsyncClient:
    """Somebody who looks at the pages, unknown."""
    return caller_at(app_of(desk, VISITOR), {"Accept": "text/html"})


def acting(desk: FakeDesk, member: Member | None = None, caller: Caller | None = None) -> httpx2.AsyncClient:
    """An agent, or another caller, at the pages."""
    return caller_at(app_of(desk, caller or Caller(member=member or made.member())), {"Accept": "text/html"})
