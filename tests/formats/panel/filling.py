"""Filling in the forms of a brief, as the house reads them."""

import json
from typing import Any

from pydantic import BaseModel

from moot.debate import Brief, Json, Move
from moot.engine import Unfit
from moot.engine.reading import read_answer
from tests.formats.panel.stages import recommendation


def schema(brief: Brief) -> dict[str, Any]:
    (form,) = brief.asks[0].forms
    return form.model_json_schema()


def part(told: dict[str, Any], name: str) -> dict[str, Any]:
    return told["$defs"][name]["properties"]


def filled(brief: Brief, **answer: Json) -> Move:
    """The move that an answer makes, read as the house reads it."""
    read = read_answer(json.dumps(answer), brief.asks[0])
    assert isinstance(read, BaseModel), read
    return brief.settle([read])


def fault(brief: Brief, **answer: Json) -> str:
    read = read_answer(json.dumps(answer), brief.asks[0])
    assert isinstance(read, Unfit), read
    return read.fault


def keyed(option: str) -> dict[str, Any]:
    """A recommendation in the shape of its form."""
    return recommendation(option, assessments={one: f"{one} has its points." for one in "ABC"})
