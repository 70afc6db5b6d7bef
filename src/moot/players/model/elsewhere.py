"""A client for a server that speaks the OpenAI wire format: the library's own, on a shorter way.

The library takes every request apart by its types and puts every piece of an answer together field by field, which
costs more than all else in a call. What we send is in the form of the wire already, and a piece that is as it should
be is read in one go; everything else takes the library's way.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property, partial
from typing import Any, Self, cast

import httpx2
from openai import AsyncOpenAI, NotGiven, Omit
from openai._base_client import get_platform
from openai._models import FinalRequestOptions
from openai.resources.chat import AsyncChat, AsyncCompletions
from openai.types.chat import ChatCompletionChunk
from pydantic import ValidationError
from pydantic_core import to_json

from moot.players.model.lines import Answered, Lines, written
from moot.players.model.pieces import Pieces, lost

_PATH = "/chat/completions"
_MOST_KEPT = 64
_END = b"\r\n"
_NOT_SENT: ContextVar[bool] = ContextVar("not_sent", default=False)


class Written(Exception):
    """A request that was not sent: only what it would be was asked for."""

    def __init__(self, body: Mapping[str, Any], headers: Mapping[str, Any]) -> None:
        self.body = body
        self.headers = headers


@contextmanager
def not_sent() -> Generator[None]:
    """Requests that are made in here are raised as Written."""
    token = _NOT_SENT.set(True)
    try:
        yield
    finally:
        _NOT_SENT.reset(token)


class Elsewhere(AsyncOpenAI):
    """Keeps from somebody else's server what the environment says of an OpenAI account."""

    def __init__(self, lines: Lines | None = None, **given: Any) -> None:
        super().__init__(**given)
        self._lines = lines
        self.organization = self.project = None
        self._custom_headers: Mapping[str, str] = given.get("default_headers") or {}
        self._heads: dict[frozenset[tuple[str, Any]], httpx2.Headers] = {}

    @cached_property
    def chat(self) -> AsyncChat:  # pyright: ignore[reportIncompatibleMethodOverride] - the same in both
        """Where completions are asked for."""
        return _Chat(self)

    @property
    def is_direct(self) -> bool:
        """Whether letters can be posted: no proxy is in the way."""
        return self._lines is not None

    async def warm(self) -> None:
        """Lets the library find out what it runs on, which it does in a thread and tells every server."""
        if self._platform is None:
            self._platform = await asyncio.to_thread(get_platform)

    def with_options(self, **given: Any) -> Self:
        """A copy that differs; itself where nothing would."""
        same = given == {"http_client": self._client, "max_retries": self.max_retries, "_extra_kwargs": {}}
        return self if same else self.copy(**given)

    async def streamed(self, body: Mapping[str, Any], headers: Mapping[str, Any]) -> Pieces:
        """Asks for an answer in pieces."""
        request = httpx2.Request(
            "POST", self._address, headers=self._head(headers), content=to_json(body), extensions=self._extensions
        )
        try:
            response = await self._client.send(request, stream=True)
        except httpx2.RequestError as broken:
            raise lost(broken, request) from broken
        return await self._pieces(response)

    def head(self, headers: Mapping[str, Any]) -> bytes:
        """A request with these headers as far as the length of its body."""
        return written("POST", self._address, self._head(headers), b"")[: -len(_END)]

    def posted(self, head: bytes, body: bytes) -> Awaitable[Pieces]:
        """Asks for an answer in pieces with a request that is written out."""
        return self._posted([head, b"content-length: %d\r\n\r\n" % len(body), body])

    async def _posted(self, sent: list[bytes]) -> Pieces:
        assert self._lines is not None
        times = self._extensions["timeout"]
        try:
            answer = await self._lines.asked(self._address, sent, times["connect"], times["read"])
        except httpx2.RequestError as broken:
            raise lost(broken, self._request) from broken
        if answer.status == 200 and answer.is_bare:
            return Pieces(_Bare(answer, self._request), self._read)
        return await self._pieces(
            httpx2.Response(answer.status, headers=answer.headers, stream=answer, request=self._request)
        )

    async def _pieces(self, response: httpx2.Response) -> Pieces:
        if not response.is_success:
            await response.aread()
            raise self._make_status_error_from_response(response)
        return Pieces(response, partial(self._piece, response))

    @cached_property
    def _request(self) -> httpx2.Request:
        return httpx2.Request("POST", self._address)

    @cached_property
    def _read(self) -> partial[ChatCompletionChunk]:
        return partial(self._piece, httpx2.Response(200, request=self._request))

    @cached_property
    def _address(self) -> httpx2.URL:
        return httpx2.URL(f"{str(self.base_url).rstrip('/')}{_PATH}")

    @cached_property
    def _extensions(self) -> dict[str, Any]:
        return self._client.build_request("POST", self._address, timeout=self.timeout).extensions

    def _head(self, headers: Mapping[str, Any]) -> httpx2.Headers:
        """The headers as the libraries have them, which are the same for every call with the same settings."""
        key = frozenset(headers.items())
        if key not in self._heads:
            if len(self._heads) == _MOST_KEPT:
                self._heads.clear()
            options = FinalRequestOptions.construct(
                method="post", url=_PATH, headers=headers, security={"bearer_auth": True}
            )
            whole = self._client.build_request("POST", self._address, headers=self._build_headers(options)).headers
            del whole["content-length"]
            self._heads[key] = whole
        return self._heads[key]

    def _piece(self, response: httpx2.Response, told: object) -> ChatCompletionChunk:
        try:
            return ChatCompletionChunk.model_validate(told)
        except ValidationError:
            # The library takes also what is not quite as it should be.
            return self._process_response_data(data=told, cast_to=ChatCompletionChunk, response=response)


class _Bare:
    """An answer that is read as it comes over the line."""

    def __init__(self, answered: Answered, request: httpx2.Request) -> None:
        self.request = request
        self._answered = answered

    def aiter_bytes(self) -> AsyncIterator[bytes]:
        """The body."""
        return aiter(self._answered)

    async def aclose(self) -> None:
        """Lets the line go."""
        await self._answered.aclose()


class _Chat(AsyncChat):
    def __init__(self, client: Elsewhere) -> None:
        super().__init__(client)
        self._elsewhere = client

    @cached_property
    def completions(self) -> AsyncCompletions:  # pyright: ignore[reportIncompatibleMethodOverride] - the same in both
        return _Completions(self._elsewhere)


class _Completions(AsyncCompletions):
    def __init__(self, client: Elsewhere) -> None:
        super().__init__(client)
        self._elsewhere = client

    async def create(self, **asked: Any) -> Any:
        """Asks; in pieces on the short way, unless a time is set."""
        usual = isinstance(asked.get("timeout"), NotGiven) and not asked.get("extra_query")
        if not (asked.get("stream") and usual):
            return await cast(Any, super()).create(**asked)
        await self._elsewhere.warm()
        apart = ("timeout", "extra_headers", "extra_body", "extra_query")
        body = {name: value for name, value in asked.items() if name not in apart and not isinstance(value, Omit)}
        body: dict[str, Any] = {**body, **(asked["extra_body"] or {})}
        headers: Mapping[str, Any] = asked["extra_headers"] or {}
        if _NOT_SENT.get():
            raise Written(body, headers)
        return await self._elsewhere.streamed(body, headers)
