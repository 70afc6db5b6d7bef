"""Watchers over real sockets: server-sent events and WebSockets, read as the events that the contract names."""

import json
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import anyio
import httpx2
from websockets.asyncio.client import ClientConnection, connect

from tests.support.house import API, SECONDS

Event = dict[str, Any]


def socket_url(url: str, debate: str, **query: str | int) -> str:
    """Where a debate can be watched by WebSocket."""
    asked = f"?{httpx2.QueryParams(query)}" if query else ""
    return f"ws{url.removeprefix('http')}{API}/debates/{debate}/ws{asked}"


@dataclass
class Watcher:
    """Somebody who watches; `seen` is every event so far."""

    _coming: AsyncIterator[Event]
    socket: ClientConnection | None = None
    seen: list[Event] = field(default_factory=list[Event])

    async def next(self) -> Event:
        """The next event, whatever it is."""
        with anyio.fail_after(SECONDS):
            event = await anext(self._coming)
        self.seen.append(event)
        return event

    async def until(self, **wanted: Any) -> Event:
        """The first event that has these values, among those seen and those to come."""
        place = 0
        while True:
            event = self.seen[place] if place < len(self.seen) else await self.next()
            if all(event.get(name) == value for name, value in wanted.items()):
                return event
            place += 1

    async def until_line(self, line: int) -> None:
        """Reads on until it has seen this line."""
        while line not in self.lines():
            await self.next()

    async def say(self, event: str, **data: Any) -> Event:
        """Sends something over the socket, and gives the answer to it."""
        assert self.socket is not None
        await self.socket.send(json.dumps({"event": event, "data": data}))
        while True:
            answer = await self.next()
            if answer["event"] in ("accepted", "refused"):
                return answer

    def lines(self) -> list[int]:
        """The lines of all arguments seen, in the order they came."""
        return lines_in(self.seen)


def lines_in(events: list[Event]) -> list[int]:
    """The lines of all arguments that events tell of, in the order they came."""
    found: list[int] = []
    for event in events:
        match event["event"]:
            case "initial_state":
                found += [argument["seq"] for argument in event["data"]["arguments"]]
            case "new_argument":
                found.append(event["data"]["seq"])
            case _:
                pass
    return found


@asynccontextmanager
async def by_socket(
    url: str, debate: str, headers: Mapping[str, str] | None = None, **query: str | int
) -> AsyncGenerator[Watcher]:
    """Watches by WebSocket."""
    async with connect(socket_url(url, debate, **query), additional_headers=headers) as socket:
        yield Watcher(_messages(socket), socket)


@asynccontextmanager
async def by_events(
    url: str, debate: str, headers: Mapping[str, str] | None = None, **query: str | int
) -> AsyncGenerator[Watcher]:
    """Watches by server-sent events."""
    path = f"{API}/debates/{debate}/events"
    async with (
        httpx2.AsyncClient(base_url=url, headers=headers, timeout=SECONDS) as http,
        http.stream("GET", path, params=query) as response,
    ):
        assert response.status_code == 200, await response.aread()
        assert response.headers["content-type"].startswith("text/event-stream")
        yield Watcher(_sent(response))


async def _messages(socket: ClientConnection) -> AsyncIterator[Event]:
    async for message in socket:
        yield json.loads(message)


async def _sent(response: httpx2.Response) -> AsyncIterator[Event]:
    fields: dict[str, str] = {}
    async for line in response.aiter_lines():
        if line:
            name, _, value = line.partition(": ")
            fields[name] = value
        elif "event" in fields:
            yield {"event": fields["event"], "seq": int(fields["id"]), "data": json.loads(fields["data"])}
            fields = {}
