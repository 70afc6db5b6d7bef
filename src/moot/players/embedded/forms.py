"""A form as a grammar can hold an answer to it: every text, list and number has an end, and no key is left out.

Small models fill whatever room they have. What a schema leaves open is closed here, and nothing goes on to the grammar
that it does not know: a keyword that it cannot keep would switch it off without a word.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, cast

from moot.players.embedded.failures import UnfitSchema
from moot.players.embedded.numbers import number, whole_number

Schema: TypeAlias = dict[str, Any]

TEXTS = (1200, 800, 500, 300, 160, 80, 40)
"""How long a text may be: the first of these with which the whole answer has room."""
ITEMS = 8
"""How long a list may be that says nothing of it."""
SHORT = 120
_DEFS = "#/$defs/"
_KEY = "^[A-Za-z0-9_ -]{1,40}$"
_NOT_BLANK = r"\S"
_FORMATS: Mapping[str, Schema] = {
    "date": {"format": "date"},
    "uuid": {"format": "uuid"},
    "date-time": {"pattern": r"^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])T([01][0-9]|2[0-3]):[0-5][0-9]:00Z$"},
}


def held(schema: Mapping[str, Any], room: int) -> Schema:
    """The form with an end to everything, such that the longest answer has about so many characters at most.

    Raises:
        UnfitSchema: It says what cannot be kept.
    """
    tight: Schema = {}
    for text in TEXTS:
        tight = _whole(schema, text)
        if longest(tight) <= room:
            break
    return {**tight, "x-guidance": {"whitespace_flexible": False}}


def longest(schema: Schema) -> float:
    """How many characters the longest answer has; infinite where a form may hold itself."""
    return _longest(schema, schema.get("$defs", {}), ())


def _whole(schema: Mapping[str, Any], text: int) -> Schema:
    tight = _part(schema, text)
    if "$defs" in schema:
        tight["$defs"] = {name: _part(part, text) for name, part in schema["$defs"].items()}
    return tight


def _part(schema: Any, text: int) -> Schema:
    if schema is False:
        raise UnfitSchema("The form has a part that nothing fits.")
    told: Mapping[str, Any] = {} if schema is True else schema
    for key in ("const", "enum"):
        if key in told:
            return {key: told[key]}
    if "$ref" in told:
        return _reference(told["$ref"])
    for key in ("anyOf", "oneOf"):
        if key in told:
            return {"anyOf": [_part(way, text) for way in told[key]]}
    if "allOf" in told:
        return _part(_only(told["allOf"]), text)
    return _typed(told, text)


def _reference(reference: str) -> Schema:
    if not reference.startswith(_DEFS):
        raise UnfitSchema(f"The form refers to {reference!r}, which is not among its own definitions.")
    return {"$ref": reference}


def _only(parts: Sequence[Any]) -> Any:
    if len(parts) != 1:
        raise UnfitSchema("The form has a part that must fit several forms at once.")
    return parts[0]


def _typed(told: Mapping[str, Any], text: int) -> Schema:
    kind = told.get("type", _guessed(told))
    if isinstance(kind, list):
        return {"anyOf": [_typed({**told, "type": each}, text) for each in cast(list[str], kind)]}
    match kind:
        case "object":
            return _object(told, text)
        case "array":
            return _list(told, text)
        case "string":
            return _text(told, text)
        case "integer":
            return whole_number(told)
        case "number":
            return number(told)
        case "boolean" | "null":
            return {"type": kind}
        case _:
            raise UnfitSchema(f"The form has a part of the unknown type {kind!r}.")


def _guessed(told: Mapping[str, Any]) -> str:
    if told.keys() & {"properties", "additionalProperties"}:
        return "object"
    return "array" if told.keys() & {"items", "prefixItems"} else "string"


def _object(told: Mapping[str, Any], text: int) -> Schema:
    """All keys, in the order in which the form has them; a mapping has a few keys of a line at most."""
    fields: Mapping[str, Any] = told.get("properties", {})
    values = told.get("additionalProperties", not fields)
    names: Any = told.get("propertyNames", {}).get("enum")
    if not fields and values is not False:
        if names is None:
            return _mapping(told, values, text)
        fields = dict.fromkeys(names, values)
    return {
        "type": "object",
        "properties": {name: _part(part, text) for name, part in fields.items()},
        "required": list(fields),
        "additionalProperties": False,
    }


def _mapping(told: Mapping[str, Any], values: Any, text: int) -> Schema:
    least = told.get("minProperties", 0)
    return {
        "type": "object",
        "patternProperties": {_KEY: _part(values, min(text, SHORT))},
        "additionalProperties": False,
        "minProperties": least,
        "maxProperties": max(least, told.get("maxProperties", ITEMS)),
    }


def _list(told: Mapping[str, Any], text: int) -> Schema:
    if places := told.get("prefixItems"):
        count = len(places)
        ends = {"items": False, "minItems": count, "maxItems": count}
        return {"type": "array", "prefixItems": [_part(part, text) for part in places], **ends}
    least = told.get("minItems", 0)
    most = max(least, told.get("maxItems", ITEMS))
    return {"type": "array", "items": _part(told.get("items", True), text), "minItems": least, "maxItems": most}


def _text(told: Mapping[str, Any], text: int) -> Schema:
    if told.get("format") in _FORMATS:
        return {"type": "string", **_FORMATS[told["format"]]}
    least = told.get("minLength", 0)
    tight: Schema = {
        "type": "string",
        "minLength": least,
        "maxLength": max(least, min(text, told.get("maxLength", text))),
    }
    if pattern := told.get("pattern") or (_NOT_BLANK if least else None):
        tight["pattern"] = pattern
    return tight


def _longest(part: Schema, defs: Mapping[str, Schema], inside: tuple[str, ...]) -> float:
    if (name := part.get("$ref")) is not None:
        if name in inside:
            return math.inf
        return _longest(defs[name.removeprefix(_DEFS)], defs, (*inside, name))
    if ways := part.get("anyOf"):
        return max(_longest(way, defs, inside) for way in ways)
    if values := part.get("enum"):
        return max(len(str(value)) for value in values) + 2
    match part.get("type"):
        case "string":
            return part.get("maxLength", 40) + 2
        case "array":
            each = part.get("prefixItems") or [part["items"]] * part["maxItems"]
            return sum(_longest(item, defs, inside) + 1 for item in each) + 2
        case "object":
            return _longest_object(part, defs, inside)
        case _:
            return len(str(part.get("const", ""))) + 12


def _longest_object(part: Schema, defs: Mapping[str, Schema], inside: tuple[str, ...]) -> float:
    fields: Mapping[str, Schema] = part.get("properties", {})
    if mapped := cast(Mapping[str, Schema], part.get("patternProperties", {})):
        fields = {f"{place:40}": value for value in mapped.values() for place in range(part["maxProperties"])}
    return sum(len(name) + 4 + _longest(value, defs, inside) for name, value in fields.items()) + 2
