"""The doors of a house, and the server that keeps them open."""

import socket
from collections.abc import Callable
from threading import Event

import uvicorn
from starlette.types import ASGIApp

from moot.http import Bounds, Door, create_app
from moot.mcp import PATH
from moot.settings import Settings
from moot.web import error_page, pages, static
from moot.wiring.beside import errands, running
from moot.wiring.listening import address_of
from moot.wiring.opening import Opened, house


def application(opened: Opened) -> ASGIApp:
    """The house with its doors: the API, the pages, and the hatch for MCP clients, which uses the API itself."""
    settings = opened.settings
    door = Door(
        pages=(pages(opened.desk),),
        mounts=(("/static", static()),),
        entrances=((PATH, opened.hatch),),
        error_page=error_page,
        metrics_public=settings.metrics_public,
        hosts=None if settings.token else (settings.host, *settings.allowed_hosts),
        bounds=Bounds(settings.wrong_keys_per_minute, settings.heavy_requests_per_minute),
    )
    app = create_app(opened.desk, door)
    opened.hatch.before(app)
    return app


async def open_doors(
    settings: Settings,
    listening: socket.socket,
    ready: Callable[[str], None],
    only: str | None = None,
    stop: Event | None = None,
) -> None:
    """Serves a house until it is told to stop; `ready` is told its address once it answers."""
    url, port = address_of(listening), listening.getsockname()[1]
    async with (
        house(settings.model_copy(update={"port": port})) as opened,
        running(opened, only),
        errands(opened, only),
        opened.hatch.open(),
    ):
        await _Server(_config(opened), opened, lambda: ready(url), stop).serve(sockets=[listening])


def _config(opened: Opened) -> uvicorn.Config:
    proxies = opened.settings.trusted_proxies
    return uvicorn.Config(
        application(opened),
        log_level="warning",
        # Its lines go where all others go, in the same form.
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=",".join(proxies),
        lifespan="off",
        ws_max_size=256 * 1024,
        timeout_graceful_shutdown=5,
        backlog=4096,
    )


class _Server(uvicorn.Server):
    """Sends waiting callers home when it stops, instead of holding them to the end of their poll."""

    def __init__(
        self, config: uvicorn.Config, opened: Opened, ready: Callable[[], None], stop: Event | None = None
    ) -> None:
        super().__init__(config)
        self._opened = opened
        self._ready = ready
        self._stop = stop

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    async def on_tick(self, counter: int) -> bool:
        """Looks ten times a second whether it should go on."""
        return await super().on_tick(counter) or (self._stop is not None and self._stop.is_set())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._opened.bulletin.close()
        self._opened.hatch.close()
        await super().shutdown(sockets)
