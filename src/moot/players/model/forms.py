"""Forms as models are told them: strict JSON schemas; and a filled form, out of what a model wrote."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, TypeAlias, cast, get_args

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

Schema: TypeAlias = dict[str, Any]
Forms: TypeAlias = tuple[type[BaseModel], ...]

ANSWER = "answer"
"""The one field of the object in which one of several forms is sent; no provider takes a choice as the whole."""

KEPT_FORMS = 256
"""How many forms are remembered with what was made of them."""

_NOT_TOLD = frozenset({"title", "default", "discriminator", "examples"})
_NAMED_PARTS = frozenset({"properties", "$defs", "patternProperties"})
_PARTS = frozenset({"items", "prefixItems", "anyOf", "oneOf", "allOf", "additionalProperties", "not"})
_FENCED = re.compile(r"```(?:json)?[ \t]*\n(.*?)\n?```", re.DOTALL | re.IGNORECASE)


@lru_cache(maxsize=KEPT_FORMS)
def schema_for(forms: Forms) -> Schema:
    """What must be sent: the form itself, or an object whose `answer` is one of several.

    Nothing is left out of a form and nothing is added to it; what need not be said is null where it may be.
    """
    if len(forms) == 1:
        return _strict(forms[0].model_json_schema())
    references, whole = models_json_schema([(form, "validation") for form in forms])
    ways = [references[form, "validation"] for form in forms]
    wrapped = {"type": "object", "properties": {ANSWER: {"anyOf": ways}}, "$defs": whole["$defs"]}
    return _strict(wrapped)


def filled(text: str, forms: Forms) -> str:
    """The JSON text of the filled form; whatever else came, as it came.

    Only a whole JSON object counts, in a code fence or without: no decision is fished out of prose.
    """
    inside = _unfenced(text)
    told = _object(inside)
    if told is None:
        return text
    named = _named(_unwrapped(told, forms), forms)
    return inside if named is told else json.dumps(named, ensure_ascii=False)


def is_whole(text: str) -> bool:
    """Whether the text is one JSON object, from its first character to its last."""
    return _object(_unfenced(text)) is not None


@lru_cache(maxsize=KEPT_FORMS)
def prose_of(forms: Forms) -> frozenset[str]:
    """The fields of forms that a watcher wants to read while they are being filled in."""
    return spoken(schema_for(forms))


def spoken(schema: Schema) -> frozenset[str]:
    """The fields in which something is said in free words, which is what a watcher wants to read."""
    return frozenset(
        name
        for part in _every(schema)
        for name, field in cast(Mapping[str, Schema], part.get("properties", {})).items()
        if any(_is_free(each) for each in _every(field))
    )


def _strict(schema: Schema) -> Schema:
    told = {key: _part(key, value) for key, value in schema.items() if key not in _NOT_TOLD}
    if "oneOf" in told:
        told["anyOf"] = told.pop("oneOf")
    if "properties" in told:
        told |= {"required": list(told["properties"]), "additionalProperties": False}
    return told


def _part(key: str, value: Any) -> Any:
    if key in _NAMED_PARTS:
        return {name: _strict(part) for name, part in value.items()}
    if key not in _PARTS:
        return value
    if isinstance(value, list):
        return [_strict(part) for part in cast(list[Schema], value)]
    return _strict(cast(Schema, value)) if isinstance(value, dict) else value


def _every(schema: Schema) -> Iterator[Schema]:
    """The schema and every part of it."""
    yield schema
    for key, value in schema.items():
        if key in _NAMED_PARTS:
            inside = list(cast(Mapping[str, Any], value).values())
        elif key in _PARTS:
            inside = cast(list[Any], value) if isinstance(value, list) else [value]
        else:
            inside = []
        for part in inside:
            if isinstance(part, dict):
                yield from _every(cast(Schema, part))


def _is_free(field: Schema) -> bool:
    return field.get("type") == "string" and not field.keys() & {"const", "enum", "pattern", "format"}


def _unfenced(text: str) -> str:
    fenced = _FENCED.fullmatch(text.strip())
    return (fenced.group(1) if fenced else text).strip()


def _object(text: str) -> dict[str, Any] | None:
    try:
        told: object = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        return None
    return cast(dict[str, Any], told) if isinstance(told, dict) else None


def _no_number(constant: str) -> None:
    raise ValueError(f"{constant} is no number in JSON")


def _unwrapped(told: dict[str, Any], forms: Forms) -> dict[str, Any]:
    inside: object = told.get(ANSWER)
    if len(forms) == 1 or len(told) != 1 or not isinstance(inside, dict):
        return told
    return cast(dict[str, Any], inside)


def _named(told: dict[str, Any], forms: Forms) -> dict[str, Any]:
    """The form with its kind: where there is only one, it need not have been said."""
    if len(forms) != 1 or "kind" in told or "kind" not in forms[0].model_fields:
        return told
    kinds = get_args(forms[0].model_fields["kind"].annotation)
    return {"kind": kinds[0], **told} if len(kinds) == 1 else told
