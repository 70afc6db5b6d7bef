"""A lean HTTP client: one keep-alive connection, raw bytes there and back, so that measuring costs little."""

import asyncio
import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

_CALM_PROBES = 10
_MOST_PROBES = 400


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server answered, and when the last of it had come."""

    status: int
    body: bytes
    at: float

    def json(self) -> dict[str, Any]:
        """Its body, read."""
        return json.loads(self.body)


class Connection:
    """One connection to a server."""

    def __init__(self, host: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._host = host
        self._reader = reader
        self._writer = writer

    async def get(self, path: str) -> Answer:
        """Gets a page that must be there."""
        return await self._exchange(f"GET {path} HTTP/1.1\r\nHost: {self._host}\r\n\r\n".encode())

    async def post(self, path: str, fields: Mapping[str, Any]) -> Answer:
        """Posts JSON that must be taken."""
        body = json.dumps(fields).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: {self._host}\r\nContent-Type: application/json\r\n"
        return await self._exchange(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)

    async def close(self) -> None:
        """Hangs up."""
        self._writer.close()
        await self._writer.wait_closed()

    async def _exchange(self, request: bytes) -> Answer:
        self._writer.write(request)
        head = (await self._reader.readuntil(b"\r\n\r\n")).lower()
        _, _, rest = head.partition(b"content-length:")
        body = await self._reader.readexactly(int(rest.partition(b"\r\n")[0]))
        answer = Answer(int(head[9:12]), body, perf_counter())
        if answer.status >= 300:
            raise RuntimeError(f"{request[:200]!r} was answered with {answer.status}: {body[:500]!r}")
        return answer


@asynccontextmanager
async def connections(url: str, count: int) -> AsyncGenerator[list[Connection]]:
    """So many connections to a server."""
    host = urlsplit(url)
    async with AsyncExitStack() as stack:
        opened: list[Connection] = []
        for _ in range(count):
            connection = Connection(host.netloc, *await asyncio.open_connection(host.hostname, host.port))
            stack.push_async_callback(connection.close)
            opened.append(connection)
        yield opened


class Probe:
    """A connection by which to see whether the server is busy."""

    def __init__(self, connection: Connection, usual: float) -> None:
        self._connection = connection
        self._usual = usual

    @classmethod
    async def of(cls, connection: Connection) -> "Probe":
        """To be made while the server has nothing to do."""
        times = [await _took(connection) for _ in range(50)]
        return cls(connection, median(times))

    async def calm(self) -> None:
        """Returns once the server has nothing left to do: it answers at once, several times in a row."""
        in_a_row = 0
        for _ in range(_MOST_PROBES):
            in_a_row = in_a_row + 1 if await _took(self._connection) < 3 * self._usual else 0
            if in_a_row == _CALM_PROBES:
                return


async def _took(connection: Connection) -> float:
    started = perf_counter()
    return (await connection.get("/api/v1/health")).at - started
