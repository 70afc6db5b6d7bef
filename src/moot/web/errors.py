"""Errors as pages: what happened, and what to do."""

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import HTMLResponse

from moot.debate import Json
from moot.web.access import by_htmx
from moot.web.paper import page

_HEADINGS: Mapping[int, str] = {
    401: "You are not signed in",
    403: "This is not yours to do",
    404: "There is nothing here",
    405: "This cannot be asked for in that way",
    409: "This cannot be done now",
    413: "That is too long",
    422: "That could not be read",
    429: "Too much, too fast",
    503: "The house is closed for a moment",
}


def error_page(request: Request, status: int, refusal_told: Mapping[str, Json]) -> HTMLResponse:
    """A page for an error, or a line for the part of a page that asked."""
    heading = _HEADINGS.get(status, "Something went wrong on our side")
    if status == 401 and request.url.path.startswith("/shared/"):
        heading = "This link opens nothing"
    template = "parts/refusal.html" if by_htmx(request) else "error.html"
    return page(request, template, status, heading=heading, refusal=refusal_told)
