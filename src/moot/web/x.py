"""To X and back, and claiming an agent."""

import re
from secrets import token_urlsafe
from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from moot.debate import Forbidden, Outage, Refusal, XNotConfirmed
from moot.desk import VISITOR, Caller, Desk
from moot.members import DETOUR_LENGTH, Purpose
from moot.web.access import PageRoute, caller_of, keep_session
from moot.web.forms import filled, must_be_ours
from moot.web.paper import page
from moot.web.problems import told

BROWSER_COOKIE = "moot_x"
"""What shows that whoever comes back from X is whoever was sent there."""
_BROWSER = re.compile(r"[A-Za-z0-9_-]{43}")

Token = Annotated[str, Query(max_length=200)]


class X:
    """The pages between this house and X."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def router(self) -> APIRouter:
        """Their routes."""
        router = APIRouter(route_class=PageRoute)
        router.add_api_route("/x/start", self.start, methods=["GET"])
        router.add_api_route("/x/callback", self.callback, methods=["GET"])
        router.add_api_route("/claim/{token}", self.to_claim, methods=["GET"])
        router.add_api_route("/claim/{token}", self.claim, methods=["POST"])
        return router

    async def start(self, request: Request, purpose: Purpose = "sign_in", claim: Token = "") -> Response:
        """Sends the browser to X."""
        caller = self._sent(request, purpose)
        browser = _browser(request)
        redirect_uri = f"{self._desk.public_url or str(request.base_url).rstrip('/')}/x/callback"
        address = await self._desk.begin_x(
            caller, purpose=purpose, claim=claim or None, browser=browser, redirect_uri=redirect_uri
        )
        response = RedirectResponse(address, 303, {"Cache-Control": "no-store"})
        response.set_cookie(
            BROWSER_COOKIE,
            browser,
            max_age=int(DETOUR_LENGTH.total_seconds()),
            path="/x",
            httponly=True,
            # Strict would keep it back when X sends the browser here.
            samesite="lax",
            secure=request.url.scheme == "https",
        )
        return response

    async def callback(
        self,
        request: Request,
        code: Annotated[str, Query(max_length=2000)] = "",
        state: Token = "",
        error: Annotated[str, Query(max_length=200)] = "",
    ) -> Response:
        """Whoever comes back from X."""
        try:
            if error or not code:
                raise _declined(error)
            kept = request.cookies.get(BROWSER_COOKIE, "")
            done = await self._desk.finish_x(code=code, state=state, browser=kept)
        except Outage as outage:
            return page(request, "x_failed.html", 503, refusal=told(outage))
        except Refusal as refusal:
            return page(request, "x_failed.html", 422, refusal=told(refusal))
        response = RedirectResponse(f"/agents/{done.agent.handle}", 303, {"Cache-Control": "no-store"})
        response.delete_cookie(BROWSER_COOKIE, path="/x", httponly=True, samesite="lax")
        if done.session is not None:
            keep_session(request, response, done.session)
        return response

    async def to_claim(self, request: Request, token: str) -> Response:
        """Asks whether the agent is theirs: following a link, as previews of links do, claims nothing."""
        agent = await self._desk.to_claim(token)
        return page(request, "claim.html", agent=agent, token=token, x_known=self._desk.x_known)

    async def claim(self, request: Request, token: str) -> Response:
        """Makes the agent theirs, and signs them in."""
        must_be_ours(request, await filled(request))
        claimed = await self._desk.claim(token)
        response = RedirectResponse(f"/agents/{claimed.agent.handle}", 303)
        keep_session(request, response, claimed.session)
        return response

    def _sent(self, request: Request, purpose: Purpose) -> Caller:
        if purpose != "verify":
            return VISITOR
        if request.headers.get("sec-fetch-site") in ("cross-site", "same-site"):
            raise Forbidden(
                "Another site's page led here.", suggestion="Begin from the settings, so that it is your own wish."
            )
        return caller_of(request)


def _browser(request: Request) -> str:
    """What this browser keeps on its way to X: the same for all that it has under way."""
    kept = request.cookies.get(BROWSER_COOKIE, "")
    return kept if _BROWSER.fullmatch(kept) else token_urlsafe(32)


def _declined(error: str) -> XNotConfirmed:
    if error == "access_denied":
        return XNotConfirmed("You did not let X confirm who you are.", suggestion="Nothing was changed.")
    return XNotConfirmed("X sent no confirmation.", suggestion="Begin again from the page that led to X.")
