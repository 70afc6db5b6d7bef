"""Pieces of an answer: handed on with the first words at once, and from then on a few times a second.

Watchers read no faster, and to make something of a piece costs many times what it costs to wait for the next.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from time import monotonic
from types import TracebackType
from typing import Any, Self

import httpx2
from openai import APIConnectionError, APIError, APITimeoutError
from openai.types.chat import ChatCompletionChunk

from moot.players.model.joining import Joined

EVERY = 0.05
"""For how many seconds words are held back after some were handed on."""

_DONE = "[DONE]"
_DRAIN = 0.1


@dataclass
class Pieces:
    """An answer that is being sent, in fewer pieces than it comes in."""

    response: httpx2.Response
    read: Callable[[Any], ChatCompletionChunk]
    """A piece as the library has it."""
    ticks: Callable[[], float] = monotonic
    _unread: bytes = field(default=b"", init=False)
    _held: Joined = field(default_factory=Joined, init=False)
    _last: float = field(default=-inf, init=False)
    """When words were last handed on."""
    _done: bool = field(default=False, init=False)

    def __aiter__(self) -> AsyncGenerator[ChatCompletionChunk]:
        return self._handed_on()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Lets the connection go."""
        await self.response.aclose()

    async def _handed_on(self) -> AsyncGenerator[ChatCompletionChunk]:
        sent = self.response.aiter_bytes()
        try:
            async for data in sent:
                self._take(data)
                if self._is_time():
                    for piece in self._held.taken():
                        yield self.read(piece)
                if self._done:
                    await _drained(sent)
                    return
            for piece in self._held.taken():
                yield self.read(piece)
        except httpx2.TimeoutException as late:
            raise APITimeoutError(request=self.response.request) from late
        except httpx2.RequestError as broken:
            raise APIConnectionError(request=self.response.request) from broken
        finally:
            await self.response.aclose()

    def _is_time(self) -> bool:
        """Whether what is held is handed on now: words were long enough in coming, or it was the end."""
        now = self.ticks()
        if not self._done and not (self._held.says and now - self._last >= EVERY):
            return False
        self._last = now
        return True

    def _take(self, data: bytes) -> None:
        """Reads the events that are whole by now."""
        *whole, self._unread = (self._unread + data).replace(b"\r\n", b"\n").split(b"\n\n")
        for told in map(_data, whole):
            if told.startswith(_DONE):
                self._done = True
                return
            if told:
                self._held.add(self._piece(told))

    def _piece(self, told: str) -> Any:
        piece: Any = json.loads(told)
        match piece:
            case {"error": error} if error:
                raise APIError(_message(error), request=self.response.request, body=error)
            case _:
                return piece


def _data(event: bytes) -> str:
    """What a server-sent event tells."""
    lines = event.decode().split("\n")
    return "\n".join(line[5:].removeprefix(" ") for line in lines if line.startswith("data:"))


async def _drained(sent: AsyncIterator[bytes]) -> None:
    """Reads what comes after the end, so that the connection can be used again."""
    with suppress(TimeoutError, httpx2.HTTPError):
        async with asyncio.timeout(_DRAIN):
            async for _ in sent:
                pass


def _message(error: Any) -> str:
    match error:
        case {"message": str(told)} if told:
            return told
        case _:
            return "An error occurred during streaming"
