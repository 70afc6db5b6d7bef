"""One line: a connection on which one request at a time is sent, and its answer read as it comes."""

import asyncio
from collections.abc import Callable
from typing import Any, cast

import httptools
import httpx2

_MOST_HEAD = 128 * 1024
"""Bytes that the headers of an answer may have together."""
_MOST_UNREAD = 512 * 1024
"""Bytes that lie here unread before the other side is made to wait."""

Head = tuple[int, list[tuple[bytes, bytes]]]


class Line(asyncio.Protocol):
    """A connection; the parser in C calls what begins with `on_`."""

    __slots__ = (
        "_fault",
        "_head",
        "_headers",
        "_kept",
        "_parser",
        "_parts",
        "_seconds",
        "_size",
        "_to_the_end",
        "_transport",
        "_unread",
        "_waiter",
        "_whole",
        "idle_since",
    )

    def __init__(self) -> None:
        self.idle_since = 0.0
        self._transport: asyncio.Transport | None = None
        self._parser: Any = None
        self._headers: list[tuple[bytes, bytes]] = []
        self._size = 0
        self._head: Head | None = None
        self._parts: list[bytes] = []
        self._unread = 0
        self._whole = True
        """Whether the answer to the last request is all here."""
        self._to_the_end = False
        """Whether the answer ends where the connection does."""
        self._kept = False
        """Whether the server said that it keeps the line."""
        self._fault: httpx2.TransportError | None = None
        self._waiter: asyncio.Future[None] | None = None
        self._seconds: float | None = None

    @property
    def reusable(self) -> bool:
        """Whether another request may be sent: the last answer was read, and the server keeps the line."""
        if self._fault is not None or not self._whole or self._parts or self._transport is None:
            return False
        return self._kept and not self._transport.is_closing()

    async def ask(self, sent: list[bytes], seconds: float | None) -> Head:
        """Sends a request, and waits for the head of its answer; no part of it may be so many seconds in coming.

        What was sent is taken out of the list: so long a text need not be kept by all who wait for its answer.
        """
        if self._transport is None:
            raise self._fault or httpx2.ConnectError("The server hung up at once.")
        self._parser = cast(Callable[[object], Any], httptools.HttpResponseParser)(self)
        self._headers, self._size, self._head = [], 0, None
        self._whole, self._to_the_end, self._kept, self._seconds = False, False, False, seconds
        self._transport.writelines(sent)
        sent.clear()
        while self._head is None:
            await self._news()
        return self._head

    async def more(self) -> bytes:
        """What came of the body since; nothing once all of it was read."""
        while not self._parts:
            if self._whole:
                return b""
            await self._news()
        data = self._parts[0] if len(self._parts) == 1 else b"".join(self._parts)
        self._parts.clear()
        if self._unread > _MOST_UNREAD and self._transport is not None:
            self._transport.resume_reading()
        self._unread = 0
        return data

    def hang_up(self) -> None:
        """Ends the connection, whatever is still to come."""
        if self._transport is not None:
            self._transport.abort()

    async def _news(self) -> None:
        """Waits until something has come."""
        if self._fault is not None:
            raise self._fault
        loop = asyncio.get_running_loop()
        self._waiter = loop.create_future()
        late = None if self._seconds is None else loop.call_later(self._seconds, self._give_up)
        try:
            await self._waiter
        finally:
            self._waiter = None
            if late is not None:
                late.cancel()
        if self._fault is not None and not self._parts:
            raise self._fault

    def _give_up(self) -> None:
        self._fail(httpx2.ReadTimeout(f"Nothing came for {self._seconds} s."))

    def _tell(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def _fail(self, fault: httpx2.TransportError) -> None:
        self._fault = self._fault or fault
        self.hang_up()
        self._tell()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        if self._whole:
            # Nobody asked: what comes now could be taken for the answer to the next request.
            self._fail(httpx2.RemoteProtocolError("The server spoke without being asked."))
            return
        try:
            self._parser.feed_data(data)
        except (httptools.HttpParserError, httptools.HttpParserUpgrade) as odd:
            self._fail(httpx2.RemoteProtocolError(f"The answer is no HTTP: {odd}"))
        self._tell()

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if self._to_the_end and exc is None:
            self._whole = True
        elif exc is not None:
            self._fault = self._fault or httpx2.ReadError(str(exc))
        else:
            self._fault = self._fault or httpx2.RemoteProtocolError("The server hung up before its answer was whole.")
        self._tell()

    def on_message_begin(self) -> None:
        """An answer begins; a second one to one request could be taken for the answer to the next."""
        if self._whole:
            raise httptools.HttpParserError("there are two answers to one request")

    def on_header(self, name: bytes, value: bytes) -> None:
        """One header of the answer."""
        self._size += len(name) + len(value)
        if self._size > _MOST_HEAD:
            raise httptools.HttpParserError("its headers are too long")
        self._headers.append((name, value))

    def on_headers_complete(self) -> None:
        """The head is all here; one that only says that more will come is passed over."""
        status = int(self._parser.get_status_code())
        if status >= 200:
            named = {name.lower() for name, _ in self._headers}
            bodiless = status in (204, 304)
            self._to_the_end = not bodiless and not named & {b"content-length", b"transfer-encoding"}
            self._head = status, self._headers
        self._headers = []

    def on_body(self, body: bytes) -> None:
        """A part of the body."""
        self._parts.append(body)
        self._unread += len(body)
        if self._unread > _MOST_UNREAD and self._transport is not None:
            self._transport.pause_reading()

    def on_message_complete(self) -> None:
        """The answer is all here."""
        if self._head is not None:
            self._whole, self._kept = True, bool(self._parser.should_keep_alive())
