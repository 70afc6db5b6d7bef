"""Tables of what can be set, read off the models that take it: what fits, what holds otherwise, what it means."""

import ast
import inspect
import json
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from moot.formats.workshop import Workshop
from moot.http.workshop_forms import WorkshopForm
from moot.settings import Settings, variable_of
from scripts.cells import one_line

HEAD = "| name | takes | unless set | |\n|---|---|---|---|"
_ELSEWHERE = {"players", "budget", "title", "fork"}
"""What every format's set-up has."""
_OTHERWISE = {*_ELSEWHERE, "cast", "gates", "lessons", "repo"}
"""What is sent in another form than it is kept in."""


def what_is_sent() -> str:
    """What `POST /api/v1/workshops` takes; what goes into the set-up as it stands is told by the set-up."""
    return "\n".join([HEAD, *_sent(WorkshopForm.model_json_schema(), Workshop.model_json_schema()["properties"])])


def what_is_agreed() -> str:
    """The parts of a set-up and of what is sent, one after the other."""
    defined = {**WorkshopForm.model_json_schema()["$defs"], **Workshop.model_json_schema()["$defs"]}
    told: list[str] = []
    for name, part in {**_parts(Workshop, _ELSEWHERE), **_parts(WorkshopForm, set())}.items():
        told += [f"### {name}\n\n{one_line(inspect.getdoc(part) or '')}\n", HEAD, *_rows(part, defined[name]), ""]
    return "\n".join(told).rstrip()


def _sent(form: Mapping[str, Any], agreed: Mapping[str, Any]) -> Iterator[str]:
    """The fields of the form; those that the set-up has too take what fits there."""
    own, said = WorkshopForm.model_fields, meanings(Workshop)
    for name, field in own.items():
        kept = Workshop.model_fields.get(name)
        if kept is None or name in _OTHERWISE:
            yield _row(name, _takes(form["properties"][name], or_nothing=False), _default(field), field.description)
        else:
            meaning = field.description or _about(kept.annotation) or said.get(name)
            yield _row(name, _takes(agreed[name], or_nothing=False), _default(kept), meaning)


def settings() -> str:
    """Every setting of the house."""
    return "\n".join([HEAD, *_settings()])


def _settings() -> Iterator[str]:
    said = meanings(Settings)
    schema = Settings.model_json_schema(by_alias=False)["properties"]
    for name, field in Settings.model_fields.items():
        yield _row(variable_of(name), _takes(schema[name], or_nothing=False), _default(field), said.get(name))


def _rows(model: type[BaseModel], schema: Mapping[str, Any]) -> Iterator[str]:
    said = meanings(model)
    for name, field in model.model_fields.items():
        meaning = field.description or said.get(name) or _about(field.annotation)
        yield _row(name, _takes(schema["properties"][name]), _default(field), meaning)


def _about(annotation: Any) -> str:
    """What the part of a set-up is about that a field takes."""
    return next((inspect.getdoc(part) or "" for part in _models_in(annotation)), "")


def _row(name: str, takes: str, default: str, meaning: str | None) -> str:
    return f"| `{name}` | {takes} | {default} | {one_line(meaning or '')} |"


def _parts(model: type[BaseModel], without: set[str]) -> dict[str, type[BaseModel]]:
    """The models that a set-up is made of, each once, in the order that they are met."""
    found: dict[str, type[BaseModel]] = {}
    for name, field in model.model_fields.items():
        if name not in without:
            for part in _models_in(field.annotation):
                found |= {part.__name__: part, **_parts(part, without)}
    return found


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if inspect.isclass(annotation) and issubclass(annotation, BaseModel):
        yield annotation
    for inside in getattr(annotation, "__args__", ()):
        yield from _models_in(inside)


def meanings(model: type[BaseModel]) -> dict[str, str]:
    """What the texts below the fields of a model say, those of the models it is made from included."""
    told: dict[str, str] = {}
    for each in reversed(model.__mro__):
        if issubclass(each, BaseModel) and each is not BaseModel and each.__module__.startswith("moot"):
            told |= dict(_texts(ast.parse(textwrap.dedent(inspect.getsource(each))).body[0]))
    return told


def _texts(body: ast.stmt) -> Iterator[tuple[str, str]]:
    assert isinstance(body, ast.ClassDef)
    for field, text in zip(body.body, body.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(text, ast.Expr):
            yield field.target.id, str(ast.literal_eval(text.value))


def _takes(schema: Mapping[str, Any], *, or_nothing: bool = True) -> str:
    """What fits, in words."""
    if "$ref" in schema:
        return f"[{_named(schema)}](#{_named(schema).lower()})"
    if "anyOf" in schema:
        fits = [each for each in schema["anyOf"] if or_nothing or each.get("type") != "null"]
        return " or ".join(dict.fromkeys(_takes(each) for each in fits))
    if "enum" in schema:
        return ", ".join(f"`{each}`" for each in schema["enum"])
    if "const" in schema:
        return f"`{schema['const']}`"
    return _plainly(schema) + _bounds(schema)


def _plainly(schema: Mapping[str, Any]) -> str:
    match schema.get("type"):
        case "array":
            inside = _takes(schema.get("items", {}))
            return f"list: {inside}" if inside else "list"
        case "object":
            return "mapping"
        case "integer" | "number" as kind:
            return "number" if kind == "number" else "whole number"
        case "boolean":
            return "`true`, `false`"
        case "null":
            return "nothing"
        case "string":
            return "path" if schema.get("format") == "path" else "text"
        case _:
            return "anything"


def _bounds(schema: Mapping[str, Any]) -> str:
    least = schema.get("minimum", schema.get("exclusiveMinimum"))
    most = schema.get("maximum", schema.get("exclusiveMaximum"))
    above = "over " if "exclusiveMinimum" in schema else ""
    if least is not None and most is not None:
        return f", {above}{least:,} to {most:,}"
    return f", {above}{least:,} or more" if least is not None else ""


def _named(schema: Mapping[str, Any]) -> str:
    return str(schema["$ref"]).rpartition("/")[2]


def _default(field: FieldInfo) -> str:
    if field.is_required():
        return "must be set"
    value: Any = field.get_default(call_default_factory=True)
    if isinstance(value, BaseModel):
        return "on, as below"
    if value is None:
        return "–"
    told = json.dumps(value, default=_told, ensure_ascii=False).replace(str(Path.home()), "~")
    return "none" if told in ("[]", "{}", '""') else f"`{told}`"


def _told(value: Any) -> Any:
    return str(value) if isinstance(value, Path) else value.name
