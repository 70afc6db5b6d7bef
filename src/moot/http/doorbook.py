"""The doorbook: every request is noted as it comes and goes, with how long it took. Plain ASGI, before the guard."""

import logging
import re
import time
from secrets import token_hex
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from moot.tellers import OTHER, SERVER, TRACES, at, fail, tell
from moot.tellers.counts import LATENCY, REQUESTS, STREAMS, UNDER_WAY

log = logging.getLogger("moot.door")

NO_ROUTE = "none"
"""The route of what led nowhere: whatever a stranger types is no label."""
_METHODS = frozenset({"DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"})
_NAMED = re.compile(rb"[A-Za-z0-9._-]{1,64}")
_OF_DEBATE = re.compile(r"/(?:api/v1/)?debates/([0-9a-fA-F-]{36})(?:/|$)")
_STREAM = b"text/event-stream"
_WITH_KEYS = ("/shared/", "/claim/")


class Doorbook:
    """Counts, traces and logs what goes through the door."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or WebSocket."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        known = {"request": _request_id(scope)}
        if (named := _OF_DEBATE.match(scope["path"])) is not None:
            known["debate"] = named[1].lower()
        with at(**known):
            if scope["type"] == "http":
                await self._request(scope, receive, send)
            else:
                await self._socket(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        STREAMS.add("websocket")
        try:
            await self._app(scope, receive, send)
        finally:
            STREAMS.add("websocket", by=-1)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        visit = _Visit(send)
        method = scope["method"] if scope["method"] in _METHODS else OTHER
        UNDER_WAY.add()
        try:
            with TRACES.span(method, None, SERVER, _texts(scope) if TRACES.on else None) as span:
                try:
                    await self._app(scope, receive, visit.send)
                finally:
                    route = _route(scope)
                    if span is not None:
                        span.update_name(f"{method} {route}")
                        tell(span, {"http.request.method": method, "http.route": route, "url.path": _path(scope)})
                        tell(span, {"http.response.status_code": visit.status})
                        if visit.status >= 500:
                            fail(span, str(visit.status))
        finally:
            UNDER_WAY.add(by=-1)
            visit.end(method, _route(scope), _path(scope))


class _Visit:
    """One request on its way through: when its answer began, and with which status."""

    __slots__ = ("_began", "_send", "_streams", "_took", "status")

    def __init__(self, send: Send) -> None:
        self._send = send
        self._began = time.perf_counter()
        self._took: float | None = None
        self._streams = False
        self.status = 500
        """What uvicorn answers where nobody here did."""

    async def send(self, message: Message) -> None:
        """Sends on what the application answers."""
        if message["type"] == "http.response.start":
            self._took = time.perf_counter() - self._began
            self.status = message["status"]
            if any(name == b"content-type" and value.startswith(_STREAM) for name, value in message["headers"]):
                self._streams = True
                STREAMS.add("sse")
        await self._send(message)

    def end(self, method: str, route: str, path: str) -> None:
        """Notes how it went."""
        if self._streams:
            STREAMS.add("sse", by=-1)
        seconds = time.perf_counter() - self._began if self._took is None else self._took
        REQUESTS.add(method, route, str(self.status))
        LATENCY.note(seconds, method, route)
        if log.isEnabledFor(logging.INFO):
            beside = {"method": method, "path": path, "status": self.status, "seconds": round(seconds, 4)}
            log.info("%s %s: %d", method, path, self.status, extra=beside)


def _request_id(scope: Scope) -> str:
    """As the caller or a proxy named the request, if that is a name; else a new one."""
    for name, value in scope["headers"]:
        if name == b"x-request-id" and _NAMED.fullmatch(value):
            return value.decode()
    return token_hex(8)


def _path(scope: Scope) -> str:
    """The path as it may be told: of links that bring a key along, the template alone."""
    return _route(scope) if scope["path"].startswith(_WITH_KEYS) else scope["path"]


def _route(scope: Scope) -> str:
    """The template of the route that was taken."""
    route: Any = scope.get("route")
    found = scope.get("moot.route") or getattr(route, "path", None)
    return str(found) if found else NO_ROUTE


def _texts(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
