"""Asking: a question is claimed in the ledger, put to the player, and its answer kept before anything is made of it."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar

from moot.debate import Outage
from moot.engine.backing import Backing
from moot.engine.calls import Answer, Call, CallKey, Claim, Kept, OverBudget, PlayerFailed
from moot.engine.speaker import Speaker
from moot.engine.tools import granted, without_tools
from moot.engine.witness import calling
from moot.tellers import TRACES

T = TypeVar("T")

log = logging.getLogger("moot.floor")

_LOOK_AGAIN = 1.0
"""How many seconds to wait before looking whether another process has its answer."""
_LONGEST_CALL = 15 * 60.0
"""After so many seconds a call that another process claimed, and of which nothing is known, counts as abandoned."""
_KEEP_AGAIN, _KEEP_TRIES = 0.5, 240
"""How many seconds to wait before keeping an answer is tried again, and how often it is tried: for two minutes."""
_PARTING = 5.0
"""Seconds that a house which closes waits for what is being kept."""
_DRAFT_EVERY = 0.1
_TOO_DEAR = "what they may cost exceeds the budget"
_NO_TIME = "The time that this debate may take is used up."


class _Wait:
    """How long a call of another process was waited for here: when it was asked, only the clock of that one says."""

    def __init__(self) -> None:
        self._call: tuple[str, datetime] | None = None
        self._since = 0.0

    def seconds_for(self, known: Kept) -> float:
        """Since this process first met the call."""
        ticks = asyncio.get_running_loop().time()
        if self._call != (known.holder, known.asked_at):
            self._call, self._since = (known.holder, known.asked_at), ticks
        return ticks - self._since


class Asking:
    """Puts questions to players."""

    def __init__(self, backing: Backing) -> None:
        self._behind = backing
        self._ending: set[asyncio.Task[Any]] = set()

    async def ask(self, speaker: Speaker, call: Call, key: CallKey) -> Kept:
        """The answer to one question: kept from before, or asked for now and kept before it is used."""
        wait = _Wait()
        while True:
            async with self._behind.lanes.through(speaker.player.lanes):
                known, claimed = await self._claimed(speaker, key, call, wait)
                if known is None:
                    return await self._called(speaker, key, claimed)
            if known.answer is not None:
                return known
            await self._behind.bulletin.grown(speaker.debate, 2**62, _LOOK_AGAIN)

    async def to_its_end(self, act: Coroutine[Any, Any, T]) -> T:
        """Does it even if whoever waits is sent home meanwhile; nobody asks how it ended then, and nothing is said."""
        task = asyncio.ensure_future(act)
        self._ending.add(task)
        task.add_done_callback(self._ended)
        return await asyncio.shield(task)

    async def end(self) -> None:
        """Waits for a while for what is done to its end although nobody waits for it any more."""
        if self._ending:
            await asyncio.wait(self._ending, timeout=_PARTING)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._ending.discard(task)
        if not task.cancelled():
            task.exception()

    async def _claimed(self, speaker: Speaker, key: CallKey, call: Call, wait: "_Wait") -> tuple[Kept | None, Call]:
        """The call claimed with all that its tools may cost; where that is too much, without tools."""
        try:
            return await self._claim(speaker, key, call, wait), call
        except OverBudget:
            if not granted(call):
                raise
            alone = without_tools(call, _TOO_DEAR)
            return await self._claim(speaker, key, alone, wait), alone

    async def _claim(self, speaker: Speaker, key: CallKey, call: Call, wait: "_Wait") -> Kept | None:
        try:
            return await self._claim_now(speaker, key, call, wait)
        except asyncio.CancelledError:
            # It may stand by now, and nothing was asked.
            with suppress(Outage):
                await self.to_its_end(self._behind.ledger.drop(key, self._behind.holder.name))
            raise

    async def _claim_now(self, speaker: Speaker, key: CallKey, call: Call, wait: "_Wait") -> Kept | None:
        behind, now = self._behind, self._behind.clock()
        left = speaker.seconds_left(now)
        if left is not None and left <= 0:
            raise OverBudget(_NO_TIME)
        midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
        claim = Claim(
            key,
            behind.holder.name,
            now,
            speaker.player.reserve(call),
            speaker.limits,
            behind.daily,
            None if behind.lasting else midnight,
        )
        with TRACES.span("claim"):
            known = await behind.ledger.claim(claim, behind.holder.is_gone)
        if known is None or known.answer is not None:
            return known
        # A claim of our own that nobody works on was left by a call that was cut off; an old one was abandoned.
        if known.holder == behind.holder.name or wait.seconds_for(known) > _LONGEST_CALL:
            return await behind.ledger.claim(claim, lambda holder: holder == known.holder)
        return known

    async def _called(self, speaker: Speaker, key: CallKey, call: Call) -> Kept:
        ledger, holder = self._behind.ledger, self._behind.holder.name
        try:
            with calling(speaker.player) as told, TRACES.span("call"):
                answer = _traced(await self._answered(speaker, call))
                told.spent = answer.spent
        except PlayerFailed as failed:
            await self.to_its_end(ledger.lose(key, holder) if failed.paid else ledger.drop(key, holder))
            raise
        except BaseException:
            # Cut off or broken: nobody will hear the answer, and it may have been paid for.
            with suppress(Outage):
                await self.to_its_end(ledger.lose(key, holder))
            raise
        # A paid answer is kept even if nobody waits for it any more.
        with TRACES.span("keep"):
            return await self.to_its_end(self._keep(key, answer))

    async def _keep(self, key: CallKey, answer: Answer) -> Kept:
        """Keeps an answer; a store that is away is waited for, because what is not kept is paid for again."""
        behind = self._behind
        for left in reversed(range(_KEEP_TRIES)):
            try:
                return await behind.ledger.keep(key, answer, behind.clock())
            except Outage as outage:
                if not left or behind.bulletin.closed:
                    raise
                log.warning("debate %s: an answer waits to be kept: %s", key.debate, outage)
            await behind.bulletin.grown(key.debate, 2**62, _KEEP_AGAIN)
        raise AssertionError

    async def _answered(self, speaker: Speaker, call: Call) -> Answer:
        left = speaker.seconds_left(self._behind.clock())
        draft = _sparingly(lambda text: self._behind.drafts.say(speaker.debate, speaker.turn, text))
        if left is None:
            return await speaker.player.answer(call, draft)
        try:
            async with asyncio.timeout(left):
                return await speaker.player.answer(call, draft)
        except TimeoutError:
            raise PlayerFailed(_NO_TIME, "no budget", paid=True) from None


def _traced(answer: Answer) -> Answer:
    """The answer with the trace in which it was asked for, where there is one."""
    trace = TRACES.trace_id()
    return answer if trace is None else replace(answer, facts={**answer.facts, "trace": trace})


def _sparingly(say: Callable[[str], None]) -> Callable[[str], None]:
    """Says not every word at once: watchers read no faster."""
    clock, last = asyncio.get_running_loop().time, [-1.0]

    def draft(text: str) -> None:
        if clock() - last[0] >= _DRAFT_EVERY:
            last[0] = clock()
            say(text)

    return draft
