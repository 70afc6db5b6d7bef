"""The pages, put together."""

from pathlib import Path

from fastapi import APIRouter
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Scope
from typing_extensions import override

from moot.desk import Desk
from moot.web.acts import Acts
from moot.web.agents.around import AroundTheArena
from moot.web.arena.acts import ArenaActs
from moot.web.arena.debate import ArenaPages
from moot.web.arena.lists import ArenaLists
from moot.web.arena.preview import Previews
from moot.web.debates import DebatePages
from moot.web.documents import DocumentPages
from moot.web.fetching import Fetching
from moot.web.linking import Linking
from moot.web.lists import ListPages
from moot.web.opening import Opening
from moot.web.operator import OperatorPage
from moot.web.origins import Origins
from moot.web.samples import Samples
from moot.web.sharing import Sharing
from moot.web.sign_in import SignIn
from moot.web.stream import Stream
from moot.web.workshop import BranchPage, Changing
from moot.web.x import X

_STATIC = Path(__file__).parent / "static"


def pages(desk: Desk) -> APIRouter:
    """Every page of the house."""
    arena = ArenaPages(desk)
    debates = DebatePages(desk, arena)
    parts = (
        ListPages(desk),
        Opening(desk),
        Samples(desk),
        Fetching(desk),
        Sharing(desk),
        Linking(desk),
        debates,
        ArenaLists(desk),
        arena,
        ArenaActs(desk, arena),
        Previews(desk),
        AroundTheArena(desk),
        Origins(desk),
        Changing(desk),
        BranchPage(desk),
        Acts(desk, debates),
        Stream(desk, arena),
        DocumentPages(desk),
        OperatorPage(desk),
        SignIn(desk),
        X(desk),
    )
    router = APIRouter(include_in_schema=False)
    for part in parts:
        router.include_router(part.router())
    router.add_api_route("/favicon.ico", _favicon, methods=["GET"])
    return router


def static() -> ASGIApp:
    """The stylesheet, the scripts and the pictures, to be mounted at `/static`."""
    return GZipMiddleware(_Revalidated(directory=_STATIC))


class _Revalidated(StaticFiles):
    """Files that browsers keep, but ask about each time: scripts of one version belong together."""

    @override
    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response


async def _favicon(request: Request) -> Response:
    return FileResponse(_STATIC / "mark.svg", media_type="image/svg+xml")
