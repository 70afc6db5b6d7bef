"""Lanes: how many calls may be under way at once to one provider and to one model."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager


class Lanes:
    """Lets so many through at once, in the order they came."""

    def __init__(self) -> None:
        self._lanes: dict[str, asyncio.Semaphore] = {}

    @asynccontextmanager
    async def through(self, wanted: Mapping[str, int]) -> AsyncGenerator[None]:
        """Waits until every lane has room; they are entered in one order, so that nobody waits in a circle."""
        async with AsyncExitStack() as stack:
            for name in sorted(wanted):
                lane = self._lanes.setdefault(name, asyncio.Semaphore(wanted[name]))
                await stack.enter_async_context(lane)
            yield
