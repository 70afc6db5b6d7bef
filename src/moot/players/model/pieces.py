"""Pieces of an answer: handed on with the first words at once, and from then on a few times a second.

Watchers read no faster, and to make something of a piece costs many times what it costs to wait for the next.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from time import monotonic
from types import TracebackType
from typing import Any, Protocol, Self

import httpx2
from openai import APIConnectionError, APIError, APITimeoutError
from openai.types.chat import ChatCompletionChunk

from moot.players.model.joining import Joined

EVERY = 0.05
"""For how many seconds words are held back after some were handed on."""

_DONE = "[DONE]"
_DRAIN = 0.1


class Sent(Protocol):
    """An answer whose body is still to be read."""

    @property
    def request(self) -> httpx2.Request:
        """What it answers."""
        ...

    def aiter_bytes(self) -> AsyncIterator[bytes]:
        """The body as it comes."""
        ...

    async def aclose(self) -> None:
        """Lets the connection go."""
        ...


@dataclass
class Pieces:
    """An answer that is being sent, in fewer pieces than it comes in."""

    response: Sent
    read: Callable[[Any], ChatCompletionChunk]
    """A piece as the library has it."""
    ticks: Callable[[], float] = monotonic
    _unread: bytes = field(default=b"", init=False)
    _held: Joined = field(default_factory=Joined, init=False)
    _last: float = field(default=-inf, init=False)
    """When words were last handed on."""
    _done: bool = field(default=False, init=False)
    _begun: AsyncGenerator[list[Any]] | None = field(default=None, init=False)
    _again: list[Any] = field(default_factory=list[Any], init=False)

    def batches(self) -> AsyncGenerator[list[Any]]:
        """The pieces as they are handed on, those of one moment together; they go on where they were left."""
        if self._begun is None:
            self._begun = self._handed_on()
        return self._begun

    def again(self, pieces: Iterable[Any]) -> None:
        """Puts pieces back, to be read once more before those that are still to come."""
        self._again.extend(pieces)

    async def __aiter__(self) -> AsyncGenerator[ChatCompletionChunk]:
        again, self._again = self._again, []
        for piece in again:
            yield self.read(piece)
        async for pieces in self.batches():
            for piece in pieces:
                yield self.read(piece)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Lets the connection go."""
        await self.response.aclose()

    async def _handed_on(self) -> AsyncGenerator[list[Any]]:
        sent = self.response.aiter_bytes()
        try:
            async for data in sent:
                self._take(data)
                if self._is_time():
                    yield self._held.taken()
                if self._done:
                    await _drained(sent)
                    return
            yield self._held.taken()
        except httpx2.RequestError as broken:
            # What was said until then is shown, however soon the line broke.
            if self._held.says:
                yield self._held.taken()
            raise lost(broken, self.response.request) from broken
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


def lost(broken: httpx2.RequestError, request: httpx2.Request) -> APIConnectionError:
    """What the library calls it when a server cannot be heard, or not in time."""
    late = isinstance(broken, httpx2.TimeoutException)
    return APITimeoutError(request=request) if late else APIConnectionError(request=request)


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
