"""Promises that the house keeps as a whole: every error has its place, every room says what it shows."""

import ast
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import moot
from moot.debate import Outage, Refusal
from moot.http.app import openapi
from moot.http.errors import STATUS

CONTRACT = Path(__file__).parents[1] / "docs" / "design" / "entrances.md"
ROOMS = sorted(
    module.name
    for module in pkgutil.walk_packages(moot.__path__, "moot.")
    if module.ispkg and "migrations" not in module.name
)
OF_THE_DOOR = {"NOT_FOUND", "METHOD_NOT_ALLOWED", "INTERNAL_ERROR"}
"""What only HTTP can say: no verb of the desk refuses with it."""
NEVER_RAISED = {"REFUSED"}


def everything() -> None:
    for module in pkgutil.walk_packages(moot.__path__, "moot."):
        if "migrations" not in module.name and not module.name.endswith("__main__"):
            importlib.import_module(module.name)


def family(kind: type[Exception]) -> set[type[Exception]]:
    return {kind}.union(*(family(child) for child in kind.__subclasses__()))


def ours(kind: type[Refusal] | type[Outage]) -> set[str]:
    everything()
    found = {cls for cls in family(kind) if cls.__module__.startswith("moot.")}
    return {code_of(cls) for cls in found} - NEVER_RAISED


def code_of(kind: type[Exception]) -> str:
    assert issubclass(kind, Refusal | Outage)
    return kind.code


def section(title: str) -> str:
    text = CONTRACT.read_text()
    _, _, rest = text.partition(f"{title}\n")
    assert rest, title
    return re.split(r"(?m)^##", rest)[0]


def rows(title: str) -> list[list[str]]:
    lines = [line for line in section(title).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines[2:]]


def test_every_refusal_and_outage_has_a_status_and_every_status_a_refusal():
    assert ours(Refusal) | ours(Outage) | OF_THE_DOOR == set(STATUS)


def test_refusals_are_the_callers_and_outages_are_ours():
    assert all(400 <= STATUS[code] < 500 for code in ours(Refusal))
    assert all(STATUS[code] == 503 for code in ours(Outage))


def test_every_code_stands_in_the_contract_with_its_status():
    told = {code: int(status) for codes, status in rows("### Errors") for code in codes.split(", ")}
    assert told == dict(STATUS)


def test_no_two_refusals_share_a_code():
    everything()
    codes = [code_of(cls) for cls in family(Refusal) | family(Outage) if cls.__module__.startswith("moot.")]
    assert len(codes) == len(set(codes))


def test_every_route_stands_in_the_contract_and_is_there():
    told: set[str] = set()
    for where, *_ in rows("## REST, under `/api/v1`"):
        if where.startswith("WebSocket"):
            continue
        method, _, paths = where.partition(" ")
        told |= {f"{method} {path}" for path in re.findall(r"`([^`]+)`", paths)}
    there = {
        f"{method.upper()} {path.removeprefix('/api/v1')}"
        for path, ways in openapi()["paths"].items()
        for method in ways
    }
    there = {re.sub(r"\{(debate|document)_id\}", "{id}", route) for route in there}
    assert told == there


def test_every_route_has_a_description():
    for path, ways in openapi()["paths"].items():
        for method, way in ways.items():
            assert way["description"].strip(), f"{method} {path}"


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_says_what_it_is(room: str):
    assert (importlib.import_module(room).__doc__ or "").strip().endswith((".", "…"))


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_has_what_it_lists(room: str):
    module = importlib.import_module(room)
    listed = list(getattr(module, "__all__", []))
    assert all(hasattr(module, name) for name in listed)
    assert not any(name.startswith("_") for name in listed)
    assert len(set(listed)) == len(listed)


@pytest.mark.parametrize("room", [room for room in ROOMS if room.count(".") == 1 or room.startswith("moot.formats.")])
def test_every_room_lists_all_that_it_shows(room: str):
    module = importlib.import_module(room)
    assert module.__file__ is not None
    shown: set[str] = set()
    for node in ast.parse(Path(module.__file__).read_text()).body:
        match node:
            case ast.ImportFrom() if str(node.module).startswith("moot"):
                shown |= {alias.asname or alias.name for alias in node.names}
            case ast.Assign():
                shown |= {target.id for target in node.targets if isinstance(target, ast.Name)}
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                shown.add(node.name)
            case _:
                pass
    assert sorted(name for name in shown if not name.startswith("_")) == sorted(getattr(module, "__all__", []))
