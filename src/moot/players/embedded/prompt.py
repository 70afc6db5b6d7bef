"""What a model reads: pydantic-ai's messages as the runtime takes them."""

from collections.abc import Iterator, Sequence
from typing import Any

from pydantic_ai.exceptions import UserError
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelRequestPart,
    ModelResponsePart,
    SystemPromptPart,
    TextContent,
    TextPart,
    ThinkingPart,
    UserPromptPart,
)

Said = dict[str, str]


def conversation(messages: Sequence[ModelMessage], instructions: Sequence[str], task: str = "") -> list[Said]:
    """Who said what, with the standing instructions first and the task at the very end of what the user said.

    What stays the same comes first and what changes comes last, so that the least is read again.
    """
    said = [_said("system", text) for text in instructions]
    for message in messages:
        said += list(_asked(message.parts) if isinstance(message, ModelRequest) else _answered(message.parts))
    if not any(one["role"] == "user" for one in said):
        raise UserError("An embedded model has to be asked something.")
    if task:
        last = max(place for place, one in enumerate(said) if one["role"] == "user")
        said[last] = _said("user", f"{said[last]['content']}\n\n{task}")
    return said


def _asked(parts: Sequence[ModelRequestPart]) -> Iterator[Said]:
    for part in parts:
        match part:
            case SystemPromptPart(content=str(text)):
                yield _said("system", text)
            case UserPromptPart(content=content):
                yield _said("user", content if isinstance(content, str) else "\n".join(map(_text, content)))
            case _:
                raise UserError(f"An embedded model cannot be sent a {part.part_kind}.")


def _answered(parts: Sequence[ModelResponsePart]) -> Iterator[Said]:
    for part in parts:
        match part:
            case TextPart(content=text):
                yield _said("assistant", text)
            case ThinkingPart():
                continue
            case _:
                raise UserError(f"An embedded model cannot be sent a {part.part_kind}.")


def _text(content: Any) -> str:
    match content:
        case str():
            return content
        case TextContent(content=text):
            return text
        case _:
            raise UserError(f"An embedded model reads text alone, no {type(content).__name__}.")


def _said(role: str, content: str) -> Said:
    return {"role": role, "content": content}
