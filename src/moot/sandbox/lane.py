"""The lane: as many runs at once as there are cores, each with a number of its own."""

import asyncio
import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from weakref import WeakKeyDictionary

_LANES: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Queue[int]] = WeakKeyDictionary()


def width() -> int:
    """How many may run at once."""
    return os.cpu_count() or 1


@asynccontextmanager
async def place() -> AsyncGenerator[int]:
    """A place in the lane, waited for where all are taken."""
    lane = _lane()
    number = await lane.get()
    try:
        yield number
    finally:
        lane.put_nowait(number)


def _lane() -> asyncio.Queue[int]:
    loop = asyncio.get_running_loop()
    if loop not in _LANES:
        _LANES[loop] = asyncio.Queue()
        for number in range(width()):
            _LANES[loop].put_nowait(number)
    return _LANES[loop]
