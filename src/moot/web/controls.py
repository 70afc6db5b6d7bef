"""Controls: any move of any format as a form that works without scripts, drawn from the JSON Schema of the move."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from moot.web.words import in_words

Kind: TypeAlias = Literal["line", "text", "lines", "number", "choice", "tick", "ticks", "group", "rows", "either"]
Schema: TypeAlias = Mapping[str, Any]
Fields: TypeAlias = Mapping[str, str]

ROWS = "rows:"
"""Before the name of a list: how many rows of it are shown."""
_LONG = 120
_MOST_ROWS = 20
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
CONSTANT = object()


@dataclass(frozen=True, slots=True)
class Control:
    """A part of a form."""

    kind: Kind
    name: str
    label: str
    help: str = ""
    required: bool = False
    value: str = ""
    values: tuple[str, ...] = ()
    """What can be chosen."""
    chosen: frozenset[str] = frozenset()
    parts: tuple["Control", ...] = ()
    """The controls of a group, the rows of a list, the ways of an either."""
    more: bool = False
    """Whether another row can be added."""
    least: str = ""
    most: str = ""
    step: str = ""


def resolved(schema: Schema, root: Schema) -> Schema:
    """The schema itself, where it only points at one."""
    if (ref := schema.get("$ref")) is not None:
        aim: Schema = root
        for step in str(ref).removeprefix("#/").split("/"):
            aim = aim[step]
        return {**resolved(aim, root), **{name: value for name, value in schema.items() if name != "$ref"}}
    ways = [way for way in schema.get("anyOf", ()) if way.get("type") != "null"]
    if len(ways) == 1:
        kept = {name: value for name, value in schema.items() if name != "anyOf"}
        return {**resolved(ways[0], root), **kept}
    return schema


def constant(schema: Schema) -> Any:
    """What a schema leaves no choice about; CONSTANT where there is one."""
    if "const" in schema:
        return schema["const"]
    values = schema.get("enum", ())
    return values[0] if len(values) == 1 else CONSTANT


def properties(schema: Schema, root: Schema) -> Iterator[tuple[str, Schema, bool]]:
    """The parts of an object: name, schema, and whether it must be given."""
    needed = schema.get("required", ())
    for name, part in schema.get("properties", {}).items():
        yield name, resolved(part, root), name in needed


def is_each_named(schema: Schema, root: Schema) -> bool:
    """Whether this is a list of things that can be ticked."""
    return schema.get("type") == "array" and "enum" in resolved(schema.get("items", {}), root)


def ways(schema: Schema, root: Schema) -> list[Schema]:
    """The shapes that a value may have, where there are several."""
    return [resolved(way, root) for way in schema.get("anyOf", ()) if way.get("type") != "null"]


def rows_shown(schema: Schema, name: str, fields: Fields) -> int:
    """How many rows of a list a form shows."""
    most = min(int(schema.get("maxItems", _MOST_ROWS)), _MOST_ROWS)
    asked = fields.get(ROWS + name, "")
    wanted = int(asked) if asked.isdecimal() else max(int(schema.get("minItems", 0)), 1)
    return max(1, min(most, wanted))


@dataclass(frozen=True, slots=True)
class Drawing:
    """Draws the controls of one form, with what was filled in before."""

    root: Schema
    fields: Fields

    def drawn(self, schema: Schema, name: str, label: str = "", required: bool = True) -> Control:
        """The control of a value."""
        schema = resolved(schema, self.root)
        told: dict[str, Any] = {"help": str(schema.get("description", "")), "required": required}
        if (several := ways(schema, self.root)) and len(several) > 1:
            return Control("either", name, label, **told, value=self._got(name), parts=self._ways(several, name))
        match schema.get("type"):
            case "object":
                return Control("group", name, label, **told, parts=tuple(self._properties(schema, name, required)))
            case "array":
                return self._list(schema, name, label, told)
            case _:
                return self._single(schema, name, label, told)

    def _properties(self, schema: Schema, name: str, required: bool) -> Iterator[Control]:
        for part, own, needed in properties(schema, self.root):
            if constant(own) is CONSTANT:
                yield self.drawn(own, f"{name}.{part}", str(own.get("label") or _labelled(part)), needed and required)

    def _ways(self, several: list[Schema], name: str) -> tuple[Control, ...]:
        return tuple(self.drawn(way, f"{name}.{n}", _way_named(way, self.root), False) for n, way in enumerate(several))

    def _list(self, schema: Schema, name: str, label: str, told: dict[str, Any]) -> Control:
        items = resolved(schema.get("items", {}), self.root)
        if is_each_named(schema, self.root):
            values = tuple(str(value) for value in items["enum"])
            ticked = frozenset(value for value in values if self._got(f"{name}.{value}"))
            return Control("ticks", name, label, **told, values=values, chosen=ticked)
        if items.get("type") != "object":
            return Control("lines", name, label, **told, value=self._got(name))
        shown, least = rows_shown(schema, name, self.fields), int(schema.get("minItems", 0))
        rows = tuple(self.drawn(items, f"{name}.{n}", f"{label} {n + 1}", n < least) for n in range(shown))
        more = shown < min(int(schema.get("maxItems", _MOST_ROWS)), _MOST_ROWS)
        return Control("rows", name, label, **told, parts=rows, value=str(shown), more=more)

    def _single(self, schema: Schema, name: str, label: str, told: dict[str, Any]) -> Control:
        value = self._got(name)
        if "enum" in schema:
            return Control("choice", name, label, **told, value=value, values=tuple(str(v) for v in schema["enum"]))
        if schema.get("type") == "boolean":
            return Control("tick", name, label, help=told["help"], value=value)
        if schema.get("type") in ("number", "integer"):
            bounds: dict[str, Any] = {"least": str(schema.get("minimum", "")), "most": str(schema.get("maximum", ""))}
            step = "1" if schema["type"] == "integer" else "any"
            return Control("number", name, label, **told, value=value, **bounds, step=step)
        short = int(schema.get("maxLength", _LONG + 1)) <= _LONG
        return Control("line" if short else "text", name, label, **told, value=value)

    def _got(self, name: str) -> str:
        return self.fields.get(name, "")


def _labelled(name: str) -> str:
    words = in_words(name)
    return words[:1].upper() + words[1:]


def _way_named(way: Schema, root: Schema) -> str:
    """A way by its title, and by what it leaves no choice about."""
    words = _CAMEL.sub(" ", str(way.get("title", ""))).replace("_", " ").lower()
    fixed = [f"{name} {constant(own)}" for name, own, _ in properties(way, root) if constant(own) is not CONSTANT]
    told = f"{words} ({', '.join(fixed)})" if fixed else words
    return told[:1].upper() + told[1:]
