"""An embedded model behind pydantic-ai's interface."""

import json
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, ClassVar, cast

from pydantic_ai.exceptions import UserError
from pydantic_ai.messages import FinishReason, ModelMessage, ModelResponse, ModelResponseStreamEvent, TextPart
from pydantic_ai.models import Model, ModelRequestParameters, StreamedResponse
from pydantic_ai.profiles import ModelProfile
from pydantic_ai.settings import ModelSettingName, ModelSettings
from pydantic_ai.tools import RunContext
from pydantic_ai.usage import RequestUsage

from moot.players.embedded.failures import Unruly
from moot.players.embedded.forms import held
from moot.players.embedded.prompt import conversation
from moot.players.embedded.runtime import Runtime
from moot.players.embedded.telling import outline
from moot.players.embedded.utterance import Piece, Utterance

SYSTEM = "embedded"
CHARACTERS_A_TOKEN = 3
"""Prose has four or more; what is counted on is less, so that an answer is not cut off."""
USUAL = ModelSettings(temperature=0.6, seed=0)

_PASSED_ON = ("temperature", "top_p", "top_k", "seed", "max_tokens", "presence_penalty", "frequency_penalty")
_FINISHED: Mapping[str, FinishReason] = {"stop": "stop", "length": "length"}


class EmbeddedModel(Model[None]):
    """A model in this process. Each answer to a form is held to it by a grammar."""

    unsupported_settings: ClassVar[frozenset[ModelSettingName]] = frozenset(
        {"timeout", "max_retries", "parallel_tool_calls", "logit_bias", "extra_headers", "extra_body", "service_tier"}
    )

    def __init__(self, runtime: Runtime, name: str, sha256: str, context: int) -> None:
        super().__init__(
            settings=USUAL,
            profile=ModelProfile(
                supports_tools=False,
                supports_json_schema_output=True,
                default_structured_output_mode="native",
                # A system prompt anywhere is taken as it is; otherwise small models are told of tags and parrot them.
                supports_inline_system_prompts=True,
                context_window=context,
            ),
        )
        self._runtime = runtime
        self._name = f"{name}@{sha256[:12]}"
        self._sha256 = sha256
        self._context = context

    @property
    def model_name(self) -> str:
        """Its name with the beginning of its file's hash."""
        return self._name

    @property
    def system(self) -> str:
        """Who answers."""
        return SYSTEM

    async def request(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
    ) -> ModelResponse:
        """The whole answer."""
        async with self.request_stream(messages, model_settings, model_request_parameters) as stream:
            async for _ in stream:
                pass
        return stream.get()

    @asynccontextmanager
    async def request_stream(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
        run_context: RunContext[Any] | None = None,
    ) -> AsyncGenerator[StreamedResponse]:
        """The answer as it is spoken. Leaving the block ends it."""
        prepared, parameters = self.prepare_request(model_settings, model_request_parameters)
        settings = cast(Mapping[str, Any], prepared or {})
        if parameters.function_tools:
            raise UserError("An embedded model has no use for tools.")
        schema = None if parameters.output_object is None else parameters.output_object.json_schema
        utterance = Utterance(self._runtime, self._body(messages, settings, parameters, schema))
        try:
            yield EmbeddedStream(parameters, utterance, self._name, self._details(schema), schema is not None)
        finally:
            utterance.stop()

    def _details(self, schema: Mapping[str, Any] | None) -> dict[str, Any]:
        """What else can be told of an answer: the file it came from, and what was read beside the messages."""
        return {"sha256": self._sha256} | ({} if schema is None else {"read_too": outline(schema)})

    def _body(
        self,
        messages: list[ModelMessage],
        settings: Mapping[str, Any],
        parameters: ModelRequestParameters,
        schema: Mapping[str, Any] | None,
    ) -> dict[str, Any]:
        standing = [part.content for part in self._get_instruction_parts(messages, parameters) or ()]
        body: dict[str, Any] = {
            "messages": conversation(messages, standing, "" if schema is None else outline(schema)),
            "stream": True,
            "stream_options": {"include_usage": True},
            # While it reads it tells how far it is, and so looks whether anybody still waits.
            "return_progress": True,
            "cache_prompt": True,
            **{name: settings[name] for name in _PASSED_ON if settings.get(name) is not None},
        }
        if stops := settings.get("stop_sequences"):
            body["stop"] = stops
        if schema is not None:
            room = min(settings.get("max_tokens") or self._context, self._context // 2) * CHARACTERS_A_TOKEN
            body["grammar"] = self._runtime.grammar(held(schema, room))
        return body


@dataclass
class EmbeddedStream(StreamedResponse):
    """An answer of an embedded model as it is spoken."""

    utterance: Utterance
    name: str
    details: dict[str, Any]
    formed: bool
    """Whether it fills in a form."""
    begun: datetime = field(default_factory=lambda: datetime.now(UTC))

    async def _get_event_iterator(self) -> AsyncIterator[ModelResponseStreamEvent]:
        self.provider_details = dict(self.details)
        async for piece in self.utterance.pieces():
            self._note(piece)
            if piece.text:
                for event in self._parts_manager.handle_text_delta(vendor_part_id="text", content=piece.text):
                    yield event
        if self.formed and self.finish_reason == "stop" and not self._is_form():
            raise Unruly("The runtime did not hold the embedded model to the form; tell us which form it was.")

    def _note(self, piece: Piece) -> None:
        assert self.provider_details is not None
        self.provider_response_id = piece.id or self.provider_response_id
        if piece.finish is not None:
            self.provider_details["finish_reason"] = piece.finish
            self.finish_reason = _FINISHED.get(piece.finish)
        if piece.timings is not None:
            self.provider_details["timings"] = dict(piece.timings)
        if piece.usage is not None:
            self._usage = _used(piece.usage)

    def _is_form(self) -> bool:
        text = "".join(part.content for part in self._parts_manager.get_parts() if isinstance(part, TextPart))
        try:
            json.loads(text)
        except ValueError:
            return False
        return True

    async def close_stream(self) -> None:
        """Ends the answer."""
        self.utterance.stop()

    @property
    def model_name(self) -> str:
        """Which model speaks."""
        return self.name

    @property
    def provider_name(self) -> str:
        """Who answers."""
        return SYSTEM

    @property
    def provider_url(self) -> None:
        """It is in this process."""

    @property
    def timestamp(self) -> datetime:
        """When it was asked."""
        return self.begun


def _used(usage: Mapping[str, Any]) -> RequestUsage:
    cached: Mapping[str, Any] = usage.get("prompt_tokens_details") or {}
    return RequestUsage(
        input_tokens=usage["prompt_tokens"],
        output_tokens=usage["completion_tokens"],
        cache_read_tokens=cached.get("cached_tokens", 0),
    )
