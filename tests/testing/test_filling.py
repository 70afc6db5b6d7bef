from collections.abc import Mapping
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field, TypeAdapter

from moot.testing.wire import CannotFill, fill


class Leaf(BaseModel):
    name: str = Field(min_length=7, max_length=7)
    size: int = Field(gt=2)


class Tree(BaseModel):
    kind: Literal["oak", "elm"]
    age: Annotated[float, Field(gt=0, le=1)]
    step: int = Field(multiple_of=5, ge=7)
    cold: int = Field(le=-3)
    leaves: list[Leaf] = Field(min_length=2)
    sorts: list[Literal["a", "b", "c"]] = Field(min_length=3)
    pair: tuple[int, str]
    either: int | str
    maybe: Leaf | None
    alive: bool
    child: "Tree | None" = None
    code: str = Field(pattern=r"^[A-Z]\d$")


@pytest.mark.parametrize("adapter", [TypeAdapter(Tree), TypeAdapter(list[Leaf]), TypeAdapter(Leaf | int)])
def test_what_is_filled_in_fits(adapter: TypeAdapter[Any]):
    adapter.validate_python(fill(adapter.json_schema()), strict=False)


def test_it_is_always_the_same_and_small():
    filled = fill(Tree.model_json_schema())
    assert filled == fill(Tree.model_json_schema())
    assert filled["kind"] == "oak"
    assert filled["maybe"] is None
    assert filled["sorts"] == ["a", "b", "c"]
    assert filled["cold"] == -3
    assert filled["step"] == 10
    assert "child" not in filled


@given(st.integers(0, 50), st.integers(0, 50))
def test_texts_are_as_long_as_they_must_be(least: int, more: int):
    text = fill({"type": "string", "minLength": least, "maxLength": least + more})
    assert least <= len(text) <= least + more


@given(st.integers(-50, 50), st.integers(0, 50), st.sampled_from(["integer", "number"]))
def test_numbers_lie_within_their_bounds(least: int, more: int, kind: str):
    value = fill({"type": kind, "minimum": least, "maximum": least + more})
    assert least <= value <= least + more


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "pattern": "^never such a thing$"},
        {"type": "integer", "minimum": 3, "maximum": 2},
        {"$ref": "#/$defs/a", "$defs": {"a": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/a"}}}},
    ],
)
def test_what_cannot_be_filled_in_is_said(schema: Mapping[str, Any]):
    with pytest.raises(CannotFill):
        fill(schema)


def test_what_must_be_all_of_several_things_is():
    schema = {
        "allOf": [
            {"type": "object", "properties": {"a": {"const": 1}}, "required": ["a"]},
            {"properties": {"b": {"type": "null"}}, "required": ["b"]},
        ]
    }
    assert fill(schema) == {"a": 1, "b": None}
