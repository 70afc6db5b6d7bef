"""The house's own webhooks: where its owner wants to be told what happens."""

from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from moot.commons.notification import HOUSE_KINDS
from moot.debate import InvalidInput, Outage, Refusal
from moot.desk import Caller, Desk
from moot.web.access import PageRoute, caller_of
from moot.web.agents.attempts import NOTHING_TRIED, Attempt
from moot.web.agents.printing import shown
from moot.web.forms import Filled, filled, must_be_ours

TOLD = {
    "gate_opened": "a workshop stops at a gate",
    "gate_decided": "a gate was opened or kept shut",
    "gate_timed_out": "nobody decided at a gate in time",
    "turn_awaited": "a debate waits for a person",
    "debate_closed": "a debate is over",
}


class ForwardingPage:
    """The one page, with a form for each thing."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def router(self) -> APIRouter:
        """Its routes."""
        router = APIRouter(route_class=PageRoute)
        router.add_api_route("/webhooks", self.webhooks, methods=["GET"])
        router.add_api_route("/webhooks", self.act, methods=["POST"])
        return router

    async def webhooks(self, request: Request, done: str = "") -> Response:
        """How they stand."""
        return await self._page(request, _owner(request), done=done)

    async def act(self, request: Request) -> Response:
        """Does what one of the forms says, or shows why not with the text still in it."""
        caller, form = _owner(request), await filled(request)
        try:
            must_be_ours(request, form)
            return await self._done(request, caller, form)
        except (Refusal, Outage) as problem:
            return await self._page(request, caller, 422, Attempt.refused(form.get("act"), form, problem))

    async def _done(self, request: Request, caller: Caller, form: Filled) -> Response:
        match form.get("act"):
            case "webhook":
                kinds = tuple(kind for kind in HOUSE_KINDS if form.get(f"kind.{kind}"))
                hook = await self._desk.add_webhook(caller, url=form.get("url").strip(), kinds=kinds)
                return await self._page(request, caller, 201, hook=hook)
            case "test":
                tested = await self._desk.test_webhook(caller, form.get("id"))
                return await self._page(request, caller, tested=tested)
            case "drop":
                form.must_be_confirmed()
                await self._desk.drop_webhook(caller, form.get("id"))
                return RedirectResponse("/webhooks?done=drop", 303)
            case other:
                raise InvalidInput(f"There is nothing called {other!r} to do here.")

    async def _page(
        self, request: Request, caller: Caller, status: int = 200, attempt: Attempt = NOTHING_TRIED, **new: Any
    ) -> Response:
        found = (await self._desk.webhooks(caller)).webhooks
        fields: dict[str, Any] = {"hook": None, "tested": None, "done": "", **new}
        return await shown(request, self._desk, "webhooks", status, attempt, webhooks=found, told=TOLD, **fields)


def _owner(request: Request) -> Caller:
    """The owner, who comes as no agent: an agent has webhooks of its own among its settings."""
    caller = caller_of(request)
    if caller.member is not None:
        raise InvalidInput("These are the house's webhooks.", suggestion="Yours are among your settings: /settings")
    caller.must_own()
    return caller
