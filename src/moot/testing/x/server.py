"""The stand-in on a socket of this machine, in a thread of its own."""

import asyncio
import socket
from secrets import token_urlsafe
from threading import Event, Thread
from types import TracebackType
from typing import Any, Self

import uvicorn
from typing_extensions import override

from moot.testing.x.app import Stand
from moot.testing.x.book import Accounts

CLIENT_ID = "moot-here"


class _Server(uvicorn.Server):
    """Says when it has started."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = Event()

    @override
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            await super().startup(sockets)
        finally:
            self.ready.set()


class XStandIn:
    """Plays X. Used with `with`; then `settings` are what a house is told about it."""

    def __init__(self, *, confidential: bool = True, port: int = 0) -> None:
        secret = token_urlsafe(16) if confidential else None
        self._stand = Stand(CLIENT_ID, secret)
        self._listening = socket.create_server(("127.0.0.1", port))
        config = uvicorn.Config(
            self._stand.app(), log_level="warning", log_config=None, access_log=False, lifespan="off"
        )
        self._server = _Server(config)
        self._thread = Thread(target=self._run, name="x-stand-in", daemon=True)
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        self._server.ready.wait()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.should_exit = True
        self._thread.join()

    @property
    def accounts(self) -> Accounts:
        """Whom it knows."""
        return self._stand.accounts

    @property
    def settings(self) -> dict[str, Any]:
        """The settings of a house that takes it for X."""
        return {
            "x_client_id": self._stand.client_id,
            "x_client_secret": self._stand.client_secret,
            "x_authorize_url": f"{self.url}/i/oauth2/authorize",
            "x_token_url": f"{self.url}/2/oauth2/token",
            "x_api_url": f"{self.url}/2",
        }

    def fail(self, status: int | None) -> None:
        """Answers programs with this status from now on; None: as usual."""
        self._stand.status = status

    def _run(self) -> None:
        asyncio.run(self._server.serve(sockets=[self._listening]))
