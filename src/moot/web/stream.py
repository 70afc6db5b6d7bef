"""The live page: cards, state and bar as they come, sent as server-sent events; ids are line numbers."""

import re
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Header, Query
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from moot.desk import Caller, Desk
from moot.desk.replies import Argument, Context, Event
from moot.web.access import PageRoute, caller_of
from moot.web.bar import bar_for
from moot.web.cards import Card, card
from moot.web.debates import read
from moot.web.paper import printed

_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
_LINE_ENDS = re.compile(r"\r\n|\r|\n")
_QUIET = "event: still\ndata: 1\n\n"


class Stream:
    """One debate, followed by one page."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def router(self) -> APIRouter:
        """The one route."""
        router = APIRouter(route_class=PageRoute)
        router.add_api_route("/debates/{debate_id}/stream", self.stream, methods=["GET"])
        return router

    async def stream(
        self,
        request: Request,
        debate_id: str,
        seat: str | None = None,
        after: Annotated[int, Query(ge=0, le=10**12)] = 0,
        last_event_id: Annotated[str | None, Header()] = None,
    ) -> Response:
        """Everything after a line, then everything that comes."""
        if last_event_id is not None and last_event_id.isdecimal():
            after = int(last_event_id)
        caller = caller_of(request)
        context = await read(self._desk, caller, debate_id, seat)
        following = _Following(self._desk, request, caller, context)
        return StreamingResponse(following.told(after), media_type="text/event-stream", headers=_HEADERS)


class _Following:
    def __init__(self, desk: Desk, request: Request, caller: Caller, context: Context) -> None:
        self._desk, self._request, self._caller = desk, request, caller
        self._debate, self._seat = context.debate.id, context.role

    async def told(self, after: int) -> AsyncIterator[str]:
        """The stream itself."""
        events = self._desk.follow(self._caller, self._debate, after=after, role=self._seat)
        async for event in events:
            if event is None:
                yield _QUIET
                continue
            async for part in self._parts(event):
                yield part

    async def _parts(self, event: Event) -> AsyncIterator[str]:
        match event.event:
            case "initial_state":
                for argument in Context.model_validate(event.data).arguments:
                    yield await self._card(argument)
                yield await self._now(event.seq)
            case "new_argument":
                argument = Argument.model_validate(event.data)
                yield await self._card(argument)
                # What closes a debate is followed by a change of state, which tells it with the last line.
                if not argument.close:
                    yield await self._now(event.seq)
            case "state_changed":
                yield await self._now(event.seq)

    async def _card(self, argument: Argument) -> str:
        shown = printed(self._request, "parts/lines.html", laid=[await self._laid(argument)], you=self._seat)
        return _event("card", argument.seq, shown)

    async def _laid(self, argument: Argument) -> Card:
        """The card; a ruling that chose an option says which, in words."""
        if argument.option is None or argument.parent_id is None:
            return card(argument, None, part=True)
        about = await self._desk.argument(self._caller, self._debate, argument.parent_id, role=self._seat)
        return card(argument, about, part=True)

    async def _now(self, line: int) -> str:
        context = await read(self._desk, self._caller, self._debate, self._seat)
        bar = await bar_for(self._desk, self._caller, context)
        fields = {"debate": context.debate, "you": context.role, "bar": bar, "unsent": None}
        return _event("now", line, printed(self._request, "parts/now.html", **fields))


def _event(name: str, line: int, text: str) -> str:
    """One event; every line of its text is a line of data."""
    data = "\n".join(f"data: {part}" for part in _LINE_ENDS.split(text))
    return f"event: {name}\nid: {line}\n{data}\n\n"
