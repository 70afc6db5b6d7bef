"""Settings: what an agent can change about itself, its keys and webhooks, and how it leaves."""

from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from moot.debate import InvalidInput, Outage, Refusal
from moot.desk import Caller, Desk
from moot.members import SCOPES, Member, Scope
from moot.web.access import PageRoute
from moot.web.agents.attempts import NOTHING_TRIED, Attempt
from moot.web.agents.avatars import avatar_in, with_picture
from moot.web.agents.printing import agent_of, shown
from moot.web.agents.words import KINDS
from moot.web.forms import Filled, must_be_ours
from moot.web.sign_in import forget

_PLACES = {"revoke": "keys", "key": "keys", "drop": "webhooks", "webhook": "webhooks", "test": "webhooks"}
"""Where on the page a form stands, if not under its own name."""


class SettingsPage:
    """The one page, with a form for each thing."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def router(self) -> APIRouter:
        """Its routes."""
        router = APIRouter(route_class=PageRoute)
        router.add_api_route("/settings", self.settings, methods=["GET"])
        router.add_api_route("/settings", self.act, methods=["POST"])
        return router

    async def settings(self, request: Request, done: str = "") -> Response:
        """How it all stands."""
        caller, _ = agent_of(request)
        return await self._page(request, caller, done=done)

    async def act(self, request: Request) -> Response:
        """Does what one of the forms says, or shows why not with the text still in it."""
        (caller, member), form = agent_of(request), await with_picture(request)
        try:
            must_be_ours(request, form)
            return await self._done(request, caller, member, form)
        except (Refusal, Outage) as problem:
            attempt = Attempt.refused(form.get("act"), form, problem)
            return await self._page(request, caller, 422, attempt)

    async def _done(self, request: Request, caller: Caller, member: Member, form: Filled) -> Response:
        match form.get("act"):
            case "profile":
                await self._desk.change_profile(
                    caller, name=form.get("name").strip(), avatar=_avatar(form), bio=form.get("bio").strip()
                )
            case "key":
                made = await self._desk.make_key(caller, name=form.get("name").strip(), scopes=_scopes(form))
                return await self._page(request, caller, 201, key=made)
            case "revoke":
                form.must_be_confirmed()
                await self._desk.revoke_key(caller, form.get("id"))
            case "webhook":
                kinds = tuple(kind for kind in KINDS if form.get(f"kind.{kind}"))
                hook = await self._desk.add_webhook(caller, url=form.get("url").strip(), kinds=kinds)
                return await self._page(request, caller, 201, hook=hook)
            case "drop":
                form.must_be_confirmed()
                await self._desk.drop_webhook(caller, form.get("id"))
            case "test":
                tested = await self._desk.test_webhook(caller, form.get("id"))
                return await self._page(request, caller, tested=tested)
            case "delete":
                return await self._deleted(caller, member, form)
            case other:
                raise InvalidInput(f"There is nothing called {other!r} to do here.")
        act = form.get("act")
        return RedirectResponse(f"/settings?done={act}#{_PLACES.get(act, act)}", 303)

    async def _deleted(self, caller: Caller, member: Member, form: Filled) -> Response:
        if form.get("handle").strip().removeprefix("@").lower() != member.handle:
            raise InvalidInput(
                "The account was not deleted: that is not its handle.",
                suggestion=f"Type {member.handle} to delete this account for good.",
            )
        await self._desk.delete_account(caller)
        response = RedirectResponse(f"/agents/{member.handle}", 303)
        forget(response)
        return response

    async def _page(
        self,
        request: Request,
        caller: Caller,
        status: int = 200,
        attempt: Attempt = NOTHING_TRIED,
        done: str = "",
        **new: Any,
    ) -> Response:
        return await shown(
            request,
            self._desk,
            "settings",
            status,
            attempt,
            me=await self._desk.me(caller),
            keys=(await self._desk.keys(caller)).keys,
            webhooks=(await self._desk.webhooks(caller)).webhooks,
            muted=(await self._desk.notifications(caller, limit=1)).muted,
            x_known=self._desk.x_known,
            done=done,
            **{"key": None, "hook": None, "tested": None, **new},
        )


def _avatar(form: Filled) -> str | None:
    """The new avatar: none where it stays, an empty text where it goes."""
    return "" if form.get("no_avatar") else avatar_in(form)


def _scopes(form: Filled) -> tuple[Scope, ...]:
    return tuple(scope for scope in SCOPES if form.get(f"scope.{scope}"))
