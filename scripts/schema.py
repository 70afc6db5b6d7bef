"""The database and the readings of workshops in tables, as the code declares them."""

import ast
import importlib
import inspect
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import get_args, get_origin

from pydantic import BaseModel
from sqlalchemy import Column, Table

from moot.desk.workshop_replies import CodeVersion, SessionTold, TurnTold
from moot.store.all_tables import metadata
from scripts.schema_postgres import of_postgres

ROOMS: Mapping[str, str] = {
    "moot.store.tables": "Records and documents",
    "moot.store.memory.tables": "Memory",
    "moot.store.roll.tables": "Members",
    "moot.store.arena.tables": "The arena",
    "moot.store.commons.tables": "Notices",
    "moot.store.fixtures.tables": "Series and brackets",
}
READINGS: Mapping[str, type[BaseModel]] = {"Session": SessionTold, "Turn": TurnTold, "Version": CodeVersion}


def tables() -> str:
    """Every table with its columns, room by room."""
    told: list[str] = []
    there: set[str] = set()
    for name, room in ROOMS.items():
        told.append(f"### {room}\n")
        for table, text in _declared(importlib.import_module(name)).items():
            told += _table(metadata.tables[table], text)
            there.add(table)
    told += ["### On PostgreSQL alone\n", *of_postgres()]
    missing = set(metadata.tables) - there
    assert not missing, f"no room has {missing}"
    return "\n".join(told).rstrip()


def readings() -> str:
    """What sessions, turns and versions tell, field by field."""
    told: list[str] = []
    for name, model in READINGS.items():
        told += [f"### {name}\n", f"{inspect.getdoc(model)}\n", "| field | | |", "|---|---|---|"]
        told += [_field(each, model) for each in model.model_fields]
        told.append("")
    return "\n".join(told).rstrip()


def _field(name: str, model: type[BaseModel]) -> str:
    field = model.model_fields[name]
    return f"| `{name}` | {_kind(field.annotation)} | {field.description or ''} |"


def _kind(annotation: object) -> str:
    if annotation is type(None):
        return "null"
    if get_origin(annotation) is None or str(get_origin(annotation)).endswith(("dict'>", "list'>")):
        return str(getattr(get_origin(annotation) or annotation, "__name__", annotation))
    return " or ".join(f"`{each}`" if isinstance(each, str) else _kind(each) for each in get_args(annotation))


def _declared(module: ModuleType) -> dict[str, str]:
    """The tables of a module by name, and the text below each."""
    body = ast.parse(inspect.getsource(module)).body
    found: dict[str, str] = {}
    for at, statement in enumerate(body):
        made = statement.value if isinstance(statement, ast.Assign) else None
        if isinstance(made, ast.Call) and isinstance(made.func, ast.Name) and made.func.id == "Table":
            below = body[at + 1] if at + 1 < len(body) else None
            text = ast.literal_eval(below.value) if isinstance(below, ast.Expr) and _is_text(below.value) else ""
            found[str(ast.literal_eval(made.args[0]))] = " ".join(str(text).split())
    return found


def _is_text(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and isinstance(value.value, str)


def _table(table: Table, text: str) -> Iterator[str]:
    yield f"**`{table.name}`** {text}\n"
    yield "| column | | |\n|---|---|---|"
    yield from (_column(column) for column in table.columns)
    yield ""


def _column(column: "Column[object]") -> str:
    kind = str(column.type).lower()
    notes = ["key"] if column.primary_key else []
    notes += [f"of `{key.target_fullname}`" for key in column.foreign_keys]
    notes += ["may be null"] if column.nullable and not column.primary_key else []
    return f"| `{column.name}` | {kind} | {', '.join(notes)} |"
