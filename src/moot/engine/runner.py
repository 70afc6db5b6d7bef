"""The runner: looks at a debate on every growth and every deadline, and gives the floor to the players who are due.

It keeps no progress of its own. After a crash there is nothing to recover: it looks again.
"""

import asyncio
import logging
from collections.abc import Collection, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from typing import TypeAlias

from moot.debate import DebateNotFound, Outage, Turn, called_in
from moot.engine.floor import Backing, Floor
from moot.engine.ports import RecordStore
from moot.engine.standing import Standing
from moot.tellers import TRACES
from moot.tellers.counts import SPEAKING, TO_SEE, WAKE_LAG

log = logging.getLogger("moot.runner")

Only: TypeAlias = str | Collection[str] | None
"""The debate that is run, or those, of which there may come to be more; None: all."""
SWEEP_SECONDS = 20.0
"""How often the store is asked for debates that nobody announced here: those of a process that died."""
_AT_ONCE = 200
_TOGETHER = 32
"""How many debates are looked at at once: those that fell due together share their commits."""


class Runner:
    """Runs every debate in which players sit."""

    def __init__(
        self, backing: Backing, store: RecordStore, only: Only = None, sweep_every: float = SWEEP_SECONDS
    ) -> None:
        self._behind = backing
        self._store = store
        self._only = (only,) if isinstance(only, str) else only
        self._sweep_every = sweep_every
        self._floor = Floor(backing)
        self._speaking: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._leaving: set[asyncio.Task[None]] = set()
        self._unseen: dict[str, int] = {}
        self._deadlines: dict[str, datetime] = {}
        """When to look at which debate: only those that fall due before the next sweep or so."""
        self._word = asyncio.Event()

    async def run(self) -> None:
        """Runs until it is cancelled or the house closes."""
        deaf = self._behind.bulletin.heed(self.hear)
        try:
            while not self._behind.bulletin.closed:
                done = await self._swept()
                await self._rest(self._sweep_every if done else self._sweep_every / 20)
        finally:
            deaf()
            self._dismiss(list(self._speaking))
            if self._leaving:
                await asyncio.wait(self._leaving)

    async def _swept(self) -> bool:
        try:
            await self.sweep()
            return True
        except Outage as outage:
            log.warning("looking for debates: %s", outage)
        except Exception:
            log.exception("looking for debates")
        return False

    def hear(self, debate: str, line: int) -> None:
        """Remembers that a debate has grown, to look at it soon."""
        if self._only is None or debate in self._only:
            self._unseen[debate] = max(line, self._unseen.get(debate, -1))
            TO_SEE.put(len(self._unseen))
            TRACES.note_growth(debate)
            self._word.set()

    async def sweep(self) -> None:
        """Looks for whatever was not announced here: debates at rest since a crash, deadlines gone by."""
        if self._only is not None:
            for debate in tuple(self._only):
                self.hear(debate, -1)
        else:
            await self._find_due()
            await self._find_called()
        await self.look_around()

    async def _find_due(self) -> None:
        """Notes what falls due before the next sweep, the oldest first."""
        until, beyond = self._behind.clock() + self._horizon, None
        while cards := await self._store.due(until, _AT_ONCE, beyond):
            for card in cards:
                if card.deadline is not None:
                    self._deadlines.setdefault(card.debate, card.deadline)
            beyond = (cards[-1].deadline or until, cards[-1].debate)

    @property
    def _horizon(self) -> timedelta:
        return timedelta(seconds=2 * self._sweep_every)

    async def _find_called(self) -> None:
        after: str | None = None
        while True:
            page = await self._store.called(after, _AT_ONCE)
            for card in page.items:
                self.hear(card.debate, -1)
            after = page.next
            if after is None:
                return

    async def look_around(self) -> None:
        """Looks at every debate that has grown or whose deadline has come."""
        while debates := self._to_see():
            waiting = iter(debates.items())

            async def look_on(waiting: Iterator[tuple[str, int]] = waiting) -> None:
                for debate, line in waiting:
                    await self._looked(debate, line)

            await asyncio.gather(*(look_on() for _ in range(min(_TOGETHER, len(debates)))))

    async def _looked(self, debate: str, line: int) -> None:
        """Looks at one debate; whatever is wrong with it must not keep the others waiting."""
        try:
            await self.look(debate, line)
        except Outage as outage:
            log.warning("debate %s: %s", debate, outage, extra={"debate": debate})
            self._deadlines[debate] = self._behind.clock() + self._horizon / 40
        except Exception as fault:
            self._deadlines.pop(debate, None)
            # A house that is open for one debate is there before it; it will be heard of when it is opened.
            if not (isinstance(fault, DebateNotFound) and self._only is not None):
                log.exception("debate %s cannot be run", debate, extra={"debate": debate})

    def _to_see(self) -> dict[str, int]:
        debates, self._unseen = self._unseen, {}
        now = self._behind.clock()
        late = sorted((deadline, debate) for debate, deadline in self._deadlines.items() if deadline <= now)
        TO_SEE.put(0)
        for deadline, _ in late:
            WAKE_LAG.note((now - deadline).total_seconds())
        return {**{debate: -1 for _, debate in late}, **debates}

    async def look(self, debate: str, line: int = -1) -> None:
        """Asks the rules who is due in a debate, calls on the players among them, and stops those who are not."""
        standing = await self._standing(debate, line)
        self._note_deadline(debate, standing.position.deadline())
        due = {turn.label: turn for turn in self._called_on(standing)}
        self._dismiss([key for key in self._speaking if key[0] == debate and key[1] not in due])
        for label, turn in due.items():
            if (debate, label) not in self._speaking and not await self._own_lapse(debate, standing, turn):
                self._start(debate, turn)

    async def _standing(self, debate: str, line: int) -> Standing:
        steward = self._behind.steward
        known = steward.remembered(debate)
        standing = known if known is not None and 0 <= line <= known.line else await steward.look(debate)
        deadline = standing.position.deadline()
        if deadline is not None and deadline <= self._behind.clock():
            return await steward.settle(debate)
        return standing

    def _note_deadline(self, debate: str, deadline: datetime | None) -> None:
        now = self._behind.clock()
        if deadline is None or deadline > now + self._horizon:
            # The sweep that comes before it will find it.
            self._deadlines.pop(debate, None)
        elif deadline > now:
            self._deadlines[debate] = deadline
        else:
            # It fell due while the house was down, and may still be taken for a while.
            self._deadlines[debate] = self._behind.steward.spared_until() or now + self._horizon

    def _called_on(self, standing: Standing) -> Iterator[Turn]:
        setup = standing.opened.move["setup"]
        assert isinstance(setup, dict)
        called = called_in(setup)
        return (turn for turn in standing.position.due() if turn.must and turn.seat in called)

    async def _own_lapse(self, debate: str, standing: Standing, turn: Turn) -> bool:
        """Whether this turn was dealt because its own seat could not take the one before: somebody else must now."""
        if turn.again:
            return False
        near = standing.after(turn.since - 1)
        entries = near if near is not None else await self._behind.steward.entries(debate, turn.since - 1, 1)
        return bool(entries) and entries[0].kind == "lapsed" and entries[0].seat == turn.seat

    def _start(self, debate: str, turn: Turn) -> None:
        key = (debate, turn.label)
        # The turn belongs to the trace in which the debate grew, and not to the runner's own.
        within = TRACES.after_growth(debate)
        task = asyncio.create_task(self._floor.give(debate, turn), name=f"floor {debate} {turn.label}", context=within)
        self._speaking[key] = task
        SPEAKING.add()
        task.add_done_callback(lambda done: self._ended(key, done))

    def _ended(self, key: tuple[str, str], task: asyncio.Task[None]) -> None:
        SPEAKING.add(by=-1)
        if self._speaking.get(key) is task:
            del self._speaking[key]
        if not task.cancelled() and (fault := task.exception()) is not None:
            # The turn is still due: the next sweep calls on its holder again.
            log.error("debate %s, turn %s: %s", *key, fault, exc_info=None if isinstance(fault, Outage) else fault)

    def _dismiss(self, keys: list[tuple[str, str]]) -> None:
        """Stops those who speak, without waiting for them to fall silent."""
        for key in keys:
            task = self._speaking.pop(key)
            self._leaving.add(task)
            task.add_done_callback(self._leaving.discard)
            task.cancel()

    async def _rest(self, seconds: float) -> None:
        """Until the next sweep: looks at what is announced and what falls due."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while (left := end - loop.time()) > 0 and not self._behind.bulletin.closed:
            self._word.clear()
            await self.look_around()
            with suppress(TimeoutError):
                async with asyncio.timeout(min(left, self._until_deadline())):
                    await self._word.wait()

    def _until_deadline(self) -> float:
        """Seconds to the next deadline that is known here."""
        if not self._deadlines:
            return self._sweep_every
        return max(0.0, (min(self._deadlines.values()) - self._behind.clock()).total_seconds())
