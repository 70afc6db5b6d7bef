"""Documents: a version, its history, and what changed between two."""

from typing import Annotated, TypeAlias

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from moot.desk import Desk
from moot.web.access import PageRoute, caller_of
from moot.web.lists import Filters, listing
from moot.web.paper import page

Version: TypeAlias = Annotated[int | None, Query(ge=1, le=10**9)]
_RENDERED = 64 * 1024
"""Longer documents are shown as they were written: one that is made for it takes seconds to render."""


class DocumentPages:
    """What can be read about documents."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def router(self) -> APIRouter:
        """Their routes."""
        router = APIRouter(prefix="/docs", route_class=PageRoute)
        router.add_api_route("", self.documents, methods=["GET"])
        router.add_api_route("/{document_id}", self.document, methods=["GET"])
        router.add_api_route("/{document_id}/diff", self.difference, methods=["GET"])
        return router

    async def documents(self, request: Request, q: str = "", debate_id: str = "", cursor: str = "") -> Response:
        """All documents, the latest first."""
        caller = caller_of(request)
        found = await self._desk.documents(
            caller, q=q.strip() or None, debate_id=debate_id or None, cursor=cursor or None
        )
        return page(
            request,
            "documents.html",
            list=await listing(self._desk, caller, Filters()),
            found=found,
            q=q,
            debate_id=debate_id,
        )

    async def document(
        self, request: Request, document_id: str, version: Version = None, source: bool = False
    ) -> Response:
        """One version, and the others beside it."""
        caller = caller_of(request)
        told = await self._desk.document(caller, document_id, version)
        return page(
            request,
            "document.html",
            list=await listing(self._desk, caller, Filters()),
            told=told,
            history=await self._desk.history(caller, document_id),
            source=source or told.size > _RENDERED,
        )

    async def difference(
        self,
        request: Request,
        document_id: str,
        from_: Annotated[int | None, Query(alias="from", ge=1, le=10**9)] = None,
        to: Version = None,
    ) -> Response:
        """Two versions side by side; unasked, the last change."""
        caller = caller_of(request)
        history = await self._desk.history(caller, document_id)
        latest = to or history.versions[-1].version
        found = await self._desk.diff(caller, document_id, from_ or max(1, latest - 1), latest)
        sidebar = await listing(self._desk, caller, Filters())
        return page(request, "difference.html", list=sidebar, found=found, history=history)
