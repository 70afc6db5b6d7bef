"""The lookout of a worker: a door at which it tells its metrics and whether it is well, and nothing else."""

import asyncio
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from socket import socket

import uvicorn
from starlette.types import ASGIApp
from typing_extensions import override

from moot.http import Door, create_lookout
from moot.settings import Settings
from moot.wiring.listening import address_of, listening_at
from moot.wiring.opening import Opened
from moot.wiring.safety import must_be_safe


def lookout_at(settings: Settings) -> socket | None:
    """Where a worker is asked how it does; None where nobody may."""
    if settings.metrics_port is None:
        return None
    must_be_safe(settings)
    return listening_at(settings.model_copy(update={"port": settings.metrics_port}))


@asynccontextmanager
async def looking_out(opened: Opened, listening: socket | None) -> AsyncGenerator[str | None]:
    """The worker with its lookout, and the address of that."""
    if listening is None:
        yield None
        return
    settings = opened.settings
    door = Door(
        metrics_public=settings.metrics_public,
        hosts=None if settings.token else (settings.host, *settings.allowed_hosts),
    )
    server = _Lookout(create_lookout(opened.desk, door))
    serving = asyncio.create_task(server.serve(sockets=[listening]), name="lookout")
    try:
        answers = asyncio.ensure_future(server.answers.wait())
        await asyncio.wait((serving, answers), return_when=asyncio.FIRST_COMPLETED)
        answers.cancel()
        if serving.done():
            serving.result()
        yield address_of(listening)
    finally:
        server.should_exit = True
        await asyncio.wait([serving])


class _Lookout(uvicorn.Server):
    """A server beside the work: signals are the worker's to heed."""

    def __init__(self, app: ASGIApp) -> None:
        # Its lines go where all others go, in the same form.
        super().__init__(
            uvicorn.Config(
                app,
                log_level="warning",
                log_config=None,
                access_log=False,
                server_header=False,
                lifespan="off",
                timeout_graceful_shutdown=1,
            )
        )
        self.answers = asyncio.Event()

    @override
    @contextmanager
    def capture_signals(self) -> Generator[None]:
        yield

    @override
    async def startup(self, sockets: list[socket] | None = None) -> None:
        await super().startup(sockets)
        self.answers.set()
