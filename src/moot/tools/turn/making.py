"""Making a tool out of a form for its arguments and a function of the filled form."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, cast

from pydantic import BaseModel, ValidationError

from moot.debate import JsonObject
from moot.engine import Told, Tool

_MOST_FAULTS = 5
_NOT_TOLD = ("title", "default")


class Arguments(BaseModel, frozen=True, extra="forbid"):
    """What a tool is given."""


A = TypeVar("A", bound=Arguments)


def tool(name: str, description: str, form: type[A], use: Callable[[A], Awaitable[Told]]) -> Tool:
    """A tool whose arguments are read strictly; what does not fit is told, and nothing is done."""

    async def read_and_use(arguments: JsonObject) -> Told:
        try:
            filled = form.model_validate(arguments)
        except ValidationError as unfit:
            faults = (f"{'.'.join(map(str, each['loc'])) or name}: {each['msg']}" for each in unfit.errors())
            return Told(f"The arguments do not fit. {'; '.join([*faults][:_MOST_FAULTS])}.", ok=False)
        return await use(filled)

    return Tool(name, description, _schema(form), read_and_use)


def _schema(form: type[Arguments]) -> JsonObject:
    told: dict[str, Any] = _bare(form.model_json_schema())
    return {"type": "object", "properties": {}, **told}


def _bare(part: Any) -> Any:
    """A schema without what says nothing to a model."""
    if isinstance(part, list):
        return [_bare(each) for each in cast(list[Any], part)]
    if not isinstance(part, dict):
        return part
    fields = cast(dict[str, Any], part).items()
    return {name: _bare(value) for name, value in fields if name not in _NOT_TOLD or isinstance(value, dict)}
