"""A model at an address that speaks the OpenAI wire format: heard through the library, or directly where that suffices.

What the library makes of a form and of settings is the same for every question of a kind. It is asked once, and that is
remembered as a letter; from then on the words are filled in and posted, and a plain answer is read here. Whatever is
unusual, in the question or in the answer, takes the library's way.
"""

import json
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import cast

from openai import APIError
from openai.types.chat_model import ChatModel
from pydantic_ai.messages import ModelResponse
from pydantic_ai.models import check_allow_model_requests
from pydantic_ai.models._decode_errors import map_decode_errors
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIChatModelSettings, _map_api_errors  # pyright: ignore[reportPrivateUsage]
from pydantic_ai.profiles import DEFAULT_THINKING_TAGS
from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider
from pydantic_ai.settings import ModelSettings
from pydantic_ai.usage import RequestUsage

from moot.engine import Draft
from moot.players.model.asking import Asking
from moot.players.model.elsewhere import Elsewhere, Written, not_sent
from moot.players.model.forms import KEPT_FORMS
from moot.players.model.hearing import Direct, Heard, Listening, output_of
from moot.players.model.letters import Letter, kind_of, messages_of
from moot.players.model.pieces import Pieces
from moot.players.model.plain import NotPlain, Piece, Plain

_TOLD_OTHERWISE = (APIError, json.JSONDecodeError, UnicodeDecodeError)
"""What goes wrong on the way, which the library tells in its own words."""
_BY_LIBRARY = frozenset({"openai_continuous_usage_stats", "openai_include_raw_annotations"})
"""Settings that change how an answer is read."""


class AtAddress(OpenAIChatModel, Direct):
    """A model at an address of its own; leaving it closes its connections."""

    def __init__(self, name: ChatModel | str, provider: OpenAICompatibleProvider) -> None:
        super().__init__(name, provider=provider)
        self._letters: dict[object, Letter | None] = {}

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        await super().__aexit__(kind, error, trace)
        await self.client.close()
        return None

    async def directly(self, asking: Asking, draft: Draft, ticks: Callable[[], float]) -> Heard | None:
        """Asks once, by a letter; None where there is none for this kind of question."""
        check_allow_model_requests()
        client = self.client
        if asking.tools or asking.rounds or not (isinstance(client, Elsewhere) and client.is_direct):
            return None
        letter = await self._letter(client, asking)
        if letter is None:
            return None
        listening = Listening(asking, draft, ticks)
        try:
            response = await self._answered(client.posted(letter.head, letter.filled(asking)), asking, listening)
        except _TOLD_OTHERWISE as error:
            raise self._told_otherwise(error) from error
        return Heard(response, letter.output, listening.first)

    async def _answered(self, coming: Awaitable[Pieces], asking: Asking, listening: Listening) -> ModelResponse:
        async with await coming as pieces:
            return await self._read(pieces, listening) or await self._read_by_library(pieces, asking, listening)

    async def _letter(self, client: Elsewhere, asking: Asking) -> Letter | None:
        settings = asking.for_model(self)
        kind = kind_of(asking, settings)
        if kind not in self._letters:
            await client.warm()
            if len(self._letters) >= KEPT_FORMS:
                self._letters.clear()
            self._letters[kind] = await self._written(client, asking, settings)
        return self._letters[kind]

    async def _written(self, client: Elsewhere, asking: Asking, settings: ModelSettings) -> Letter | None:
        """What the library would send, if its messages are the plain words."""
        if settings.keys() & _BY_LIBRARY or self.profile.get("openai_chat_streaming_requires_finish_reason"):
            return None
        try:
            with not_sent():
                async with self.request_stream(asking.messages, settings, asking.parameters) as stream:
                    await stream.cancel()
        except Written as request:
            if request.body["messages"] != messages_of(asking):
                return None
            output = output_of(self, asking, asking.parameters)
            return Letter.of(request.body, client.head(request.headers), output)
        return None

    async def _read(self, pieces: Pieces, listening: Listening) -> ModelResponse | None:
        """The answer, if it is plain; else what came of it is put back."""
        tags = self.profile.get("thinking_tags", DEFAULT_THINKING_TAGS)
        plain = Plain(tags, bool(self.profile.get("ignore_streamed_leading_whitespace")))
        taken: list[Piece] = []
        async for batch in pieces.batches():
            taken += batch
            try:
                listening.hear(plain.take(batch))
            except NotPlain:
                pieces.again(taken)
                return None
        return self._told(plain) if taken else None

    async def _read_by_library(self, pieces: Pieces, asking: Asking, listening: Listening) -> ModelResponse:
        settings = cast(OpenAIChatModelSettings, asking.for_model(self))
        listening.afresh()
        _, parameters = self.prepare_request(settings, asking.parameters)
        stream = await self._process_streamed_response(pieces, parameters, settings)  # pyright: ignore[reportArgumentType] - all that it uses of a stream
        await listening.to(stream)
        return stream.get()

    def _told(self, plain: Plain) -> ModelResponse:
        return ModelResponse(
            parts=plain.parts,
            model_name=plain.model or self.model_name,
            usage=RequestUsage(unmeasured_requests=1) if plain.usage is None else plain.usage,
            provider_name=self._provider.name,
            provider_url=self._provider.base_url,
            canonical_system=self._canonical_system_stamp,
            provider_response_id=plain.id,
            provider_details=plain.details or None,
            finish_reason=plain.reason or "stop",
        )

    def _told_otherwise(self, error: Exception) -> Exception:
        """What went wrong, as the library tells it."""
        try:
            with (
                _map_api_errors(self.model_name, self._provider.model_id_namespace),
                map_decode_errors(self.model_name),
            ):
                raise error
        except Exception as told:
            return told
