"""What is done beside the doors of a house: players are called on, errands run, other processes hear of this one."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

from moot.engine import Only, Runner
from moot.errands import Courier, Errand, Remembrancer, Rounds
from moot.wiring.opening import Opened
from moot.wiring.terms import reach_of

log = logging.getLogger("moot.house")

_LAST_ROUND = 10.0
"""Seconds that the last look at repositories may take when the house closes."""


@asynccontextmanager
async def running(opened: Opened, only: Only = None) -> AsyncGenerator[None]:
    """The house with somebody who calls on its players: in every debate, or in some."""
    runner = Runner(opened.backing, opened.store, only, wakes=opened.store.wakes)
    async with _present(opened), _attended(opened, only), _meanwhile("runner", runner.run()):
        yield


@asynccontextmanager
async def _present(opened: Opened) -> AsyncGenerator[None]:
    """The house whose other processes hear that this one is there, where several can share it."""
    holder, presence = opened.backing.holder, opened.store.presence
    if presence is None:
        yield
        return
    await holder.say(presence)
    async with _meanwhile("presence", holder.stay(presence)):
        yield


@asynccontextmanager
async def _attended(opened: Opened, only: Only) -> AsyncGenerator[None]:
    """The house that says that it is attended, unless it is open for some debates alone."""
    if only is not None:
        yield
        return
    await opened.attendance.note()
    async with _meanwhile("attendance", opened.attendance.attend()):
        yield


@asynccontextmanager
async def errands(opened: Opened, only: str | None = None) -> AsyncGenerator[None]:
    """The house with somebody who sends webhooks and reminds judges, unless it is open for one debate alone."""
    clock, notices, settings = opened.backing.clock, opened.store.notices, opened.settings
    courier = Courier(notices.outbox, opened.desk.news_of, reach_of(settings), clock)
    remembrancer = Remembrancer(notices, opened.backing.steward, clock)
    webhooks = Errand("webhooks", courier.round, every=5, on_growth=True)
    reminders = Errand("reminders", remembrancer.round, every=60)
    fixtures = Errand("series and brackets", opened.desk.convene, every=20, on_growth=True)
    ratings = Errand("ratings", opened.desk.refresh_ratings, every=60)
    git = Errand("git", partial(opened.clerk.round, only), every=60, on_growth=True)
    rounds = Rounds(opened.bulletin, git, *(() if only else (webhooks, reminders, fixtures, ratings)))
    try:
        async with _meanwhile("errands", rounds.run()):
            yield
    finally:
        # A house that closes with a workshop's last line has had no time to tidy up after it.
        with suppress(TimeoutError):
            async with asyncio.timeout(_LAST_ROUND):
                await opened.clerk.round(only)


@asynccontextmanager
async def _meanwhile(name: str, work: Coroutine[Any, Any, None]) -> AsyncGenerator[None]:
    """Something that is done as long as the house is open; if it breaks, that is told, because nobody waits for it."""
    task = asyncio.create_task(work, name=name)
    task.add_done_callback(_tell)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])


def _tell(task: asyncio.Task[None]) -> None:
    fault = None if task.cancelled() else task.exception()
    if fault is not None:
        log.critical("%s broke; start this process anew", task.get_name(), exc_info=fault)
