"""A debate's page: its record, its state, and what you can do now."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from moot.debate import InvalidInput
from moot.desk import Caller, Desk
from moot.desk.exports import Form
from moot.desk.replies import Context
from moot.web.access import PageRoute, anyone_of, by_htmx
from moot.web.arena.debate import ArenaPages
from moot.web.bar import Bar, Unsent, bar_for
from moot.web.boards import BOARDS, Drawn, drawn, light
from moot.web.cards import AT_ONCE, Gap, earlier, to_show
from moot.web.fetching import awaited_in
from moot.web.lists import Filters, listing
from moot.web.paper import page
from moot.web.reading import read

Line: TypeAlias = Annotated[int, Query(ge=0, le=10**12)]
View: TypeAlias = Literal["", "record"]
"""How a debate is shown: as its format lays it out, or line by line."""


class DebatePages:
    """What can be read about one debate."""

    def __init__(self, desk: Desk, arena: ArenaPages) -> None:
        self._desk = desk
        self._arena = arena

    def router(self) -> APIRouter:
        """The routes of a debate's page."""
        router = APIRouter(prefix="/debates/{debate_id}", route_class=PageRoute)
        router.add_api_route("", self.debate, methods=["GET"])
        router.add_api_route("/lines", self.lines, methods=["GET"])
        router.add_api_route("/parts/{name}", self.part, methods=["GET"])
        router.add_api_route("/bar", self.bar, methods=["GET"])
        router.add_api_route("/verify", self.verify, methods=["GET"])
        router.add_api_route("/export", self.export, methods=["GET"])
        router.add_api_route("/hand-over", self.hand_over, methods=["GET"])
        return router

    async def debate(
        self,
        request: Request,
        debate_id: str,
        seat: str | None = None,
        view: View = "",
        start: Annotated[int | None, Query(alias="from", ge=1, le=10**12)] = None,
        all: bool = False,
        whole: bool = False,
    ) -> Response:
        """The whole page: laid out as its format is, or line by line."""
        if view != "record" and start is None and await self._arena.has(request, debate_id):
            return await self._arena.debate(request, debate_id, all or whole)
        context = await self.read(request, debate_id, seat, view)
        line_by_line = view == "record" or start is not None
        return await self.shown(request, context, start=start, everything=all or whole, line_by_line=line_by_line)

    async def read(self, request: Request, debate_id: str, seat: str | None, view: View = "") -> Context:
        """A debate with as many of its lines as its page shows."""
        caller = await self._reader(request, debate_id)
        context = await read(self._desk, caller, debate_id, seat, AT_ONCE)
        if context.debate.format in BOARDS and view != "record" and context.omitted:
            return await read(self._desk, caller, debate_id, seat, None)
        return context

    async def _reader(self, request: Request, debate_id: str) -> Caller:
        """Whoever is looking; somebody whom nobody knows may look at what is public alone."""
        await self._arena.has(request, debate_id)
        return anyone_of(request)

    async def shown(
        self,
        request: Request,
        context: Context,
        status: int = 200,
        start: int | None = None,
        everything: bool = False,
        unsent: Unsent | None = None,
        line_by_line: bool = False,
    ) -> Response:
        """The page of a debate that was read, with what could not be done on it."""
        caller = anyone_of(request)
        agreed = await self._desk.agreed(caller, context.debate.id)
        fields: dict[str, Any] = {
            "list": await listing(self._desk, caller, Filters()),
            "context": context,
            "debate": context.debate,
            "format": context.debate.format,
            "you": context.role,
            "seats": agreed.seats,
            "forked": agreed.forked,
            "repo": context.debate.format == "workshop" and agreed.setup.get("repo"),
            "bar": await bar_for(self._desk, caller, context, unsent),
            "unsent": unsent,
            "awaited": awaited_in(self._desk, caller, context),
            "has_board": context.debate.format in BOARDS,
        }
        if fields["has_board"] and not line_by_line:
            board = await self._board(request, context)
            return page(request, "board.html", status, **fields, board=board if everything else light(board))
        laid = await to_show(self._desk, caller, context, start, everything)
        return page(request, "debate.html", status, **fields, laid=laid, answer=await self._answer(caller, context))

    async def _answer(self, caller: Caller, context: Context) -> Mapping[str, Any] | None:
        """What a round table came to, once it is over."""
        if context.debate.format != "roundtable" or context.debate.closed_at is None:
            return None
        return (await self._desk.result(caller, context.debate.id)).result

    async def part(self, request: Request, debate_id: str, name: str, seat: str | None = None) -> Response:
        """One part of a board, for a page that folded it away."""
        if await self._arena.has(request, debate_id):
            return await self._arena.part(request, debate_id, name)
        context = await read(self._desk, await self._reader(request, debate_id), debate_id, seat, None)
        found = [part for part in await self._board(request, context) if part.id == name]
        if not found:
            raise InvalidInput(f"There is no part {name!r} on this page.", suggestion="Load the page anew.")
        return page(request, "parts/part.html", part=found[0], debate=context.debate, you=context.role)

    async def _board(self, request: Request, context: Context) -> list[Drawn]:
        layout = BOARDS.get(context.debate.format)
        parts = () if layout is None else await layout(self._desk, anyone_of(request), context)
        return [drawn(request, part) for part in parts]

    async def bar_alone(
        self, request: Request, context: Context, status: int = 200, unsent: Unsent | None = None
    ) -> Response:
        """State and bar, without the record."""
        bar: Bar = await bar_for(self._desk, anyone_of(request), context, unsent)
        return page(request, "parts/now.html", status, debate=context.debate, you=context.role, bar=bar, unsent=unsent)

    async def bar(self, request: Request, debate_id: str, seat: str | None = None) -> Response:
        """What can be done now, for a page that has been left behind."""
        if await self._arena.has(request, debate_id):
            return await self._arena.bar(request, debate_id)
        caller = await self._reader(request, debate_id)
        return await self.bar_alone(request, await read(self._desk, caller, debate_id, seat))

    async def lines(
        self, request: Request, debate_id: str, after: Line, before: Line, seat: str | None = None
    ) -> Response:
        """Earlier lines, for a gap."""
        caller = await self._reader(request, debate_id)
        context = await read(self._desk, caller, debate_id, seat)
        gap = Gap(context.debate.id, after, min(before, context.debate.seq + 1))
        laid = [] if gap.lines < 1 else await earlier(self._desk, caller, gap, context.role)
        return page(request, "parts/lines.html", laid=laid, you=context.role, format=context.debate.format)

    async def verify(self, request: Request, debate_id: str) -> Response:
        """Computes the chain anew."""
        caller = await self._reader(request, debate_id)
        found = await self._desk.verify(caller, debate_id)
        if by_htmx(request):
            return page(request, "parts/verified.html", found=found)
        context = await read(self._desk, caller, debate_id, None)
        sidebar = await listing(self._desk, caller, Filters())
        return page(request, "verified.html", found=found, debate=context.debate, list=sidebar)

    async def export(
        self, request: Request, debate_id: str, as_: Annotated[Form, Query(alias="as")] = "markdown"
    ) -> Response:
        """A copy to keep."""
        kept = await self._desk.export(await self._reader(request, debate_id), debate_id, as_=as_)
        name = re.sub(r"[^A-Za-z0-9._-]+", "-", kept.filename)
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(kept.text, media_type=kept.media_type, headers=headers)

    async def hand_over(self, request: Request, debate_id: str) -> Response:
        """The command lines for the two agents."""
        caller = await self._reader(request, debate_id)
        context = await read(self._desk, caller, debate_id, None)
        return page(
            request,
            "hand_over.html",
            list=await listing(self._desk, caller, Filters()),
            debate=context.debate,
            motion=context.arguments[0],
            keys=None,
            players=context.players,
            server=str(request.base_url).rstrip("/"),
        )
