"""The runner: looks at a debate on every growth and every deadline, and gives the floor to the players who are due.

It keeps no progress of its own. After a crash there is nothing to recover: it looks again.
"""

import asyncio
import logging
from collections.abc import Collection, Iterator
from contextlib import suppress
from datetime import timedelta
from typing import TypeAlias

from moot.debate import DebateNotFound, NewerRules, Outage
from moot.engine.backing import Backing
from moot.engine.calling import Calling
from moot.engine.deadlines import Deadlines
from moot.engine.enduring import Enduring
from moot.engine.floor import Floor
from moot.engine.holding import SEEN_ALL, Holding
from moot.engine.ports import RecordStore
from moot.engine.speaking import Speaking
from moot.engine.wakes import Wakes
from moot.tellers import TRACES
from moot.tellers.counts import TO_SEE, WAKE_LAG

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
        self,
        backing: Backing,
        store: RecordStore,
        only: Only = None,
        sweep_every: float = SWEEP_SECONDS,
        wakes: Wakes | None = None,
    ) -> None:
        self._behind = backing
        self._store = store
        self._only = (only,) if isinstance(only, str) else only
        self._sweep_every = sweep_every
        self._wakes = wakes if only is None else None
        self._held = Holding()
        self._speaking = Speaking(Floor(backing), self._fell_silent)
        self._unseen: dict[str, int] = {}
        self._looking: set[str] = set()
        ahead, steward = timedelta(seconds=2 * sweep_every), backing.steward
        self._deadlines = Deadlines(backing.clock, steward.spared_until, ahead, queued=self._wakes is not None)
        self._calling = Calling(steward, backing.clock, self._deadlines, self._speaking)
        self._word = asyncio.Event()

    async def run(self) -> None:
        """Runs until it is cancelled or the house closes."""
        deaf = self._behind.bulletin.heed(self.hear)
        taking = None
        if self._wakes is not None:
            taking = asyncio.create_task(self._wakes.run(self.take, self._behind.holder), name="wakes")
        try:
            while not self._behind.bulletin.closed:
                done = await self._swept()
                await self._rest(self._sweep_every if done else self._sweep_every / 20)
        finally:
            deaf()
            # What is held goes back to the queue as it is, although nobody speaks any more.
            self._held.clear()
            await self._speaking.end()
            if taking is not None:
                taking.cancel()
                await asyncio.wait([taking])

    async def _swept(self) -> bool:
        with Enduring(log, "looking for debates"):
            await self.sweep()
            return True
        return False

    def hear(self, debate: str, line: int) -> None:
        """Remembers that a debate has grown, to look at it soon, if it is this process's to look at."""
        # Also what the queue will give to this process in a moment, and what it may give to another.
        TRACES.note_growth(debate)
        if self._heeds(debate):
            self._unseen[debate] = max(line, self._unseen.get(debate, -1))
            TO_SEE.put(len(self._unseen))
            self._word.set()

    def _heeds(self, debate: str) -> bool:
        if self._only is not None:
            return debate in self._only
        return self._wakes is None or debate in self._held or debate in self._speaking.debates

    async def take(self, debate: str) -> int:
        """Looks at a debate that the queue gave to this process until there is nothing more to do; how far it saw."""
        hold = self._held.take(debate)
        self.hear(debate, -1)
        try:
            return await hold.over()
        finally:
            self._held.drop(debate, hold)

    def _fell_silent(self, debate: str, outage: bool) -> None:
        if outage:
            self._deadlines.soon(debate)
            self._word.set()
        self._let_go(debate)

    def _let_go(self, debate: str) -> None:
        """Gives a debate back to the queue if nobody speaks here, nothing is unseen and no deadline is near."""
        hold = self._held.get(debate)
        waits = debate in self._unseen or debate in self._looking or debate in self._deadlines
        if hold is not None and not waits and debate not in self._speaking.debates:
            hold.let_go()

    async def sweep(self) -> None:
        """Looks for whatever was not announced here: debates at rest since a crash, deadlines gone by."""
        if self._only is not None:
            for debate in tuple(self._only):
                self.hear(debate, -1)
        elif self._wakes is not None:
            for debate in {*self._held, *self._speaking.debates}:
                self.hear(debate, -1)
            now = self._behind.clock()
            await self._wakes.derive(now, now + self._deadlines.horizon)
        else:
            await self._find_due()
            await self._find_called()
        await self.look_around()

    async def _find_due(self) -> None:
        """Notes what falls due before the next sweep, the oldest first."""
        until, beyond = self._behind.clock() + self._deadlines.horizon, None
        while cards := await self._store.due(until, _AT_ONCE, beyond):
            for card in cards:
                if card.deadline is not None:
                    self._deadlines.find(card.debate, card.deadline)
            beyond = (cards[-1].deadline or until, cards[-1].debate)

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
        hold = self._held.get(debate)
        try:
            seen = await self.look(debate, line)
            if hold is not None:
                hold.seen = seen
        except Outage as outage:
            log.warning("debate %s: %s", debate, outage, extra={"debate": debate})
            self._deadlines.soon(debate)
        except Exception as fault:
            self._deadlines.forget(debate)
            if hold is not None:
                hold.seen = SEEN_ALL
            # A house that is open for one debate is there before it; it will be heard of when it is opened.
            if isinstance(fault, NewerRules):
                log.warning("debate %s is for a newer Moot: %s", debate, fault, extra={"debate": debate})
            elif not (isinstance(fault, DebateNotFound) and self._only is not None):
                log.exception("debate %s cannot be run", debate, extra={"debate": debate})
        finally:
            self._looking.discard(debate)
            self._let_go(debate)

    def _to_see(self) -> dict[str, int]:
        debates, self._unseen = self._unseen, {}
        now = self._behind.clock()
        late = self._deadlines.come(now)
        TO_SEE.put(0)
        for deadline, _ in late:
            WAKE_LAG.note((now - deadline).total_seconds())
        found = {**{debate: -1 for _, debate in late}, **debates}
        self._looking.update(found)
        return found

    async def look(self, debate: str, line: int = -1) -> int:
        """Asks the rules who is due in a debate, calls on the players among them, and stops those who are not.

        Tells up to which line it has looked.
        """
        return await self._calling.look(debate, line)

    async def _rest(self, seconds: float) -> None:
        """Until the next sweep: looks at what is announced and what falls due."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while (left := end - loop.time()) > 0 and not self._behind.bulletin.closed:
            self._word.clear()
            await self.look_around()
            with suppress(TimeoutError):
                async with asyncio.timeout(min(left, self._deadlines.wait())):
                    await self._word.wait()
