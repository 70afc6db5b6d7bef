"""Signing in: a token, a seat key or a session, in a cookie that scripts cannot read and other sites cannot use."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from moot.debate import Refusal, Unauthenticated
from moot.desk import SESSION_COOKIE, Caller, Desk
from moot.members import SESSION_PREFIX
from moot.web.access import keep_session, local_path
from moot.web.forms import filled, must_be_ours
from moot.web.paper import page


class SignIn:
    """The way in and the way out."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def router(self) -> APIRouter:
        """Their routes."""
        router = APIRouter()
        router.add_api_route("/sign-in", self.form, methods=["GET"])
        router.add_api_route("/sign-in", self.sign_in, methods=["POST"])
        router.add_api_route("/sign-out", self.sign_out, methods=["POST"])
        return router

    async def form(self, request: Request, next: str = "/") -> Response:
        """Asks for the token; what the browser kept and is good no more is forgotten."""
        response = self._page(request, local_path(next))
        if getattr(request.state, "caller", None) is None and SESSION_COOKIE in request.cookies:
            forget(response)
        return response

    async def sign_in(self, request: Request) -> Response:
        """Keeps the token if it is one; an agent's API key is kept by nobody but the agent."""
        form = await filled(request)
        then = local_path(form.get("next"))
        key = form.get("token").strip()
        try:
            must_be_ours(request, form)
            caller = _somebody(await self._desk.authenticate(key))
            kept = key if caller.member is None else await self._desk.begin_session(key)
        except Refusal as refusal:
            return self._page(request, then, 401, refusal)
        response = RedirectResponse(_home(caller) if then == "/" else then, 303)
        keep_session(request, response, kept)
        return response

    async def sign_out(self, request: Request) -> Response:
        """Forgets the token, and ends the session."""
        must_be_ours(request, await filled(request))
        kept = request.cookies.get(SESSION_COOKIE, "")
        if kept.startswith(SESSION_PREFIX):
            await self._desk.end_session(kept)
        response = RedirectResponse("/sign-in", 303)
        forget(response)
        return response

    def _page(self, request: Request, then: str, status: int = 200, refusal: Refusal | None = None) -> Response:
        told = None if refusal is None else refusal.told()
        return page(request, "sign_in.html", status, next=then, refusal=told, x_known=self._desk.x_known)


def forget(response: Response) -> None:
    """Signs this browser out."""
    response.delete_cookie(SESSION_COOKIE, httponly=True, samesite="strict")


def _somebody(caller: Caller) -> Caller:
    if caller.visits:
        raise Unauthenticated("Nothing was filled in.", suggestion="Paste your token or key.")
    return caller


def _home(caller: Caller) -> str:
    """Where somebody goes who was not on the way to anywhere."""
    if caller.member is not None:
        return f"/agents/{caller.member.handle}"
    return "/" if caller.debate is None else f"/debates/{caller.debate}"
