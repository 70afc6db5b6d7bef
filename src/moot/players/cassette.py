"""Cassettes: what a model was asked and answered, recorded once and played again, so that tests cost nothing.

A cassette is a file of JSON lines. Each has the request as it was put (without keys), its digest, and the response.
"""

import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast

from pydantic import TypeAdapter
from pydantic_ai.messages import ModelMessage, ModelResponse
from pydantic_ai.models import (
    CompletedStreamedResponse,
    Model,
    ModelRequestParameters,
    StreamedResponse,
    infer_model_profile,
)
from pydantic_ai.models.wrapper import WrapperModel
from pydantic_ai.settings import ModelSettings

from moot.engine import PlayerFailed
from moot.notation import canonical

Mode: TypeAlias = Literal["replay", "record"]
"""`replay` asks nobody; `record` asks for what is not on the cassette yet and adds it."""

_MESSAGES: TypeAdapter[list[ModelMessage]] = TypeAdapter(list[ModelMessage])
_RESPONSE: TypeAdapter[ModelResponse] = TypeAdapter(ModelResponse)
_PASSING = frozenset({"timestamp", "run_id", "conversation_id"})
"""What differs each time and means nothing."""
_NOT_KEPT = frozenset({"extra_headers", "max_retries", "timeout", "request_timeout", "first_event_timeout"})
"""Settings that hold keys, or that change nothing of the answer."""


class NotOnCassette(PlayerFailed):
    """This was never recorded."""


class Unplugged(Model):
    """A model that is known by name alone and cannot be asked: for playing a cassette without a key."""

    def __init__(self, name: str) -> None:
        super().__init__(profile=infer_model_profile(name))
        self._system, _, self._name = name.rpartition(":")

    @property
    def model_name(self) -> str:
        """As the provider names it."""
        return self._name

    @property
    def system(self) -> str:
        """The provider."""
        return self._system

    async def request(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
    ) -> ModelResponse:
        """Always fails."""
        raise PlayerFailed(f"{self.model_id} is only played from a cassette.")


class Cassette(WrapperModel):
    """A model whose answers are on a cassette."""

    def __init__(self, wrapped: Model, path: Path, mode: Mode = "replay") -> None:
        super().__init__(wrapped)
        self._path = path
        self._mode: Mode = mode
        self._kept = _read(path)

    async def request(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
    ) -> ModelResponse:
        """The recorded answer, or a new one that is recorded."""
        asked = self._asked(messages, model_settings, model_request_parameters)
        kept = self._found(asked)
        if kept is None:
            kept = await self.wrapped.request(messages, model_settings, model_request_parameters)
            self._keep(asked, kept)
        return kept

    @asynccontextmanager
    async def request_stream(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
        run_context: Any = None,
    ) -> AsyncGenerator[StreamedResponse]:
        """The same as a stream; what did not come to its end is not recorded."""
        asked = self._asked(messages, model_settings, model_request_parameters)
        kept = self._found(asked)
        if kept is not None:
            yield CompletedStreamedResponse(kept, model_request_parameters=model_request_parameters, replay_events=True)
            return
        async with self.wrapped.request_stream(
            messages, model_settings, model_request_parameters, run_context
        ) as stream:
            yield stream
            if stream.get().state == "complete":
                self._keep(asked, stream.get())

    def _asked(
        self, messages: list[ModelMessage], settings: ModelSettings | None, parameters: ModelRequestParameters
    ) -> dict[str, Any]:
        form = parameters.output_object
        return {
            "model": self.model_id,
            "messages": _lasting(_MESSAGES.dump_python(messages, mode="json")),
            "settings": {name: value for name, value in (settings or {}).items() if name not in _NOT_KEPT},
            "output": parameters.output_mode,
            "form": None if form is None else form.json_schema,
            "tools": sorted(tool.name for tool in parameters.function_tools),
        }

    def _found(self, asked: Mapping[str, Any]) -> ModelResponse | None:
        kept = self._kept.get(_digest(asked))
        if kept is None and self._mode == "replay":
            raise NotOnCassette(
                f"The cassette {self._path.name} has no answer to {_digest(asked)[:12]}: {_gist(asked)!r}. "
                "Record it anew with mode `record`."
            )
        return kept

    def _keep(self, asked: Mapping[str, Any], response: ModelResponse) -> None:
        told = {"digest": _digest(asked), "request": asked, "response": _RESPONSE.dump_python(response, mode="json")}
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(told, ensure_ascii=False) + "\n")
        self._kept[_digest(asked)] = response


def _read(path: Path) -> dict[str, ModelResponse]:
    if not path.exists():
        return {}
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line.strip()]
    return {line["digest"]: _RESPONSE.validate_python(line["response"]) for line in lines}


def _digest(asked: Mapping[str, Any]) -> str:
    return sha256(canonical(asked).encode()).hexdigest()


def _gist(asked: Mapping[str, Any]) -> str:
    """The end of what was asked, by which a person knows it."""
    texts = [part["content"] for part in asked["messages"][-1]["parts"] if isinstance(part.get("content"), str)]
    return " ".join(" ".join(texts).split())[-120:]


def _lasting(told: Any) -> Any:
    """What was said without what differs each time."""
    if isinstance(told, list):
        return [_lasting(part) for part in cast(list[Any], told)]
    if isinstance(told, dict):
        parts = cast(dict[str, Any], told).items()
        return {name: _lasting(part) for name, part in parts if name not in _PASSING and part is not None}
    return told
