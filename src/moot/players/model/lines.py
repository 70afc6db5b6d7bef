"""Lines to a server: HTTP/1.1 on connections that are kept, read by a parser in C.

The library's own transport takes each message apart in Python and looks through all of its connections at each request,
which together costs more than everything that a house does with the answer.
"""

import asyncio
import ssl
from collections.abc import AsyncIterator
from typing import TypeAlias

import httpx2

from moot.players.model.line import Line

KEPT = 5.0
"""Seconds that a connection is kept without use: servers begin to hang up after that."""

Origin: TypeAlias = tuple[str, str, int]
_PORTS = {"http": 80, "https": 443}


class Lines(httpx2.AsyncBaseTransport):
    """Sends each request on a line of its own; a line is used again once its answer was read to the end."""

    def __init__(self) -> None:
        self._idle: dict[Origin, list[Line]] = {}
        self._context: ssl.SSLContext | None = None

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """One request; its answer is read from the stream as it comes."""
        times = request.extensions.get("timeout", {})
        sent = written(request.method, request.url, request.headers, await request.aread())
        answer = await self.asked(request.url, [sent], times.get("connect"), times.get("read"))
        return httpx2.Response(answer.status, headers=answer.headers, stream=answer, request=request)

    async def asked(self, url: httpx2.URL, sent: list[bytes], connect: float | None, read: float | None) -> "Answered":
        """The answer to a request that is written out, in parts; no part of it may be so many seconds in coming."""
        origin = _origin(url)
        line = self._free(origin) or await self._dialled(origin, connect)
        try:
            status, headers = await line.ask(sent, read)
        except BaseException:
            line.hang_up()
            raise
        return Answered(self, origin, line, status, headers)

    def give_back(self, origin: Origin, line: Line) -> None:
        """Takes a line back, to be used again where it can be."""
        if line.reusable:
            line.idle_since = asyncio.get_running_loop().time()
            self._idle.setdefault(origin, []).append(line)
        else:
            line.hang_up()

    async def aclose(self) -> None:
        """Hangs up all lines that are kept."""
        kept, self._idle = self._idle, {}
        for line in (line for lines in kept.values() for line in lines):
            line.hang_up()

    def _free(self, origin: Origin) -> Line | None:
        """The line that was used last, for it is the least likely to be dead by now."""
        lines, now = self._idle.get(origin, []), asyncio.get_running_loop().time()
        while lines:
            line = lines.pop()
            if line.reusable and now - line.idle_since < KEPT:
                return line
            line.hang_up()
        return None

    async def _dialled(self, origin: Origin, seconds: float | None) -> Line:
        scheme, host, port = origin
        if scheme == "https" and self._context is None:
            self._context = await asyncio.to_thread(httpx2.create_ssl_context)
        context = self._context if scheme == "https" else None
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(seconds):
                _, line = await loop.create_connection(Line, host, port, ssl=context)
        except TimeoutError as late:
            raise httpx2.ConnectTimeout(f"{host}:{port} could not be reached in {seconds} s") from late
        except OSError as broken:
            raise httpx2.ConnectError(f"{host}:{port} could not be reached: {broken}") from broken
        return line


class Answered(httpx2.AsyncByteStream):
    """An answer whose body is still to be read."""

    def __init__(
        self, lines: Lines, origin: Origin, line: Line, status: int, headers: list[tuple[bytes, bytes]]
    ) -> None:
        self.status = status
        self.headers = headers
        self._lines = lines
        self._origin = origin
        self._line: Line | None = line

    @property
    def is_bare(self) -> bool:
        """Whether the body is as it comes, and not packed."""
        return all(name.lower() != b"content-encoding" for name, _ in self.headers)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while self._line is not None and (data := await self._line.more()):
            yield data

    async def aclose(self) -> None:
        """Lets the line go."""
        line, self._line = self._line, None
        if line is not None:
            self._lines.give_back(self._origin, line)


def _origin(url: httpx2.URL) -> Origin:
    return url.scheme, url.host, url.port or _PORTS[url.scheme]


def written(method: str, url: httpx2.URL, headers: httpx2.Headers, body: bytes) -> bytes:
    """A request as it goes over the wire. Nothing in it can pass for the end of a line."""
    head = [b"%s %s HTTP/1.1" % (method.encode("ascii"), url.raw_path)]
    head += [b"%s: %s" % pair for pair in headers.raw]
    if any(b"\r" in line or b"\n" in line or b"\0" in line for line in head):
        raise httpx2.LocalProtocolError("A header of the request has a character that no header may have.")
    return b"\r\n".join((*head, b"", body))
