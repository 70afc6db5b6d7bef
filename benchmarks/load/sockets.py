"""A lean WebSocket client: it reads which lines were told, and no more of what was said than it must."""

import asyncio
import os
import re
from base64 import b64encode
from contextlib import suppress
from time import perf_counter
from urllib.parse import urlsplit

_SEQ = re.compile(rb'"event":\s?"(?:new_argument|initial_state)",\s?"seq":\s?(\d+)')
_GOING = bytes((0x88, 0x80, 0, 0, 0, 0))
"""A frame that closes the socket; clients must mask theirs, be it with nothing."""
_BEGINNING = 80
"""Bytes of a message in which its event and its line stand."""


class Socket:
    """A WebSocket to a server, from which one only reads."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def opened(cls, url: str, path: str) -> "Socket":
        """Opened, or refused with what the server said."""
        at = urlsplit(url)
        reader, writer = await asyncio.open_connection(at.hostname, at.port)
        key = b64encode(os.urandom(16)).decode()
        head = f"GET {path} HTTP/1.1\r\nHost: {at.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        writer.write(f"{head}Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        answer = await reader.readuntil(b"\r\n\r\n")
        if not answer.startswith(b"HTTP/1.1 101"):
            raise RuntimeError(f"{path} was answered with {answer[:200]!r}")
        return cls(reader, writer)

    async def line(self) -> tuple[int, float]:
        """The next line that is told, and when it came; what is there at first is told as its last line."""
        while True:
            message = await self._message()
            at = perf_counter()
            if (found := _SEQ.search(message[:_BEGINNING])) is not None:
                return int(found[1]), at

    async def close(self) -> None:
        """Says that it goes, and hangs up once the server knows."""
        self._writer.write(_GOING)
        with suppress(ConnectionError):
            await self._reader.read()
        self._writer.close()

    async def told(self, line: int) -> None:
        """Until it was told of a line, or of one after it."""
        while (await self.line())[0] < line:
            pass

    async def _message(self) -> bytes:
        """The next message; a server that asks whether we are still here is told so."""
        while True:
            kind, body = await self._frame()
            match kind:
                case 8:
                    raise ConnectionError(f"The server closed the socket: {body!r}")
                case 9:
                    self._writer.write(bytes((0x8A, 0x80 | len(body))) + bytes(4) + body)
                case _:
                    return body

    async def _frame(self) -> tuple[int, bytes]:
        """Its kind and what it says: servers mask nothing, and ours sends each message in one."""
        head = await self._reader.readexactly(2)
        length = head[1] & 0x7F
        if length >= 126:
            length = int.from_bytes(await self._reader.readexactly(2 if length == 126 else 8))
        return head[0] & 0x0F, await self._reader.readexactly(length)
