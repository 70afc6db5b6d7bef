"""Who serves behind the hatch: sessions of MCP clients over HTTP, each used only with the key it was opened with."""

import asyncio
from hashlib import sha256
from typing import Any

import httpx2
from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from moot.desk import Caller
from moot.mcp.usher import Usher
from moot.mcp.wire import Skills, Wire

MOST_SESSIONS = 1_000
MOST_VISITORS = 100
"""Sessions of visitors, counted apart: who is known finds a place, whoever comes."""
IDLE_SECONDS = 30 * 60.0


class HttpCounter:
    """Serves MCP over HTTP. A task of its own holds the sessions, so that no request that ends takes them with it."""

    def __init__(self, http: httpx2.AsyncClient, skills: Skills) -> None:
        self._http = http
        server = Usher(self._reach, skills).server()
        self._known = _sessions(server, MOST_SESSIONS)
        self._visiting = _sessions(server, MOST_VISITORS)
        self._ready, self._closing = asyncio.Event(), asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begins to serve."""
        self._task = asyncio.create_task(self._hold(), name="mcp sessions")
        await self._ready.wait()

    def leave(self) -> None:
        """Begins to end every session."""
        self._closing.set()

    async def close(self) -> None:
        """Ends every session, and waits until it has."""
        self._closing.set()
        if self._task is not None:
            await self._task

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        scope["user"] = _holder(Request(scope))
        caller: Caller = scope["state"]["caller"]
        await (self._visiting if caller.visits else self._known).handle_request(scope, receive, send)

    async def _hold(self) -> None:
        async with self._known.run(), self._visiting.run():
            self._ready.set()
            await self._closing.wait()

    def _reach(self, request: Request | None) -> Wire:
        assert request is not None
        said = request.headers.get("authorization")
        address = None if request.client is None else (request.client.host, request.client.port)
        return Wire(self._http, {} if said is None else {"Authorization": said}, address)


def _sessions(server: Server[Any], most: int) -> StreamableHTTPSessionManager:
    return StreamableHTTPSessionManager(server, session_idle_timeout=IDLE_SECONDS, max_sessions=most)


def _holder(request: Request) -> AuthenticatedUser:
    """Whose session it is, as far as the SDK need know."""
    key = sha256(request.headers.get("authorization", "").encode()).hexdigest()
    return AuthenticatedUser(AccessToken(token="", client_id=key, scopes=[]))
