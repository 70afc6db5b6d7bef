"""The live page: cards, state and bar as they come, sent as server-sent events; ids are line numbers."""

import re
from collections.abc import AsyncIterator, Mapping, Sequence
from json import dumps
from typing import Annotated

from fastapi import APIRouter, Header, Query
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from typing_extensions import override

from moot.desk import Caller, Desk
from moot.desk.replies import Argument, Context, Event
from moot.web.access import PageRoute, anyone_of
from moot.web.arena.debate import ArenaPages
from moot.web.arena.stream import ArenaFollowing, Told
from moot.web.bar import bar_for
from moot.web.boards import BOARDS, Drawn, drawn
from moot.web.cards import Card, card, turned_over
from moot.web.debates import View
from moot.web.paper import printed
from moot.web.reading import read
from moot.web.seats import seat_name, tone

_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
_LINE_ENDS = re.compile(r"\r\n|\r|\n")
_QUIET = "event: still\ndata: 1\n\n"


class Stream:
    """One debate, followed by one page."""

    def __init__(self, desk: Desk, arena: ArenaPages) -> None:
        self._desk = desk
        self._arena = arena

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
        view: View = "",
        after: Annotated[int, Query(ge=0, le=10**12)] = 0,
        last_event_id: Annotated[str | None, Header()] = None,
    ) -> Response:
        """Everything after a line, then everything that comes."""
        if last_event_id is not None and last_event_id.isdecimal():
            after = int(last_event_id)
        caller = anyone_of(request)
        if await self._arena.has(request, debate_id) and view != "record":
            return _streamed(_named(ArenaFollowing(self._desk, request, self._arena, debate_id).told(after)))
        context = await read(self._desk, caller, debate_id, seat)
        laid_out = context.debate.format in BOARDS and view != "record"
        following = (OnBoard if laid_out else LineByLine)(self._desk, request, caller, context)
        return _streamed(following.told(after))


class LineByLine:
    """A page of cards: each new line is one, and a line that was face down turns over."""

    def __init__(self, desk: Desk, request: Request, caller: Caller, context: Context) -> None:
        self._desk, self._request, self._caller = desk, request, caller
        self._debate, self._format, self._seat = context.debate.id, context.debate.format, context.role

    async def told(self, after: int) -> AsyncIterator[str]:
        """The stream itself."""
        events = self._desk.follow(self._caller, self._debate, after=after, role=self._seat)
        async for event in events:
            if event is None:
                yield _QUIET
            elif event.event == "draft":
                yield self._draft(event)
            else:
                async for part in self._parts(event, after):
                    yield part

    async def _parts(self, event: Event, after: int) -> AsyncIterator[str]:
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
            case _:
                yield await self._now(event.seq)

    async def _card(self, argument: Argument) -> str:
        """The card of a line; of a line that turns another over, the card of that other."""
        laid, name = await self._laid(argument), "card" if argument.reveals is None else "turned"
        fields = {"laid": [laid], "you": self._seat, "format": self._format}
        return _event(name, argument.seq, printed(self._request, "parts/lines.html", **fields))

    async def _laid(self, argument: Argument) -> Card:
        """What a ruling chose is said in words; what was sealed is shown with its seal broken."""
        if argument.reveals is not None:
            opened = await self._desk.argument(self._caller, self._debate, argument.reveals, role=self._seat)
            return card(opened, None, part=True, turned=turned_over([argument]).get(opened.id))
        if argument.option is None or argument.parent_id is None:
            return card(argument, None, part=True)
        about = await self._desk.argument(self._caller, self._debate, argument.parent_id, role=self._seat)
        return card(argument, about, part=True)

    async def _now(self, line: int) -> str:
        context = await read(self._desk, self._caller, self._debate, self._seat)
        return await self._now_told(context, line)

    async def _now_told(self, context: Context, line: int) -> str:
        bar = await bar_for(self._desk, self._caller, context)
        fields = {"debate": context.debate, "you": context.role, "bar": bar, "unsent": None}
        return _event("now", line, printed(self._request, "parts/now.html", **fields))

    def _draft(self, event: Event) -> str:
        """Words that are being said; not numbered, since they are not in the record."""
        role = str(event.data["role"])
        told = {
            "role": role,
            "name": seat_name(role),
            "tone": tone(role, self._format),
            "text": event.data["text"],
            "length": event.data["length"],
        }
        return f"event: draft\ndata: {dumps(told)}\n\n"


class OnBoard(LineByLine):
    """A page that is laid out in its format's own way: those of its parts that changed are drawn anew."""

    _shown: dict[str, str]
    _reached = -1

    @override
    async def _parts(self, event: Event, after: int) -> AsyncIterator[str]:
        # What was drawn already is not drawn again, unless it is the end: nothing comes after that to make up for it.
        if event.seq <= self._reached and not (event.event == "state_changed" and event.data["closed_at"]):
            return
        context = await read(self._desk, self._caller, self._debate, self._seat, limit=None)
        parts = [drawn(self._request, part) for part in await BOARDS[self._format](self._desk, self._caller, context)]
        known = self._known(parts, context.debate.seq, after)
        self._shown = {part.id: part.digest for part in parts}
        self._reached = context.debate.seq
        for part in parts:
            if known.get(part.id) != part.digest:
                told = printed(self._request, "parts/part.html", part=part)
                yield _event("part", None, told)
        yield await self._now_told(context, self._reached)

    def _known(self, parts: Sequence[Drawn], line: int, after: int) -> Mapping[str, str]:
        """What the page shows already: all of it, where it was drawn at this very line."""
        if self._reached >= 0:
            return self._shown
        return {part.id: part.digest for part in parts} if after >= line else {}


def _streamed(events: AsyncIterator[str]) -> Response:
    return StreamingResponse(events, media_type="text/event-stream", headers=_HEADERS)


async def _named(events: AsyncIterator[Told | None]) -> AsyncIterator[str]:
    """Events as they are sent; silence is told too, so that the page knows it is not cut off."""
    async for event in events:
        yield _QUIET if event is None else _event(*event)


def _event(name: str, line: int | None, text: str) -> str:
    """One event; every line of its text is a line of data.

    Without a line it is one of several that belong together: only the last of them says that the page has come so far.
    """
    data = "\n".join(f"data: {part}" for part in _LINE_ENDS.split(text))
    return f"event: {name}\n{data}\n\n" if line is None else f"event: {name}\nid: {line}\n{data}\n\n"
