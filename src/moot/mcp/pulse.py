"""How long a call may still take, and the signs of life that it gives meanwhile."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from time import monotonic

from moot.mcp.call import Call

PULSE = 10.0
"""Seconds after which a client is told that it still goes on."""


class Left:
    """How much of a time is left."""

    def __init__(self, seconds: float) -> None:
        self._end = monotonic() + seconds

    def __call__(self) -> float:
        """Seconds; 0 when it is up."""
        return max(0.0, self._end - monotonic())


@asynccontextmanager
async def pulse(call: Call, message: str) -> AsyncGenerator[None]:
    """Tells the client now and then that it still goes on: many give up on who is silent."""

    async def beat() -> None:
        while True:
            await call.note(message)
            await asyncio.sleep(PULSE)

    task = asyncio.create_task(beat(), name="mcp pulse")
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
