"""The API as the tools reach it: over the network or in this process, always as the caller they act for."""

import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, cast
from urllib.parse import quote

import anyio
import httpx2

from moot.mcp.refusing import Refused, invalid

PREFIX = "/api/v1"
TRIES = 4
FIRST_REST = 0.25
"""Seconds before the second try; each rest is twice the one before."""
TIMEOUT = httpx2.Timeout(30, read=90)
"""A long poll is held for a minute; a living stream says something every quarter of one."""

Skills: TypeAlias = Callable[[str, str | None], str]
"""What an agent is told in a role, or in the arena, in a debate of a type."""
Query: TypeAlias = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Wire:
    """The way to one house for one caller."""

    http: httpx2.AsyncClient
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    """What says who is asking."""
    address: tuple[str, int] | None = None
    """Where the caller is, if it is known."""

    @staticmethod
    def segment(text: str) -> str:
        """A text as one part of a path, whatever is in it."""
        return quote(_sendable(text), safe="")

    async def ask(
        self, method: str, path: str, query: Query | None = None, body: Mapping[str, Any] | None = None
    ) -> Any:
        """The answer to one request: what its JSON says, or its text; refusals are raised.

        It is sent again after a lost connection where sending it twice does no harm.
        """
        harmless = method in {"GET", "PUT", "DELETE"} or (body is not None and "client_request_id" in body)
        for attempt in range(TRIES):
            try:
                return await self._once(method, path, query, body)
            except httpx2.TransportError as lost:
                if attempt + 1 == TRIES or not (harmless or isinstance(lost, httpx2.ConnectError)):
                    raise _no_server(self.http, lost) from lost
            except _Away as away:
                if attempt + 1 == TRIES or not harmless:
                    raise Refused(away.error) from away
            await anyio.sleep(FIRST_REST * 2**attempt)
        raise AssertionError("the last try gives an answer or a refusal")

    async def grows(self, path: str) -> AsyncGenerator[dict[str, Any]]:
        """What a stream of server-sent events says, one event after the other, for as long as it lasts."""
        headers = {**self.headers, "Accept": "text/event-stream"}
        try:
            async with self.http.stream("GET", PREFIX + path, headers=headers, extensions=self._from()) as response:
                if response.status_code != 200:
                    await response.aread()
                    raise _refusal(response)
                async for event in _events(response.aiter_lines()):
                    yield event
        except httpx2.TransportError as lost:
            raise _no_server(self.http, lost) from lost

    async def _once(self, method: str, path: str, query: Query | None, body: Mapping[str, Any] | None) -> Any:
        asked = {name: _sendable(value) for name, value in (query or {}).items()}
        content = None if body is None else json.dumps(body).encode()
        headers = {**self.headers, **({} if body is None else {"Content-Type": "application/json"})}
        response = await self.http.request(
            method, PREFIX + path, params=asked, content=content, headers=headers, extensions=self._from()
        )
        if not response.is_success:
            raise _refusal(response)
        as_json = response.headers.get("content-type", "").startswith("application/json")
        return response.json() if as_json and "content-disposition" not in response.headers else response.text

    def _from(self) -> dict[str, Any]:
        return {} if self.address is None else {"client": self.address}


def _sendable(text: str) -> str:
    """A text that an address can have; JSON can carry half a character, and an address cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise invalid(f"{text[:50]!r} has characters that cannot be sent.", "Send whole characters.") from None
    return text


class _Away(Refused):
    """The house is there and cannot work now."""


def _refusal(response: httpx2.Response) -> Refused:
    try:
        error = response.json()["error"]
    except (ValueError, KeyError, TypeError):
        message = f"Who answers is not a Moot server: status {response.status_code}, and nothing that Moot says."
        return Refused({"code": "NO_SERVER", "message": message, "suggestion": "Check DEBATE_SERVER_URL."})
    return (_Away if response.status_code == 503 else Refused)(cast(dict[str, Any], error))


def _no_server(http: httpx2.AsyncClient, lost: httpx2.TransportError) -> Refused:
    return Refused(
        {
            "code": "NO_SERVER",
            "message": f"No Moot server answers at {http.base_url} ({type(lost).__name__}).",
            "suggestion": "Start one with: moot serve --detach. The same call may be made again.",
        }
    )


async def _events(lines: AsyncIterator[str]) -> AsyncIterator[dict[str, Any]]:
    """Server-sent events, from their lines; comments keep the connection open and say nothing."""
    fields: dict[str, str] = {}
    async for line in lines:
        if line:
            name, _, value = line.partition(":")
            fields[name] = value.removeprefix(" ")
            continue
        if "data" in fields:
            yield {
                "event": fields.get("event", ""),
                "seq": int(fields.get("id", 0)),
                "data": json.loads(fields["data"]),
            }
        fields = {}
