"""The guard at the door: hosts, origins, sizes, headers, and who is asking. Plain ASGI, before any route."""

import asyncio
import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Protocol, TypeAlias
from urllib.parse import parse_qsl

from starlette.requests import cookie_parser
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from moot.debate import ContentTooLarge, Forbidden, InvalidInput, Outage, Refusal, TooSlow, Unauthenticated
from moot.desk import SESSION_COOKIE, Caller
from moot.http.errors import STATUS
from moot.http.pace import Pace
from moot.members import neighbourhood

Headers: TypeAlias = Mapping[bytes, bytes]

LARGEST_BODY = 2 * 1024 * 1024
SLOWEST_BODY = 60.0
"""Seconds within which a body is there: whoever sends one drop by drop holds a connection, and needs no key for it."""
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
KEY_NAMES = frozenset(
    {"access_token", "api_key", "apikey", "auth", "authorization", "key", "secret", "session", "token"}
)
KEY_BEGINNINGS = ("moot_", "sess_", "seat.", "read.", "Bearer ")
_KEY = re.compile(r"(moot_|sess_)[A-Za-z0-9_-]{43}|(seat|read)\.[0-9a-f-]{36}\.[^.]*\.[A-Za-z0-9_-]{43}")
_RAW_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]


class Doorkeeper(Protocol):
    """Tells who is asking."""

    async def authenticate(self, token: str | None) -> Caller:
        """The caller that holds this token or key."""
        ...


class Guard:
    """Refuses what should not come in, and tells the routes who is asking."""

    def __init__(
        self,
        app: ASGIApp,
        doorkeeper: Doorkeeper,
        hosts: Iterable[str] | None,
        refuse: Callable[[Scope, Refusal | Outage], Response],
        pace: Pace | None = None,
    ) -> None:
        self._app = app
        self._pace = pace or Pace()
        self._doorkeeper = doorkeeper
        self._hosts = None if hosts is None else LOOPBACK | {host.lower() for host in hosts}
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or WebSocket."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        # In one pass, the first of a name: this is on the way of every move.
        headers: Headers = dict(reversed(scope["headers"]))
        place = neighbourhood(scope["client"][0] if scope.get("client") else None)
        send = _with_headers(send) if scope["type"] == "http" else send
        try:
            self._check_host(headers)
            _check_origin(scope, headers)
            _check_query(scope)
            receive = _bounded(headers, receive) if scope["type"] == "http" else receive
            caller = await self._caller(_token(headers), place)
            if caller is not None:
                self._pace.must_not_ask_much(scope["path"], caller, place)
            scope.setdefault("state", {}).update(caller=caller, wrong_key=partial(self._pace.wrong, place))
            send = self._minding_guesses(scope, send, place, _token(headers))
        except (Refusal, Outage) as problem:
            await self._turn_away(scope, receive, send, problem)
            return
        try:
            await self._app(scope, receive, send)
        except (ContentTooLarge, TooSlow) as refusal:
            await self._turn_away(scope, receive, send, refusal)

    def _check_host(self, headers: Headers) -> None:
        """A name that somebody else's DNS points at this machine must not open the house to their page."""
        host = _hostname(_text(headers, b"host"))
        if self._hosts is not None and host not in self._hosts:
            raise Forbidden(
                f"This server does not answer to the name {host!r}.",
                suggestion="Use http://127.0.0.1 or add the name to MOOT_ALLOWED_HOSTS.",
            )

    async def _caller(self, token: str | None, place: str) -> Caller | None:
        if token is not None:
            self._pace.must_be_fit_to_try(place, token)
        try:
            caller = await self._doorkeeper.authenticate(token)
        except Unauthenticated:
            if token is not None:
                self._pace.wrong(place, token)
            return None
        if token is not None:
            self._pace.fitted(token)
        return caller

    def _minding_guesses(self, scope: Scope, send: Send, place: str, token: str | None) -> Send:
        """Where a key can come otherwise than in a header or cookie, what does not fit is counted by its answer."""
        if scope["type"] == "websocket":
            self._pace.must_be_fit_to_try(place, token)
        if scope["type"] != "http" or not _brings_a_key(scope):
            return send
        self._pace.must_be_fit_to_try(place, None)

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 401:
                self._pace.wrong(place)
            await send(message)

        return sending

    async def _turn_away(self, scope: Scope, receive: Receive, send: Send, problem: Refusal | Outage) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": problem.code})
            return
        await self._refuse(scope, problem)(scope, receive, send)


def _brings_a_key(scope: Scope) -> bool:
    """Whether a page is asked for to which keys are brought in a form or a link."""
    path: str = scope["path"]
    return path.startswith("/shared/") or (path == "/sign-in" and scope["method"] == "POST")


def _token(headers: Headers) -> str | None:
    scheme, _, token = _text(headers, b"authorization").partition(" ")
    if scheme.lower() == "bearer" and token.strip():
        return token.strip()
    return cookie_parser(_text(headers, b"cookie")).get(SESSION_COOKIE) if b"cookie" in headers else None


def _text(headers: Headers, name: bytes) -> str:
    return headers.get(name, b"").decode("latin-1")


def _hostname(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.rpartition(":")[0].lower() if ":" in host else host.lower()


def _check_origin(scope: Scope, headers: Headers) -> None:
    """Another site's page may not write here, nor open a WebSocket, with this browser's cookie."""
    if scope["type"] == "http" and scope["method"] in SAFE_METHODS:
        return
    crossing = headers.get(b"sec-fetch-site") in {b"cross-site", b"same-site"}
    origin = _text(headers, b"origin").partition("://")[2].lower()
    foreign = b"origin" in headers and origin != _text(headers, b"host").lower()
    if crossing or foreign:
        raise Forbidden("This request comes from another site's page.", suggestion="Act from Moot's own page.")


def _check_query(scope: Scope) -> None:
    """A key in an address would be kept by every log and history on its way."""
    query: bytes = scope["query_string"]
    if query and any(_is_key(name, value) for name, value in parse_qsl(query.decode("latin-1"))):
        raise InvalidInput(
            "A key does not belong in an address, where others can read it.",
            suggestion="Send it in the header Authorization: Bearer …, and revoke the one you sent.",
        )


def _is_key(name: str, value: str) -> bool:
    return _KEY.fullmatch(value) is not None or (name.lower() in KEY_NAMES and value.startswith(KEY_BEGINNINGS))


def _bounded(headers: Headers, receive: Receive) -> Receive:
    """A body is cut off as soon as it is too large, whatever it said of its size, or has taken too long."""
    declared = headers.get(b"content-length", b"0")
    if declared.isdigit() and int(declared) > LARGEST_BODY:
        raise ContentTooLarge(int(declared), LARGEST_BODY, "request")
    seen, until = 0, 0.0
    whole = False

    async def counting() -> Message:
        nonlocal seen, until, whole
        if whole:
            return await receive()
        until = until or asyncio.get_running_loop().time() + SLOWEST_BODY
        try:
            async with asyncio.timeout_at(until):
                message = await receive()
        except TimeoutError:
            raise TooSlow(SLOWEST_BODY) from None
        whole = not message.get("more_body", False)
        seen += len(message.get("body", b""))
        if seen > LARGEST_BODY:
            raise ContentTooLarge(seen, LARGEST_BODY, "request")
        return message

    return counting


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = {name for name, _ in message["headers"]}
            message["headers"] = [*message["headers"], *(header for header in _RAW_HEADERS if header[0] not in given)]
            if message["status"] == STATUS[TooSlow.code]:
                message["headers"].append((b"connection", b"close"))
        await send(message)

    return sending
