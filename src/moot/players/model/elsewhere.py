"""A client for a server that speaks the OpenAI wire format: the library's own, on a shorter way.

The library takes every request apart by its types and puts every piece of an answer together field by field, which
costs more than all else in a call. What we send is in the form of the wire already, and a piece that is as it should
be is read in one go; everything else takes the library's way.
"""

from collections.abc import Mapping
from functools import cached_property, partial
from typing import Any, Self, cast

import httpx2
from openai import APIConnectionError, APITimeoutError, AsyncOpenAI, NotGiven, Omit
from openai._models import FinalRequestOptions
from openai.resources.chat import AsyncChat, AsyncCompletions
from openai.types.chat import ChatCompletionChunk
from pydantic import ValidationError
from pydantic_core import to_json

from moot.players.model.pieces import Pieces

_PATH = "/chat/completions"
_MOST_KEPT = 64


class Elsewhere(AsyncOpenAI):
    """Keeps from somebody else's server what the environment says of an OpenAI account."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.organization = self.project = None
        self._custom_headers: Mapping[str, str] = given.get("default_headers") or {}
        self._heads: dict[frozenset[tuple[str, Any]], httpx2.Headers] = {}

    @cached_property
    def chat(self) -> AsyncChat:  # pyright: ignore[reportIncompatibleMethodOverride] - the same in both
        """Where completions are asked for."""
        return _Chat(self)

    @property
    def is_warm(self) -> bool:
        """Whether the library knows by now what it runs on, which it finds out in a thread and tells every server."""
        return self._platform is not None

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
        except httpx2.TimeoutException as late:
            raise APITimeoutError(request=request) from late
        except httpx2.RequestError as broken:
            raise APIConnectionError(request=request) from broken
        if not response.is_success:
            await response.aread()
            raise self._make_status_error_from_response(response)
        return Pieces(response, partial(self._piece, response))

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
        """Asks; in pieces on the short way, unless it is the first time or a time is set."""
        usual = isinstance(asked.get("timeout"), NotGiven) and not asked.get("extra_query")
        if not (asked.get("stream") and usual and self._elsewhere.is_warm):
            return await cast(Any, super()).create(**asked)
        apart = ("timeout", "extra_headers", "extra_body", "extra_query")
        body = {name: value for name, value in asked.items() if name not in apart and not isinstance(value, Omit)}
        return await self._elsewhere.streamed({**body, **(asked["extra_body"] or {})}, asked["extra_headers"] or {})
