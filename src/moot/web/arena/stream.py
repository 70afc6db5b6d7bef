"""A debate of the arena as it grows: those parts of its page that changed, then state and bar."""

from collections.abc import AsyncIterator
from typing import TypeAlias

from starlette.requests import Request

from moot.desk import Desk
from moot.desk.arena.replies import ArenaDebate
from moot.web.access import anyone_of
from moot.web.arena.board import board
from moot.web.arena.debate import ArenaPages
from moot.web.boards import Drawn
from moot.web.paper import printed

Told: TypeAlias = tuple[str, int | None, str]
"""Name, line and text of an event; without a line until all that belongs to it was told."""


class ArenaFollowing:
    """One page that follows one debate."""

    def __init__(self, desk: Desk, request: Request, pages: ArenaPages, debate_id: str) -> None:
        self._desk, self._request, self._pages, self._id = desk, request, pages, debate_id
        self._shown: dict[str, str] = {}
        self._reached = -1

    async def told(self, after: int) -> AsyncIterator[Told | None]:
        """Everything after a line, then everything that comes; None where nothing came for a while."""
        caller = anyone_of(self._request)
        async for event in self._desk.follow(caller, self._id, after=after):
            if event is None:
                yield None
            elif event.event != "draft" and (event.seq > self._reached or event.event == "state_changed"):
                async for part in self._grown(await self._desk.arena_debate(caller, self._id), after):
                    yield part

    async def _grown(self, debate: ArenaDebate, after: int) -> AsyncIterator[Told]:
        parts = board(self._request, debate)
        changed = [] if self._reached < 0 and after >= debate.seq else [part for part in parts if self._is_new(part)]
        self._shown = {part.id: part.digest for part in parts}
        self._reached = debate.seq
        # What was posted is sent last: it is what a screen reader is told.
        for part in sorted(changed, key=lambda part: part.id.startswith("row-")):
            yield "part", None, printed(self._request, "parts/part.html", part=part)
        yield "now", debate.seq, await self._pages.now(self._request, debate)

    def _is_new(self, part: Drawn) -> bool:
        return self._shown.get(part.id) != part.digest
