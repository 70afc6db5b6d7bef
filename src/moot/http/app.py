"""The application: routes, errors and the guard, put around a desk."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.types import ASGIApp, Scope

from moot import __version__
from moot.debate import Json, Outage, Refusal
from moot.desk import Desk
from moot.desk.replies import Reply
from moot.http import (
    agents,
    arena,
    around,
    audits,
    debates,
    documents,
    fixtures,
    git,
    imports,
    listing,
    matters,
    memory,
    operations,
    results,
    watching,
    workshops,
)
from moot.http.asking import DeskHere, KnownOnly
from moot.http.doorbook import Doorbook
from moot.http.errors import BROKEN, STATUS, answer, of_status, told, unreadable
from moot.http.guard import Guard
from moot.http.lane import Lane
from moot.http.operations import metrics_router
from moot.http.pace import Bounds, Pace
from moot.http.routers import PREFIX, ErrorBody, api_router

METHODS = ("DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT")

ErrorPage = Callable[[Request, int, Mapping[str, Json]], Response]


@dataclass(frozen=True)
class Door:
    """What else goes through this door beside the API: pages, their files, and how they show an error."""

    pages: tuple[APIRouter, ...] = ()
    mounts: tuple[tuple[str, ASGIApp], ...] = ()
    entrances: tuple[tuple[str, ASGIApp], ...] = ()
    """Other entrances to the same house, by their paths, for whoever is known."""
    error_page: ErrorPage | None = None
    metrics_public: bool = False
    """Whether anybody may read the metrics, and not the owner alone."""
    hosts: Iterable[str] | None = ()
    """The names this server answers to beside loopback; None is any (where a token is needed)."""
    bounds: Bounds = field(default=Bounds())
    """How often keys may be tried that do not fit, and what costs much be asked for."""


class Health(Reply, frozen=True):
    """That the server is there."""

    status: str
    version: str


def create_app(desk: Desk, door: Door | None = None) -> ASGIApp:
    """The application around a desk: the guard, the lane of moves, and the routes."""
    door = door or Door()
    app = _api()
    app.state.desk = desk
    app.router.routes += metrics_router(desk, door.metrics_public).routes
    for pages in door.pages:
        app.include_router(pages, include_in_schema=False)
    for path, files in door.mounts:
        app.mount(path, files)
    for path, entrance in door.entrances:
        app.router.routes.append(Route(path, KnownOnly(entrance), include_in_schema=False))
    _tell_errors(app, door)
    # Around the framework and not within: a move that is well-formed needs nothing of it.
    return Doorbook(Guard(Lane(app, desk), desk, door.hosts, _refusing(door), Pace(door.bounds)))


def create_lookout(desk: Desk, door: Door) -> ASGIApp:
    """The application of a process that serves nothing: whether it is well, and its metrics."""
    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None)
    app.state.desk = desk
    app.router.routes += [*_health.routes, *metrics_router(desk, door.metrics_public).routes]
    _tell_errors(app, door)
    return Doorbook(Guard(app, desk, door.hosts, _refusing(door), Pace(door.bounds)))


def openapi() -> dict[str, Any]:
    """The description of the API, without a house behind it."""
    return _api().openapi()


def _api() -> FastAPI:
    app = FastAPI(
        title="Moot",
        version=__version__,
        summary="Debates under rules, on the record.",
        openapi_url=f"{PREFIX}/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    # Not included: FastAPI would look for each route of an included router twice.
    app.router.routes += _health.routes
    for room in (
        debates,
        listing,
        arena,
        agents,
        around,
        fixtures,
        matters,
        results,
        watching,
        documents,
        memory,
        workshops,
        git,
        imports,
        audits,
        operations,
    ):
        app.router.routes += room.router.routes
    return app


_health = api_router("health")


@_health.get("/health")
async def health() -> Health:
    """Whether the server is there."""
    return Health(status="ok", version=__version__)


# Here the error's shape is described, to which all other routes refer.
@_health.get("/ready", responses={503: {"model": ErrorBody}})
async def ready(desk: DeskHere) -> Health:
    """Whether the server can work: its database answers."""
    await desk.ready()
    return Health(status="ok", version=__version__)


def _tell_errors(app: FastAPI, door: Door) -> None:
    async def refused(request: Request, problem: Exception) -> Response:
        assert isinstance(problem, Refusal | Outage)
        return _answered(request, told(problem), door)

    async def unfit(request: Request, problem: Exception) -> Response:
        assert isinstance(problem, RequestValidationError)
        return _answered(request, unreadable(problem), door)

    async def not_served(request: Request, problem: Exception) -> Response:
        assert isinstance(problem, HTTPException)
        answered = _answered(request, of_status(request, problem), door)
        if problem.status_code == 405:
            answered.headers["Allow"] = _methods(app, request.scope)
        return answered

    async def broken(request: Request, problem: Exception) -> Response:
        return _answered(request, BROKEN, door)

    app.add_exception_handler(Refusal, refused)
    app.add_exception_handler(Outage, refused)
    app.add_exception_handler(RequestValidationError, unfit)
    app.add_exception_handler(HTTPException, not_served)
    app.add_exception_handler(Exception, broken)


def _methods(app: FastAPI, scope: Scope) -> str:
    """The methods that a path has; each of its routes knows only its own."""
    there = [
        method
        for method in METHODS
        if any(route.matches({**scope, "method": method})[0] is Match.FULL for route in app.routes)
    ]
    return ", ".join(there)


def _answered(request: Request, error: Mapping[str, Json], door: Door) -> Response:
    """Programs get JSON; people on a page get a page."""
    for_people = not request.url.path.startswith("/api/") and "text/html" in Headers(scope=request.scope).get(
        "accept", ""
    )
    if for_people and door.error_page is not None:
        return door.error_page(request, STATUS.get(str(error["code"]), 400), error)
    return answer(error)


def _refusing(door: Door) -> Callable[[Scope, Refusal | Outage], Response]:
    def refuse(scope: Scope, refusal: Refusal | Outage) -> Response:
        return _answered(Request(scope), told(refusal), door)

    return refuse
