"""Filling in: what was sent in a drawn form, read back into the value that its JSON Schema describes."""

from dataclasses import dataclass
from typing import Any

from moot.debate import InvalidInput
from moot.web.controls import (
    CONSTANT,
    Fields,
    Schema,
    constant,
    is_each_named,
    properties,
    resolved,
    rows_shown,
    ways,
)

NOTHING = object()
"""What a control yields that was left empty."""


@dataclass(frozen=True, slots=True)
class Filling:
    """Reads one form."""

    root: Schema
    fields: Fields

    def value(self, schema: Schema, name: str) -> Any:
        """The value that was filled in; NOTHING where nothing was."""
        schema = resolved(schema, self.root)
        if (fixed := constant(schema)) is not CONSTANT:
            return fixed
        if len(several := ways(schema, self.root)) > 1:
            return self._way(several, name)
        match schema.get("type"):
            case "object":
                return self._object(schema, name)
            case "array":
                return self._list(schema, name)
            case _:
                return self._single(schema, name)

    def whole(self, name: str) -> dict[str, Any]:
        """The object that the form is about; what must be given and was not is for the rules to say."""
        return self._kept(self.root, name)

    def _object(self, schema: Schema, name: str) -> Any:
        kept = self._kept(schema, name)
        said = [part for part, value in kept.items() if part not in self._fixed(schema) and value not in ([], False)]
        return kept if said else NOTHING

    def _kept(self, schema: Schema, name: str) -> dict[str, Any]:
        told = {part: self.value(own, f"{name}.{part}") for part, own, _ in properties(schema, self.root)}
        return {part: value for part, value in told.items() if value is not NOTHING}

    def _fixed(self, schema: Schema) -> dict[str, Any]:
        parts = properties(schema, self.root)
        return {part: fixed for part, own, _ in parts if (fixed := constant(own)) is not CONSTANT}

    def _way(self, several: list[Schema], name: str) -> Any:
        chosen = self._text(name)
        if not chosen.isdecimal() or int(chosen) >= len(several):
            return NOTHING
        way = several[int(chosen)]
        found = self.value(way, f"{name}.{chosen}")
        return self._fixed(way) if found is NOTHING and way.get("type") == "object" else found

    def _list(self, schema: Schema, name: str) -> Any:
        items = resolved(schema.get("items", {}), self.root)
        if is_each_named(schema, self.root):
            return [value for value in items["enum"] if self._text(f"{name}.{value}")]
        if items.get("type") != "object":
            lines = [line.strip() for line in self._text(name).splitlines()]
            return [line for line in lines if line]
        rows = [self.value(items, f"{name}.{n}") for n in range(rows_shown(schema, name, self.fields))]
        return [row for row in rows if row is not NOTHING]

    def _single(self, schema: Schema, name: str) -> Any:
        text = self._text(name)
        if schema.get("type") == "boolean":
            return bool(text)
        if not text:
            return NOTHING
        if "enum" in schema:
            return next((value for value in schema["enum"] if str(value) == text), text)
        if schema.get("type") in ("number", "integer"):
            return _number(text, name)
        return text

    def _text(self, name: str) -> str:
        return self.fields.get(name, "").strip()


def _number(text: str, name: str) -> int | float:
    try:
        return int(text) if text.lstrip("+-").isdecimal() else float(text)
    except ValueError:
        field = name.rpartition(".")[2].replace("_", " ")
        raise InvalidInput(f"{field}: {text!r} is not a number.", suggestion="Write it like 7 or 0.5.") from None
