"""What a model is told of the form it fills in: a grammar holds it to the fields, and this says what they are for."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

_DEEPEST = 3
_MOST_NAMED = 8
_DEFS = "#/$defs/"


def outline(schema: Mapping[str, Any]) -> str:
    """The fields of a form, a line each, with what the form says of them."""
    lines = list(_lines(schema, schema.get("$defs", {}), 0))
    return "\n".join(["Answer with one JSON object, in few words:", *lines]) if lines else ""


def _lines(part: Mapping[str, Any], defs: Mapping[str, Any], depth: int) -> Iterator[str]:
    for way in _ways(part, defs):
        fields: Mapping[str, Mapping[str, Any]] = way.get("properties", {})
        for name, field in fields.items():
            yield f"{'  ' * depth}- {name}{_about(field, defs)}"
            if depth + 1 < _DEEPEST:
                yield from _lines(field, defs, depth + 1)


def _ways(part: Mapping[str, Any], defs: Mapping[str, Any], deeper: int = 4) -> Iterator[Mapping[str, Any]]:
    """The objects that a part may be, or a list of them."""
    part = _resolved(part, defs)
    inside = [*part.get("anyOf", ()), *part.get("oneOf", ()), *part.get("allOf", ())]
    if isinstance(part.get("items"), Mapping):
        inside.append(part["items"])
    if deeper:
        yield from (way for each in inside for way in _ways(each, defs, deeper - 1))
    if not inside:
        yield part


def _about(field: Mapping[str, Any], defs: Mapping[str, Any]) -> str:
    whole = {**_resolved(field, defs), **field}
    said = [str(whole["description"]).strip()] if whole.get("description") else []
    values = cast(list[Any], whole.get("enum") or ([whole["const"]] if "const" in whole else []))
    if 0 < len(values) <= _MOST_NAMED:
        said.append(f"One of: {', '.join(map(str, values))}." if len(values) > 1 else f"Always {values[0]}.")
    return f": {' '.join(said)}" if said else ""


def _resolved(part: Mapping[str, Any], defs: Mapping[str, Any]) -> Mapping[str, Any]:
    reference = part.get("$ref")
    return part if reference is None else defs.get(str(reference).removeprefix(_DEFS), {})
