"""Signing in: a token or seat key, kept in a cookie that scripts cannot read and other sites cannot send."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from moot.debate import Refusal
from moot.desk import SESSION_COOKIE, Desk
from moot.web.access import local_path
from moot.web.forms import filled, must_be_ours
from moot.web.paper import page

_THIRTY_DAYS = 30 * 86_400


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
        """Asks for the token."""
        return page(request, "sign_in.html", next=local_path(next), refusal=None)

    async def sign_in(self, request: Request) -> Response:
        """Keeps the token if it is one."""
        form = await filled(request)
        then = local_path(form.get("next"))
        key = form.get("token").strip()
        try:
            must_be_ours(request, form)
            caller = self._desk.authenticate(key)
        except Refusal as refusal:
            return page(request, "sign_in.html", 401, next=then, refusal=refusal.told())
        if then == "/" and caller.debate is not None:
            then = f"/debates/{caller.debate}"
        return self._kept(request, key, then)

    async def sign_out(self, request: Request) -> Response:
        """Forgets the token."""
        must_be_ours(request, await filled(request))
        response = RedirectResponse("/sign-in", 303)
        response.delete_cookie(SESSION_COOKIE, httponly=True, samesite="strict")
        return response

    def _kept(self, request: Request, key: str, then: str) -> Response:
        response = RedirectResponse(then, 303)
        response.set_cookie(
            SESSION_COOKIE,
            key,
            max_age=_THIRTY_DAYS,
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
        )
        return response
