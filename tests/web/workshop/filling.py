"""What a person types into a drawn form, from the value that is meant: the way back from the page's reading of it."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from moot.web.controls import Schema, is_each_named, properties, resolved


def typed(schema: Schema, value: Any, name: str) -> dict[str, str]:
    """The fields of a form that is filled in with a value."""
    fields: dict[str, str] = {}
    _type(resolved(schema, schema), value, name, schema, fields)
    return fields


def _type(schema: Schema, value: Any, name: str, root: Schema, fields: dict[str, str]) -> None:
    match value:
        case Mapping():
            told = cast(Mapping[str, Any], value)
            for part, own, _ in properties(schema, root):
                if part in told:
                    _type(own, told[part], f"{name}.{part}", root, fields)
        case list() | tuple():
            _list(schema, cast(Sequence[Any], value), name, root, fields)
        case bool():
            fields[name] = "yes" if value else ""
        case _:
            fields[name] = str(value)


def _list(schema: Schema, values: Sequence[Any], name: str, root: Schema, fields: dict[str, str]) -> None:
    items = resolved(schema["items"], root)
    if is_each_named(schema, root):
        fields.update({f"{name}.{value}": "yes" for value in values})
    elif items.get("type") == "object":
        fields[f"rows:{name}"] = str(max(1, len(values)))
        for place, value in enumerate(values):
            _type(items, value, f"{name}.{place}", root, fields)
    else:
        fields[name] = "\n".join(str(value) for value in values)
