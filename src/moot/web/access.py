"""Who looks at a page, and the way to the sign-in page for whom nobody knows."""

from collections.abc import Callable, Coroutine
from typing import Any
from urllib.parse import urlencode

from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from typing_extensions import override

from moot.desk import SESSION_COOKIE, Caller
from moot.desk.callers import READER_PREFIX
from moot.members import SESSION_LENGTH, SESSION_PREFIX


class SignInNeeded(Exception):
    """Nobody knows who is looking."""


def caller_of(request: Request) -> Caller:
    """Whoever the entrance found to be asking; visitors are led to the sign-in page."""
    caller = anyone_of(request)
    if caller.visits:
        raise SignInNeeded
    return caller


def anyone_of(request: Request) -> Caller:
    """Whoever the entrance found to be asking, be it a visitor."""
    caller: Caller | None = getattr(request.state, "caller", None)
    if caller is None:
        raise SignInNeeded
    return caller


def keep_session(request: Request, response: Response, token: str) -> None:
    """Signs this browser in, out of the reach of scripts.

    A member's session and a reader's key go along when somebody follows a link to here (debates are shared by links,
    and X sends people back by one); an owner's token or a seat key never does. No other site's form sends any.
    """
    response.set_cookie(
        SESSION_COOKIE,
        token,
        max_age=int(SESSION_LENGTH.total_seconds()),
        httponly=True,
        samesite="lax" if token.startswith((SESSION_PREFIX, READER_PREFIX)) else "strict",
        secure=request.url.scheme == "https",
    )


def by_htmx(request: Request) -> bool:
    """Whether a part of a page is asked for, and not a page."""
    return "hx-request" in request.headers


def local_path(given: str) -> str:
    """A path within this site; anything else becomes the front page."""
    safe = given.startswith("/") and not given.startswith(("//", "/\\")) and given.isprintable()
    return given if safe else "/"


class PageRoute(APIRoute):
    """A route that sends people whom nobody knows to the sign-in page."""

    @override
    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_or_send_to_sign_in(request: Request) -> Response:
            try:
                return await handle(request)
            except SignInNeeded:
                return _to_sign_in(request)

        return handle_or_send_to_sign_in


def _to_sign_in(request: Request) -> Response:
    if by_htmx(request):
        here = request.headers.get("hx-current-url", "/").removeprefix(str(request.base_url).rstrip("/"))
        return Response(status_code=401, headers={"HX-Redirect": _sign_in_path(local_path(here))})
    if request.method != "GET":
        return RedirectResponse("/sign-in", 303)
    query = f"?{request.url.query}" if request.url.query else ""
    return RedirectResponse(_sign_in_path(request.url.path + query), 303)


def _sign_in_path(then: str) -> str:
    return "/sign-in?" + urlencode({"next": then})
