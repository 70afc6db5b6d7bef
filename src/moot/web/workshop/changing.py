"""Two versions of a candidate, compared."""

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from moot.debate import InvalidInput, NothingThere
from moot.desk import Desk
from moot.web.access import PageRoute, anyone_of, by_htmx
from moot.web.boards.workshop.bench import Bench, bench
from moot.web.boards.workshop.making import Changes, changes
from moot.web.lists import Filters, listing
from moot.web.paper import page
from moot.web.reading import read


class Changing:
    """The page on which two versions are compared."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def router(self) -> APIRouter:
        """The one route."""
        router = APIRouter(route_class=PageRoute)
        router.add_api_route("/debates/{debate_id}/changes", self.changes, methods=["GET"])
        return router

    async def changes(
        self,
        request: Request,
        debate_id: str,
        to: Annotated[int, Query(ge=1, le=10**6)],
        start: Annotated[int, Query(alias="from", ge=0, le=10**6)] = 0,
        seat: str | None = None,
    ) -> Response:
        """What changed from one version to another; 0 is what came with the task."""
        caller = anyone_of(request)
        context = await read(self._desk, caller, debate_id, seat, None)
        if context.debate.format != "workshop":
            raise InvalidInput("This debate is no workshop: it has no versions.", suggestion="Open its page.")
        found = await bench(self._desk, caller, context)
        fields: dict[str, Any] = {
            "changes": _changed(found, start, to),
            "before": start,
            "after": to,
            "debate": context.debate,
        }
        if by_htmx(request):
            return page(request, "workshop/changes.html", **fields)
        sidebar = await listing(self._desk, caller, Filters())
        return page(
            request, "workshop/difference.html", **fields, versions=found.versions, seat=context.role, list=sidebar
        )


def _changed(found: Bench, start: int, to: int) -> Changes:
    task = found.at(1)
    given: Mapping[str, str] = {} if task is None else task.said.get("files") or {}
    texts: dict[int, Mapping[str, str] | None] = {0: given, **{one.number: one.files for one in found.versions}}
    for number in (start, to):
        if number not in texts:
            raise NothingThere(f"There is no version {number}.", suggestion=f"They are 1 to {len(found.versions)}.")
    before, after = texts[start], texts[to]
    if before is None or after is None:
        raise NothingThere("These versions are not yours to read yet.", suggestion="They open when they are proposed.")
    return changes(before, after)
