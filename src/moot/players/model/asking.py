"""What a model is sent: who it is, what it may read, what is wanted, and the form to fill in."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, TypeAlias, cast

from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    SystemPromptPart,
    TextPart,
    UserPromptPart,
)
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.models.wrapper import WrapperModel
from pydantic_ai.output import OutputMode, OutputObjectDefinition
from pydantic_ai.settings import ModelSettings
from pydantic_ai.tools import ToolDefinition

from moot.debate import Json, JsonObject
from moot.engine import Call, Unfit
from moot.players.model.forms import ANSWER, KEPT_FORMS, Forms, Schema, schema_for

Role: TypeAlias = Literal["system", "user", "assistant"]

MOST_TOKENS = 4096
"""The most that an answer may have unless it is set otherwise; what a model thinks before it speaks counts too."""

_OURS = frozenset({"output", "stream", "timeout"})
"""Settings that are for the player and not for the provider."""
_SECRET = frozenset({"extra_headers"})
"""Settings that may hold a key."""


@dataclass(frozen=True, slots=True)
class Asking:
    """A question as it is put to a model."""

    said: tuple[tuple[Role, str], ...]
    forms: Forms
    settings: Mapping[str, Any]
    """As they were set, with ours among them."""

    @property
    def schema(self) -> Schema:
        """The form that must be filled in."""
        return schema_for(self.forms)

    @property
    def messages(self) -> list[ModelMessage]:
        """The conversation as pydantic-ai has it."""
        # One request holds the role and the first question: some providers take no system prompt by itself.
        roles = [SystemPromptPart(text) for role, text in self.said if role == "system"]
        first, *others = self.said[len(roles) :]
        return [ModelRequest([*roles, UserPromptPart(first[1])]), *(_message(*other) for other in others)]

    @property
    def parameters(self) -> ModelRequestParameters:
        """The form, for whichever way of filling it in suits the model best."""
        return _parameters(self.forms, cast(OutputMode, self.settings.get("output", "auto")))

    @property
    def texts(self) -> list[str]:
        """All that the model has to read."""
        return [*(text for _, text in self.said), _written(self.forms)]

    @property
    def most_tokens(self) -> int:
        """The most that the answer may have."""
        return int(self.settings["max_tokens"])

    def for_model(self, model: Model) -> ModelSettings:
        """The settings as the provider gets them. Its own retries are off: ours are counted."""
        told = {name: value for name, value in self.settings.items() if name not in _OURS}
        if "max_retries" not in _innermost(model).unsupported_settings:
            told["max_retries"] = 0
        return cast(ModelSettings, told)

    def told(self, mode: str) -> JsonObject:
        """What was sent, as it is kept; without keys."""
        settings = {name: value for name, value in self.settings.items() if name not in _SECRET}
        return {
            "messages": [{"role": role, "content": text} for role, text in self.said],
            "settings": cast(Json, json.loads(json.dumps(settings, default=str))),
            "form": self.schema,
            "output": mode,
        }


def asking(call: Call, settings: Mapping[str, Any]) -> Asking:
    """The question of a call. What stays the same comes first, so that it need not be read again each time."""
    record = call.brief.record if call.ask.record is None else call.ask.record
    said: list[tuple[Role, str]] = []
    if call.brief.role:
        said.append(("system", call.brief.role))
    said.append(("user", "\n\n".join(filter(None, (record, call.ask.task)))))
    for unfit in call.before:
        said.append(("assistant", unfit.raw.strip() or "(nothing)"))
        said.append(("user", _sent_back(unfit)))
    merged = {"max_tokens": MOST_TOKENS, **settings, **call.settings}
    return Asking(tuple(said), call.ask.forms, merged)


@lru_cache(maxsize=KEPT_FORMS)
def _parameters(forms: Forms, mode: OutputMode) -> ModelRequestParameters:
    """The same object for the same forms, so that a model can remember what it made of it."""
    schema = schema_for(forms)
    description = schema.get("description")
    tool = ToolDefinition(
        name=ANSWER, parameters_json_schema=schema, description=description or "The answer.", kind="output"
    )
    return ModelRequestParameters(
        output_mode=mode,
        output_object=OutputObjectDefinition(json_schema=schema, name=ANSWER, description=description),
        output_tools=[tool],
        allow_text_output=mode in ("native", "prompted"),
    )


@lru_cache(maxsize=KEPT_FORMS)
def _written(forms: Forms) -> str:
    return json.dumps(schema_for(forms), ensure_ascii=False)


def _sent_back(unfit: Unfit) -> str:
    return f"This answer does not fit. {unfit.fault}\n\nSend the whole answer again, corrected, in the same form."


def _message(role: Role, text: str) -> ModelMessage:
    return ModelResponse([TextPart(text)]) if role == "assistant" else ModelRequest([UserPromptPart(text)])


def _innermost(model: Model) -> Model:
    while isinstance(model, WrapperModel):
        model = model.wrapped
    return model
