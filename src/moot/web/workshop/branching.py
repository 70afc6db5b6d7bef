"""The branch of a workshop in its git repository: a commit for each version, and what changed between two."""

import re
from collections.abc import Iterator
from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from moot.desk import Desk
from moot.web.access import PageRoute, anyone_of
from moot.web.boards.workshop.making import Changes, Row
from moot.web.lists import Filters, listing
from moot.web.paper import page
from moot.web.reading import read

_MOST_ROWS = 2000
_HUNK = re.compile(r"@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@")
_SAID_ABOVE = ("diff --git", "index ", "--- ", "similarity ", "old mode", "new mode", "new file", "deleted file")
Named = Annotated[str | None, Query(max_length=64)]


class BranchPage:
    """The page of a branch."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def router(self) -> APIRouter:
        """The one route."""
        router = APIRouter(route_class=PageRoute)
        router.add_api_route("/debates/{debate_id}/git", self.branch, methods=["GET"])
        return router

    async def branch(
        self, request: Request, debate_id: str, start: Annotated[Named, Query(alias="from")] = None, to: Named = None
    ) -> Response:
        """The branch with its commits, and the difference that was asked for: from the start to its tip if none was."""
        caller = anyone_of(request)
        told = await self._desk.git(caller, debate_id)
        found = await self._desk.git_diff(caller, debate_id, from_=start or None, to=to or None)
        fields: dict[str, Any] = {"git": told, "diff": found, "changes": changes_in(found.diff)}
        context = await read(self._desk, caller, debate_id, None)
        sidebar = await listing(self._desk, caller, Filters())
        return page(request, "workshop/branch.html", **fields, debate=context.debate, list=sidebar)


def changes_in(unified: str) -> Changes:
    r"""A unified difference as rows.

    >>> [row.kind for row in changes_in("+++ b/x\n@@ -1 +1 @@\n-old\n+new").rows]
    ['file', 'hunk', 'removed', 'added']
    """
    rows = list(_rows(unified))
    added, removed = (sum(row.kind == kind for row in rows) for kind in ("added", "removed"))
    return Changes(tuple(rows[:_MOST_ROWS]), added, removed, max(0, len(rows) - _MOST_ROWS))


def _rows(unified: str) -> Iterator[Row]:
    before = after = 0
    within = False
    for line in unified.splitlines():
        if (hunk := _HUNK.match(line)) is not None:
            before, after, within = int(hunk[1]), int(hunk[2]), True
            yield Row("hunk", f"lines from {after}")
        elif line.startswith("diff --git"):
            within = False
        elif not within:
            yield from _heading(line)
        elif line.startswith("+"):
            yield Row("added", line[1:], after=after)
            after += 1
        elif line.startswith("-"):
            yield Row("removed", line[1:], before=before)
            before += 1
        elif line.startswith("\\"):
            yield Row("note", line[1:].strip())
        else:
            yield Row("same", line[1:], before, after)
            before, after = before + 1, after + 1


def _heading(line: str) -> Iterator[Row]:
    """What stands above the lines of a file: its name, and whatever cannot be shown line by line."""
    if line.startswith("+++ "):
        yield Row("file", line[4:].removeprefix("b/"))
    elif line and not line.startswith(_SAID_ABOVE):
        yield Row("note", line)
