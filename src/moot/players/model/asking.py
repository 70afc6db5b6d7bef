"""What a model is sent: who it is, what it may read, what is wanted, and the form to fill in."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal, TypeAlias, cast

from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    SystemPromptPart,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.models.wrapper import WrapperModel
from pydantic_ai.output import OutputMode, OutputObjectDefinition
from pydantic_ai.settings import ModelSettings
from pydantic_ai.tools import ToolDefinition

from moot.debate import Json, JsonObject
from moot.engine import GRANTS, Call, Unfit
from moot.players.model.forms import ANSWER, KEPT_FORMS, Forms, Schema, schema_for
from moot.players.named import HEADERS

Role: TypeAlias = Literal["system", "user", "assistant"]

MOST_TOKENS = 4096
"""The most that an answer may have unless it is set otherwise; what a model thinks before it speaks counts too."""

_OURS = frozenset({"output", "stream", "timeout", GRANTS})
"""Settings that are for the player and not for the provider."""


@dataclass(frozen=True, slots=True)
class Round:
    """What a model said instead of its answer, to use tools, and what it was told."""

    response: ModelResponse
    told: tuple[ToolReturnPart, ...]
    first: int
    """The number of its first use among all of the turn."""

    @property
    def texts(self) -> list[str]:
        """All that was said."""
        calls = (part for part in self.response.parts if isinstance(part, ToolCallPart))
        used = (f"{call.tool_name} {call.args_as_json_str()}" for call in calls)
        return [_words(self.response), *used, *(str(part.content) for part in self.told)]

    def kept(self) -> list[Json]:
        """The round as the prompt keeps it; what the tools told is kept once, among the facts."""
        numbers = range(self.first, self.first + len(self.told))
        said: dict[str, Json] = {"role": "assistant", "content": _words(self.response), "tool_calls": [*numbers]}
        return [said, *({"role": "tool", "tool_call": number} for number in numbers)]


@dataclass(frozen=True, slots=True)
class Asking:
    """A question as it is put to a model."""

    said: tuple[tuple[Role, str], ...]
    forms: Forms
    settings: Mapping[str, Any]
    """As they were set, with ours among them."""
    tools: tuple[ToolDefinition, ...] = ()
    """What may be used before the form is filled in."""
    rounds: tuple[Round, ...] = ()
    """What was used so far."""

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
        said = [ModelRequest([*roles, UserPromptPart(first[1])]), *(_message(*other) for other in others)]
        return [*said, *(each for one in self.rounds for each in (one.response, ModelRequest(one.told)))]

    @property
    def parameters(self) -> ModelRequestParameters:
        """The form, for whichever way of filling it in suits the model best."""
        form = _parameters(self.forms, cast(OutputMode, self.settings.get("output", "auto")))
        return replace(form, function_tools=list(self.tools)) if self.tools else form

    @property
    def texts(self) -> list[str]:
        """All that the model has to read."""
        used = [text for one in self.rounds for text in one.texts]
        return [*(text for _, text in self.said), _written(self.forms), *map(_described, self.tools), *used]

    @property
    def most_tokens(self) -> int:
        """The most that the answer may have."""
        return int(self.settings["max_tokens"])

    def offering(self, tools: tuple[ToolDefinition, ...], how: str) -> "Asking":
        """The same question to somebody who may use tools, and is told how."""
        role, *others = self.said
        roles = [role] if role[0] == "system" else []
        told = "\n\n".join([*(text for _, text in roles), how])
        return replace(self, said=(("system", told), *(others if roles else self.said)), tools=tools)

    def without_tools(self) -> "Asking":
        """The same question to somebody who has used enough of them."""
        return replace(self, tools=())

    def after(self, response: ModelResponse, told: tuple[ToolReturnPart, ...]) -> "Asking":
        """The question with one more round of tools behind it."""
        first = sum(len(one.told) for one in self.rounds)
        return replace(self, rounds=(*self.rounds, Round(response, told, first)))

    def for_model(self, model: Model) -> ModelSettings:
        """The settings as the provider gets them. Its own retries are off: ours are counted."""
        told = {name: value for name, value in self.settings.items() if name not in _OURS}
        if "max_retries" not in _innermost(model).unsupported_settings:
            told["max_retries"] = 0
        return cast(ModelSettings, told)

    def told(self, mode: str) -> JsonObject:
        """What was sent, as it is kept; without keys."""
        settings = {name: value for name, value in self.settings.items() if name != HEADERS}
        said: list[Json] = [{"role": role, "content": text} for role, text in self.said]
        told: dict[str, Json] = {
            "messages": [*said, *(each for one in self.rounds for each in one.kept())],
            "settings": cast(Json, json.loads(json.dumps(settings, default=str))),
            "form": self.schema,
            "output": mode,
        }
        tools = [cast(Json, json.loads(_described(tool))) for tool in self.tools]
        return {**told, "tools": tools} if tools else told


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


def _described(tool: ToolDefinition) -> str:
    told = {"name": tool.name, "description": tool.description, "arguments": tool.parameters_json_schema}
    return json.dumps(told, ensure_ascii=False)


def _words(response: ModelResponse) -> str:
    return "\n".join(part.content for part in response.parts if isinstance(part, TextPart))


def _sent_back(unfit: Unfit) -> str:
    return f"This answer does not fit. {unfit.fault}\n\nSend the whole answer again, corrected, in the same form."


def _message(role: Role, text: str) -> ModelMessage:
    return ModelResponse([TextPart(text)]) if role == "assistant" else ModelRequest([UserPromptPart(text)])


def _innermost(model: Model) -> Model:
    while isinstance(model, WrapperModel):
        model = model.wrapped
    return model
