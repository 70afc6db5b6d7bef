"""Rounds: errands that are run again and again while the house is open."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

from moot.engine import Bulletin, Enduring

log = logging.getLogger("moot.errands")

BREATH = 0.2
"""How many seconds lie between two rounds of one errand at least, however much is announced."""


@dataclass(frozen=True, slots=True)
class Errand:
    """Something to do again and again."""

    name: str
    run: Callable[[], Awaitable[int]]
    """Does what is due, and says how much that was: while there was something, there may be more."""
    every: float
    """After how many seconds to look again."""
    on_growth: bool = False
    """Whether to look as soon as a debate has grown, too."""


class Rounds:
    """Runs errands side by side. It keeps nothing: what is due stands in the store."""

    def __init__(self, bulletin: Bulletin, *errands: Errand, breath: float = BREATH) -> None:
        self._bulletin = bulletin
        self._errands = errands
        self._breath = breath

    async def run(self) -> None:
        """Runs until it is cancelled or the house closes."""
        async with asyncio.TaskGroup() as tasks:
            for errand in self._errands:
                tasks.create_task(self._run(errand), name=f"errand {errand.name}")

    async def _run(self, errand: Errand) -> None:
        word = asyncio.Event()
        deaf = self._bulletin.heed(lambda _debate, _line: word.set()) if errand.on_growth else None
        try:
            while not self._bulletin.closed:
                word.clear()
                if not await _done(errand):
                    with suppress(TimeoutError):
                        async with asyncio.timeout(errand.every):
                            await word.wait()
                await asyncio.sleep(self._breath)
        finally:
            if deaf is not None:
                deaf()


async def _done(errand: Errand) -> int:
    with Enduring(log, "%s", errand.name):
        return await errand.run()
    return 0
