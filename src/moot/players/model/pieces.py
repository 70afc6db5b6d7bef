"""Pieces of an answer: handed on at once until something is said, and from then on a few times a second.

Watchers read no faster, and to make something of a piece costs many times what it costs to wait for the next.
"""

import asyncio
import re
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from types import TracebackType
from typing import Any, Protocol, Self, TypeAlias, cast

import httpx2
from openai import APIConnectionError, APIError, APITimeoutError
from openai.types.chat import ChatCompletionChunk

Delta: TypeAlias = dict[str, Any]

EVERY = 0.05
"""For how many seconds pieces are held back after some were handed on."""

_DONE = "[DONE]"
_BLANK_LINE = re.compile(rb"\n\n|\r\n\r\n|\r\r")
_DRAIN = 0.1
_ENVELOPE = ("id", "object", "created", "model", "system_fingerprint")


class Event(Protocol):
    """A server-sent event."""

    @property
    def data(self) -> str:
        """What it tells."""
        ...

    def json(self) -> Any:
        """Its data, read."""
        ...


@dataclass
class Pieces:
    """An answer that is being sent, in fewer pieces than it comes in. Nothing of it is lost."""

    response: httpx2.Response
    decode: Callable[[bytes], Iterable[Event]]
    """Whole events, from their bytes."""
    read: Callable[[Any], ChatCompletionChunk]
    """A piece as the library has it."""
    ticks: Callable[[], float] = monotonic
    _held: bytes = field(default=b"", init=False)
    _last: float = field(default=0.0, init=False)
    _said: bool = field(default=False, init=False)
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
                self._held += data
                if not self._waits():
                    for piece in self._taken(_whole(self._held)):
                        yield piece
                if self._done:
                    await _drained(sent)
                    return
            for piece in self._taken(len(self._held)):
                yield piece
        except httpx2.TimeoutException as late:
            raise APITimeoutError(request=self.response.request) from late
        except httpx2.RequestError as broken:
            raise APIConnectionError(request=self.response.request) from broken
        finally:
            await self.response.aclose()

    def _waits(self) -> bool:
        """Whether what is held can wait for more; a server may leave the connection open after the end."""
        return self._said and self.ticks() - self._last < EVERY and _DONE.encode() not in self._held

    def _taken(self, end: int) -> Iterator[ChatCompletionChunk]:
        whole, self._held = self._held[:end], self._held[end:]
        told = list(self._told(whole))
        if told:
            self._last = self.ticks()
            self._said = self._said or any(words.text for words in map(_words_of, told) if words)
        return map(self.read, joined(told))

    def _told(self, whole: bytes) -> Iterator[Any]:
        for event in self.decode(whole):
            if event.data.startswith(_DONE):
                self._done = True
                return
            piece: Any = event.json()
            if isinstance(piece, Mapping) and (error := cast(Mapping[str, Any], piece).get("error")):
                raise APIError(_said_of(error), request=self.response.request, body=error)
            yield piece


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of a piece: where they stand in it, and what they belong to."""

    inside: dict[str, Any]
    name: str
    about: tuple[object, ...]

    @property
    def text(self) -> str:
        return self.inside[self.name]


def joined(pieces: Iterable[Any]) -> Iterator[Any]:
    """The same, with every piece that only goes on with the words of the one before joined to it."""
    before, words = None, None
    for piece in pieces:
        more = _words_of(piece)
        if words is not None and more is not None and words.about == more.about:
            words.inside[words.name] += more.text
            continue
        if before is not None:
            yield before
        before, words = piece, more
    if before is not None:
        yield before


def _words_of(piece: Any) -> _Words | None:
    """The words of a piece, if it has nothing else that would be lost."""
    match piece:
        case {"choices": [{"delta": dict()} as choice]} if not _more(choice, "index", "delta"):
            delta: Delta = choice["delta"]
            about = (*map(piece.get, _ENVELOPE), choice.get("index"), delta.get("role"))
            return None if _more(piece, "choices", *_ENVELOPE) else _in_form(delta, about) or _in_prose(delta, about)
        case _:
            return None


def _in_form(delta: Delta, about: tuple[object, ...]) -> _Words | None:
    match delta:
        case {"tool_calls": [{"function": {"arguments": str()} as said} as call]}:
            more = _more(delta, "role", "tool_calls") or _more(call, "index", "type", "function")
            return None if more or _more(said, "arguments") else _Words(said, "arguments", (*about, call.get("index")))
        case _:
            return None


def _in_prose(delta: Delta, about: tuple[object, ...]) -> _Words | None:
    plain = isinstance(delta.get("content"), str) and not _more(delta, "role", "content")
    return _Words(delta, "content", about) if plain else None


def _more(part: Mapping[str, Any], *names: str) -> bool:
    """Whether a part tells anything beside these."""
    return any(part[name] for name in part.keys() - names)


def _whole(held: bytes) -> int:
    """Where the last event ends that is whole."""
    return max((found.end() for found in _BLANK_LINE.finditer(held)), default=0)


async def _drained(sent: AsyncIterator[bytes]) -> None:
    """Reads what comes after the end, so that the connection can be used again."""
    with suppress(TimeoutError, httpx2.HTTPError):
        async with asyncio.timeout(_DRAIN):
            async for _ in sent:
                pass


def _said_of(error: Any) -> str:
    told: Any = cast(Mapping[str, Any], error).get("message") if isinstance(error, Mapping) else None
    return told if told and isinstance(told, str) else "An error occurred during streaming"
