"""Lanes that all processes on one PostgreSQL share: a ticket for each call, in the order they came.

A ticket that is not needed any more is kept for the next call, unless somebody waits for one.
Each process says every second that it lives; tickets of one that does not count for nothing until it speaks again.
What happens to tickets is in migrations 0008 and 0009, as functions: a word to the database each.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from typing import TypeAlias

from sqlalchemy import text

from moot.engine import Enduring, Holder, LocalLanes, shared_lanes
from moot.store.database import Params, Prepared, Row
from moot.store.tickets import SpareTickets

log = logging.getLogger("moot.lanes")

CHANNEL = "moot_lanes"
_BEAT_SECONDS = 1.0
_CROWDED = "!"
"""Instead of a ticket's number: somebody waits for that lane."""
_PARTING = 2.0
_ENTER = Prepared(text("SELECT moot_lane_enter(:lane, :most, :holder, :ticket)"))
_LEAVE = Prepared(text("SELECT moot_lane_leave(:lane, :holder, :ticket)"))
_BEAT = Prepared(text("SELECT which, is_in FROM moot_lane_beat(:holder, :kept, :newest, :asked)"))

Ask: TypeAlias = Callable[[Prepared, Params], Awaitable[Sequence[Row]]]


@dataclass(slots=True)
class _Place:
    """Somebody here who waits for a lane."""

    word: asyncio.Future[bool]
    """Whether it was let in; False where its place was cleared away."""
    taken: bool = False
    """Whether the database is known to have it."""


class PostgresLanes:
    """The lanes of all processes on one database. One process asks only for what its own lanes have room for."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._local = LocalLanes()
        self._holder = Holder().name
        self._newest = 0
        self._held: set[int] = set()
        """Tickets that are in a lane, wait for one, or are kept for the next."""
        self._spare = SpareTickets()
        self._waiting: dict[int, _Place] = {}
        self._leaving: set[asyncio.Task[None]] = set()
        self._starting = asyncio.Lock()
        self._beating: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def through(self, wanted: Mapping[str, int]) -> AsyncGenerator[None]:
        """Waits until every lane has room, here and everywhere; they are entered in one order."""
        async with self._local.through(wanted), AsyncExitStack() as stack:
            for lane, most in sorted(shared_lanes(wanted).items()):
                await stack.enter_async_context(self._slot(lane, most))
            yield

    def hear(self, *notice: object) -> None:
        """Lets in whoever waits here and is named: by its ticket, and whose that is."""
        ticket, _, whose = str(notice[-1]).partition(" ")
        if ticket == _CROWDED:
            self._held.difference_update(given := self._spare.give_up(whose))
            if given:
                self._beside(self._beat_quietly())
        elif whose == self._holder:
            self._tell(int(ticket), True)

    async def end(self) -> None:
        """Gives back whatever is still held, as well as it can in a moment: what stays behind counts for seconds."""
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.wait([self._beating])
        if self._leaving:
            await asyncio.wait(self._leaving, timeout=_PARTING)
        if self._newest:
            self._held.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(_PARTING):
                    await self._beat_quietly()

    @asynccontextmanager
    async def _slot(self, lane: str, most: int) -> AsyncGenerator[None]:
        ticket = self._spare.found(lane, most) or await self._admitted(lane, most)
        try:
            yield
        finally:
            if not self._spare.kept(lane, most, ticket):
                self._leave(lane, ticket)

    async def _admitted(self, lane: str, most: int) -> int:
        while True:
            ticket = await self._drawn()
            try:
                if await self._let_in(lane, most, ticket):
                    return ticket
            except BaseException:
                self._leave(lane, ticket)
                raise
            # This process was silent for so long that its place was cleared away.
            self._held.discard(ticket)

    async def _let_in(self, lane: str, most: int, ticket: int) -> bool:
        # Noted before it is asked for: the word that there is room may be quicker than the reply that there is none.
        place = self._waiting[ticket] = _Place(asyncio.get_running_loop().create_future())
        try:
            asked = {"lane": lane, "most": most, "holder": self._holder, "ticket": ticket}
            ((inside,),) = await self._ask(_ENTER, asked)
            place.taken = True
            return bool(inside) or await place.word
        finally:
            del self._waiting[ticket]

    async def _drawn(self) -> int:
        """A new ticket; whoever holds one must be heard of before, and from then on."""
        async with self._starting:
            if self._beating is None or self._beating.done():
                await self._beat()
                self._beating = asyncio.create_task(self._keep_beating(), name="lanes")
            self._newest += 1
            self._held.add(self._newest)
            return self._newest

    def _leave(self, lane: str, ticket: int) -> None:
        """Gives a ticket back, beside whatever is done next; if that word is lost, the next beat says it again."""
        self._held.discard(ticket)
        self._beside(self._left(lane, ticket))

    def _beside(self, doing: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(doing)
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)

    async def _left(self, lane: str, ticket: int) -> None:
        with Enduring(log, "a place in the lane %s could not be given back yet", lane):
            await self._ask(_LEAVE, {"lane": lane, "holder": self._holder, "ticket": ticket})

    async def _keep_beating(self) -> None:
        needed = True
        while needed:
            await asyncio.sleep(_BEAT_SECONDS)
            # Once more after the last was given back, in case that word was lost.
            needed = bool(self._held)
            await self._beat_quietly()

    async def _beat_quietly(self) -> None:
        # Whatever it is: without the next beat all who wait here would wait for ever.
        with Enduring(log, "other processes do not hear of the lanes of this one"):
            await self._beat()

    async def _beat(self) -> None:
        """Says that this process lives and what it holds; hears who of those that wait was let in."""
        taken = [ticket for ticket, place in self._waiting.items() if place.taken]
        self._held.difference_update(self._spare.unused())
        spare, kept = self._spare.all(), sorted(self._held)
        asked = {"holder": self._holder, "kept": kept, "newest": self._newest, "asked": [*taken, *spare]}
        found = {int(ticket): bool(inside) for ticket, inside in await self._ask(_BEAT, asked)}
        # Tickets are not waited for to be on disk: a crash of the database may have taken some.
        self._spare.forget([ticket for ticket in spare if ticket not in found])
        self._spare.heard()
        for ticket in taken:
            if found.get(ticket) is not False:
                self._tell(ticket, ticket in found)

    def _tell(self, ticket: int, inside: bool) -> None:
        place = self._waiting.get(ticket)
        if place is not None and not place.word.done():
            place.word.set_result(inside)
