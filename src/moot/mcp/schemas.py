"""What a tool takes, read off the description of the API: path, query and body in one flat form."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from moot.mcp.refusing import invalid
from moot.mcp.table import Row
from moot.mcp.wire import PREFIX
from moot.mcp.words import MORE, WORDS

_COMPONENTS = "#/components/schemas/"
_SAY_IT_THEMSELVES = frozenset({"join", "wait", "wait_in_arena"})


@dataclass(frozen=True, slots=True)
class Spec:
    """A tool as it is offered, and where each of its fields goes."""

    row: Row
    about: str
    schema: Mapping[str, Any]
    in_path: frozenset[str]
    in_query: frozenset[str]
    in_body: frozenset[str]

    def checked(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """What was given, completed; refused where something is missing or not known. The API checks the rest."""
        known = cast(Mapping[str, Any], self.schema["properties"])
        if strange := sorted(str(name)[:100] for name in given.keys() - known.keys()):
            fits = f"It takes: {', '.join(known)}." if known else "It takes nothing."
            raise invalid(f"{strange[0]!r}: there is no such argument of {self.row.name}.", fits)
        told = {name: value for name, value in given.items() if value is not None}
        if missing := [name for name in self.schema["required"] if name not in told]:
            raise invalid(f"{missing[0]}: must be given.", str(known[missing[0]].get("description", "")))
        return {**self.row.usual, **told, **self.row.fixed}


def specs(rows: tuple[Row, ...], api: Mapping[str, Any]) -> dict[str, Spec]:
    """Every tool by its name, as far as the server knows its request: one of an older version has fewer."""
    return {row.name: _spec(row, api) for row in rows if row.method.lower() in api["paths"].get(PREFIX + row.path, {})}


def _spec(row: Row, api: Mapping[str, Any]) -> Spec:
    operation = api["paths"][PREFIX + row.path][row.method.lower()]
    taken = [each for each in operation.get("parameters", ()) if each["in"] != "header"]
    body = _body(row, operation, api)
    properties = {each["name"]: _field(row, each["name"], each["schema"], each) for each in taken}
    properties |= {name: _field(row, name, field, field) for name, field in body.get("properties", {}).items()}
    properties |= {**MORE.get(row.does, {}), **(MORE["pages"] if row.pages else {})}
    required = [each["name"] for each in taken if each.get("required")] + list(body.get("required", ()))
    required += ["role"] if row.does == "join" else []
    for name, usual in row.usual.items():
        properties[name] = {**properties[name], "default": usual}
    for name in (*row.fixed, *row.without):
        properties.pop(name)
    schema: dict[str, Any] = {
        "type": "object",
        "properties": properties,
        "required": [name for name in required if name not in row.fixed and name not in row.optional],
        "additionalProperties": False,
    }
    if definitions := _definitions(properties, api):
        schema["$defs"] = definitions
    return Spec(
        row,
        _about(row, operation),
        _local(schema),
        frozenset(each["name"] for each in taken if each["in"] == "path"),
        frozenset(each["name"] for each in taken if each["in"] == "query"),
        frozenset(body.get("properties", {})),
    )


def _about(row: Row, operation: Mapping[str, Any]) -> str:
    """What a tool does: as the API says it, and what the row adds; the row alone where the tool does more."""
    said = "" if row.does in _SAY_IT_THEMSELVES else operation["description"].partition("\n\n")[0]
    return " ".join(f"{said} {row.about}".split())


def _body(row: Row, operation: Mapping[str, Any], api: Mapping[str, Any]) -> Mapping[str, Any]:
    """The form that an operation takes; of several, the one that the row names."""
    sent = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    names = [_named(each) for each in sent.get("anyOf", sent.get("oneOf", [sent])) if "$ref" in each]
    if row.form:
        assert row.form in names, f"{row.name}: {row.route} takes no {row.form}"
        names = [row.form]
    assert len(names) < 2, f"{row.name}: say which of {names}"
    return api["components"]["schemas"][names[0]] if names else {}


def _field(row: Row, name: str, schema: Mapping[str, Any], told: Mapping[str, Any]) -> dict[str, Any]:
    """A field without the titles that pydantic gives it, and with what it means."""
    about = row.words.get(name) or told.get("description") or WORDS.get(name)
    plain = {key: value for key, value in schema.items() if key not in ("title", "description")}
    return plain if about is None else {**plain, "description": about}


def _definitions(part: Any, api: Mapping[str, Any]) -> dict[str, Any]:
    """The parts that are referred to, and those that they refer to."""
    found: dict[str, Any] = {}
    left = list(_references(part))
    while left:
        name = left.pop()
        if name not in found:
            found[name] = api["components"]["schemas"][name]
            left += _references(found[name])
    return found


def _references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        fields = cast(dict[str, Any], part)
        if "$ref" in fields:
            yield _named(fields)
        for each in fields.values():
            yield from _references(each)
    elif isinstance(part, list):
        for each in cast(list[Any], part):
            yield from _references(each)


def _named(reference: Mapping[str, Any]) -> str:
    return str(reference["$ref"]).removeprefix(_COMPONENTS)


def _local(part: Any) -> Any:
    """The same, referring to its own definitions."""
    if isinstance(part, dict):
        fields = cast(dict[str, Any], part)
        return {key: _local(value) for key, value in fields.items() if key != "discriminator"}
    if isinstance(part, list):
        return [_local(each) for each in cast(list[Any], part)]
    if isinstance(part, str) and part.startswith(_COMPONENTS):
        return "#/$defs/" + part.removeprefix(_COMPONENTS)
    return part
