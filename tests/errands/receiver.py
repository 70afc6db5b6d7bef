"""A receiver of webhooks: a real HTTP server that answers as it is told, or breaks off."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Answer: TypeAlias = int | Literal["close", "silence"]
"""A status; or it closes without a word; or says nothing until it is told to go."""


@dataclass(frozen=True)
class Got:
    """A request that came in."""

    path: str
    headers: Mapping[str, str]
    body: bytes


@dataclass
class Receiver:
    """Answers each request with the next of its answers, and the last one ever after."""

    answers: list[Answer] = field(default_factory=lambda: [200])
    got: list[Got] = field(default_factory=list[Got])
    open: int = 0
    """How many are being answered now."""
    most: int = 0
    """How many were, at most."""
    port: int = 0
    release: asyncio.Event = field(default_factory=asyncio.Event)
    """Set: whoever met silence is let go."""
    busy: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once a request has come in."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hooks?for=moot"

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await self._answer(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)}
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        self.got.append(Got(head[0].split(" ")[1], headers, body))
        self.open, self.most = self.open + 1, max(self.most, self.open + 1)
        self.busy.set()
        said = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        try:
            if said == "silence":
                await self.release.wait()
            elif said != "close":
                location = f"Location: {self.url}\r\n" if 300 <= said < 400 else ""
                writer.write(f"HTTP/1.1 {said} Said\r\n{location}Content-Length: 2\r\n\r\nok".encode())
                await writer.drain()
        finally:
            self.open -= 1


@asynccontextmanager
async def receiving(*answers: Answer) -> AsyncGenerator[Receiver]:
    """A receiver that listens on this machine."""
    receiver = Receiver(list(answers) or [200])
    server = await asyncio.start_server(receiver.answer, "127.0.0.1", 0)
    receiver.port = server.sockets[0].getsockname()[1]
    try:
        yield receiver
    finally:
        receiver.release.set()
        server.close()
        await server.wait_closed()
