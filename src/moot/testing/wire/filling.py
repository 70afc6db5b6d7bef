"""Filling in a form: the smallest values that fit a JSON schema, always the same ones."""

import math
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeAlias, cast

Schema: TypeAlias = Mapping[str, Any]

_WORD = "moot"
_FORMATS = {
    "date-time": "2026-01-01T00:00:00Z",
    "date": "2026-01-01",
    "time": "00:00:00Z",
    "uuid": "00000000-0000-4000-8000-000000000000",
    "email": "moot@example.com",
    "uri": "https://example.com/",
}
_DEEPEST = 40


class CannotFill(ValueError):
    """The schema asks for something that no small value fits."""


def fill(schema: Schema) -> Any:
    """A value that fits the schema.

    >>> fill({"type": "object", "required": ["side"], "properties": {"side": {"enum": ["for", "against"]}}})
    {'side': 'for'}
    """
    return _Pen(schema).value(schema, 0, 0)


class _Pen:
    """Writes values for the parts of one schema, whose definitions it knows."""

    def __init__(self, root: Schema) -> None:
        self._root = root

    def value(self, schema: Schema, number: int, depth: int) -> Any:
        """A value for a part; `number` tells several in one list apart."""
        if depth > _DEEPEST:
            raise CannotFill("The schema does not end.")
        schema = self._plain(schema)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return schema["enum"][number % len(schema["enum"])]
        if "anyOf" in schema:
            return self._one_of(schema["anyOf"], number, depth)
        return self._typed(schema, number, depth)

    def _plain(self, schema: Schema) -> Schema:
        """The schema without references, and with everything that it must also be."""
        while "$ref" in schema:
            beside = {key: value for key, value in schema.items() if key != "$ref"}
            schema = {**self._pointed(str(schema["$ref"])), **beside}
        if "allOf" in schema:
            parts = [self._plain(part) for part in schema["allOf"]]
            schema = _merged([{key: value for key, value in schema.items() if key != "allOf"}, *parts])
        return {**schema, "anyOf": schema["oneOf"]} if "oneOf" in schema else schema

    def _pointed(self, reference: str) -> Schema:
        found: Any = self._root
        for step in reference.lstrip("#").strip("/").split("/"):
            found = found[step.replace("~1", "/").replace("~0", "~")] if step else found
        return cast(Schema, found)

    def _one_of(self, ways: Sequence[Schema], number: int, depth: int) -> Any:
        if any(self._plain(way).get("type") == "null" for way in ways):
            return None
        *ways, last = ways
        for way in ways:
            with suppress(CannotFill):
                return self.value(way, number, depth + 1)
        return self.value(last, number, depth + 1)

    def _typed(self, schema: Schema, number: int, depth: int) -> Any:
        told: str | list[str] = schema.get("type", "object" if "properties" in schema else "string")
        kinds = [told] if isinstance(told, str) else told
        match kind := "null" if "null" in kinds else kinds[0]:
            case "object":
                return self._object(schema, depth)
            case "array":
                return self._array(schema, depth)
            case "integer" | "number":
                return _number(schema, number, whole=kind == "integer")
            case "boolean":
                return False
            case "null":
                return None
            case _:
                return _text(schema, number)

    def _object(self, schema: Schema, depth: int) -> dict[str, Any]:
        properties: Mapping[str, Schema] = schema.get("properties", {})
        return {
            name: self.value(properties.get(name, {}), 0, depth + 1)
            for name in [*properties, *schema.get("required", ())]
            if name in schema.get("required", ())
        }

    def _array(self, schema: Schema, depth: int) -> list[Any]:
        first: Sequence[Schema] = schema.get("prefixItems", ())
        length = max(int(schema.get("minItems", 0)), len(first))
        items: Any = schema.get("items", {})
        return [self.value(first[place] if place < len(first) else items, place, depth + 1) for place in range(length)]


def _merged(parts: Sequence[Schema]) -> Schema:
    whole: dict[str, Any] = {}
    for part in parts:
        properties = {**whole.get("properties", {}), **part.get("properties", {})}
        required = [*whole.get("required", ()), *part.get("required", ())]
        whole |= part
        if properties:
            whole |= {"properties": properties, "required": required}
    return whole


def _text(schema: Schema, number: int) -> str:
    if "pattern" not in schema and schema.get("format") in _FORMATS:
        return _FORMATS[schema["format"]]
    least, most = int(schema.get("minLength", 0)), int(schema.get("maxLength", 1 << 20))
    word = _WORD if number == 0 else f"{_WORD}{number + 1}"
    text = " ".join([word] * (least // (len(word) + 1) + 1)).ljust(least, ".")[:most]
    return text if "pattern" not in schema else _matching(str(schema["pattern"]), text, least, most)


def _matching(pattern: str, text: str, least: int, most: int) -> str:
    """One of a few simple texts; a pattern that none of them fits needs a script."""
    tried = (text, "a" * max(least, 1), "A" * max(least, 1), "1" * max(least, 1), "A1", "E1", "a-1", "moot-1", "")
    for each in tried:
        if least <= len(each) <= most and re.search(pattern, each):
            return each
    raise CannotFill(f"No simple text fits the pattern {pattern!r}.")


def _number(schema: Schema, number: int, *, whole: bool) -> float | int:
    """The number nearest to none that fits; the next ones where several must differ."""
    step = float(schema.get("multipleOf", 1))
    least = _bound(schema, "minimum", "exclusiveMinimum", 1 if whole else step / 1000)
    most = _bound(schema, "maximum", "exclusiveMaximum", -1 if whole else -step / 1000)
    floor, ceiling = -math.inf if least is None else least, math.inf if most is None else most
    value = min(max(0.0, floor), ceiling)
    if whole or "multipleOf" in schema:
        value = math.ceil(value / step) * step
    value = value + number * step if value + number * step <= ceiling else value
    if not floor <= value <= ceiling:
        raise CannotFill("No number fits.")
    return int(value) if whole else value


def _bound(schema: Schema, closed: str, opened: str, beside: float) -> float | None:
    found = [float(schema[closed])] if closed in schema else []
    found += [float(schema[opened]) + beside] if opened in schema else []
    return None if not found else max(found) if beside > 0 else min(found)
