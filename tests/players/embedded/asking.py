"""How the tests put a question to a model."""

from typing import Any

from pydantic import BaseModel
from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, SystemPromptPart, TextPart, UserPromptPart
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.settings import ModelSettings

FREELY = ModelRequestParameters()


def asked(task: str, role: str = "You are brief.") -> list[ModelMessage]:
    return [ModelRequest([SystemPromptPart(role), UserPromptPart(task)])]


def filling(form: type[BaseModel]) -> ModelRequestParameters:
    schema: dict[str, Any] = form.model_json_schema()
    return ModelRequestParameters(
        output_mode="auto", output_object=OutputObjectDefinition(json_schema=schema), allow_text_output=False
    )


def said(response: ModelResponse) -> str:
    return "".join(part.content for part in response.parts if isinstance(part, TextPart))


def settings(**given: Any) -> ModelSettings:
    return ModelSettings(**given)
