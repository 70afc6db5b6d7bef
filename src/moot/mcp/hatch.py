"""MCP over streamable HTTP: a hatch in the house's own server, behind its guard."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from importlib import import_module
from typing import Protocol, cast

import anyio
import httpx2
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from moot.mcp.inside import InProcess
from moot.mcp.wire import TIMEOUT, Skills

PATH = "/mcp"
_FAREWELL = 0.5
"""Seconds in which a session may end properly when the house closes."""
_CLOSED = {
    "success": False,
    "error": {"code": "UNAVAILABLE", "message": "MCP is not served now.", "suggestion": "Try again in a moment."},
}


class Counter(Protocol):
    """Who serves behind the hatch, once the first client has come."""

    async def open(self) -> None:
        """Begins to serve."""
        ...

    def leave(self) -> None:
        """Begins to end every session."""
        ...

    async def close(self) -> None:
        """Ends every session, and waits until it has."""
        ...

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        ...


class Hatch:
    """Serves MCP clients in the house's own process: each request is made anew through the guard, as its caller."""

    def __init__(self, skills: Skills) -> None:
        self._skills = skills
        self._http: httpx2.AsyncClient | None = None
        self._is_open = False
        self._opening = asyncio.Lock()
        self._counter: Counter | None = None
        self._served: set[anyio.CancelScope] = set()

    def before(self, house: ASGIApp) -> None:
        """Puts the hatch before the application of a house, whose API it uses."""
        self._http = httpx2.AsyncClient(transport=InProcess(house), base_url="http://127.0.0.1", timeout=TIMEOUT)

    @asynccontextmanager
    async def open(self) -> AsyncGenerator[None]:
        """Serves while it lasts."""
        self._is_open = True
        try:
            yield
        finally:
            self.close()
            self._break_off()
            if self._counter is not None:
                await self._counter.close()

    def close(self) -> None:
        """Sends home who is being served: sessions end properly, and what is left in a moment is broken off."""
        if not self._is_open:
            return
        self._is_open = False
        if self._counter is not None:
            self._counter.leave()
        asyncio.get_running_loop().call_later(_FAREWELL, self._break_off)

    def _break_off(self) -> None:
        for served in tuple(self._served):
            served.cancel()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if not self._is_open:
            await JSONResponse(_CLOSED, 503)(scope, receive, send)
            return
        counter, answer = await self._staffed(), _Answer(send)
        with anyio.CancelScope() as served:
            self._served.add(served)
            try:
                await counter.serve(scope, receive, answer)
            finally:
                self._served.discard(served)
        await answer.end()

    async def _staffed(self) -> Counter:
        """The counter, opened for the first client: the SDK takes half a second to import, and many need it never."""
        async with self._opening:
            if self._counter is None:
                assert self._http is not None
                staff = await asyncio.to_thread(import_module, "moot.mcp.counter")
                counter = cast(Counter, staff.HttpCounter(self._http, self._skills))
                await counter.open()
                self._counter = counter
        return self._counter


class _Answer:
    """An answer that is ended properly when it is broken off."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._begun = False
        self._open = False

    async def __call__(self, message: Message) -> None:
        self._open = message["type"] == "http.response.start" or bool(message.get("more_body"))
        self._begun = True
        await self._send(message)

    async def end(self) -> None:
        """Says what is still to be said."""
        if not self._begun:
            await self._send({"type": "http.response.start", "status": 503, "headers": [(b"content-length", b"0")]})
        if self._open or not self._begun:
            await self._send({"type": "http.response.body", "body": b"", "more_body": False})
