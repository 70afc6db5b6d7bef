"""A form as a grammar can hold an answer to it."""

import json
from datetime import date
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from moot.players.embedded import UnfitSchema
from moot.players.embedded.forms import ITEMS, TEXTS, held, longest
from moot.players.embedded.numbers import FAR
from moot.players.embedded.telling import outline

ROOMY = 1_000_000


def tight(schema: dict[str, Any], room: int = ROOMY) -> dict[str, Any]:
    return held(schema, room)


def field(schema: dict[str, Any]) -> dict[str, Any]:
    return tight({"type": "object", "properties": {"it": schema}})["properties"]["it"]


class Point(BaseModel):
    text: str = Field(min_length=1, description="The point.")
    weight: float = Field(ge=0, le=1)


class Speech(BaseModel):
    kind: Literal["SPEECH"] = "SPEECH"
    side: Literal["for", "against"] = Field(description="Whom you speak for.")
    points: list[Point] = Field(min_length=1, max_length=3)
    doubt: str | None = None


def test_every_key_is_wanted_in_the_order_of_the_form_and_no_other() -> None:
    schema = tight(Speech.model_json_schema())
    assert schema["required"] == ["kind", "side", "points", "doubt"] == list(schema["properties"])
    assert schema["additionalProperties"] is False
    assert schema["$defs"]["Point"]["required"] == ["text", "weight"]
    assert schema["$defs"]["Point"]["additionalProperties"] is False


def test_blanks_between_the_parts_are_ruled_out() -> None:
    assert tight(Speech.model_json_schema())["x-guidance"] == {"whitespace_flexible": False}


def test_references_constants_choices_and_nulls_are_kept() -> None:
    fields = tight(Speech.model_json_schema())["properties"]
    assert fields["kind"] == {"const": "SPEECH"}
    assert fields["side"] == {"enum": ["for", "against"]}
    assert fields["points"]["items"] == {"$ref": "#/$defs/Point"}
    assert [way["type"] for way in fields["doubt"]["anyOf"]] == ["string", "null"]


def test_what_is_one_of_several_is_any_of_them() -> None:
    assert field({"oneOf": [{"type": "null"}, {"type": "boolean"}], "discriminator": {}}) == {
        "anyOf": [{"type": "null"}, {"type": "boolean"}]
    }
    assert field({"type": ["boolean", "null"]}) == {"anyOf": [{"type": "boolean"}, {"type": "null"}]}
    assert field({"allOf": [{"type": "boolean"}], "title": "It"}) == {"type": "boolean"}


def test_every_text_has_an_end_and_one_that_must_not_be_empty_is_not_blank() -> None:
    assert field({"type": "string"}) == {"type": "string", "minLength": 0, "maxLength": TEXTS[0]}
    assert field({"type": "string", "maxLength": 20})["maxLength"] == 20
    assert field({"type": "string", "maxLength": 50_000})["maxLength"] == TEXTS[0]
    assert field({"type": "string", "minLength": 1})["pattern"] == r"\S"
    assert field({"type": "string", "pattern": "^[a-z]{3}$", "minLength": 3})["pattern"] == "^[a-z]{3}$"


def test_every_list_has_an_end() -> None:
    assert field({"type": "array", "items": {"type": "boolean"}})["maxItems"] == ITEMS
    assert field({"type": "array", "minItems": 12})["maxItems"] == 12
    assert field({"type": "array", "maxItems": 2, "minItems": 1}) == {
        "type": "array",
        "items": {"type": "string", "minLength": 0, "maxLength": TEXTS[0]},
        "minItems": 1,
        "maxItems": 2,
    }
    pair = field({"type": "array", "prefixItems": [{"type": "boolean"}, {"type": "null"}]})
    assert (pair["items"], pair["minItems"], pair["maxItems"]) == (False, 2, 2)


@pytest.mark.parametrize("keyword", ["uniqueItems", "contains", "title", "default", "description", "examples"])
def test_nothing_goes_on_that_the_grammar_may_not_know(keyword: str) -> None:
    assert keyword not in json.dumps(field({"type": "array", "items": {"type": "boolean"}, keyword: True}))


def test_formats_that_have_no_end_are_taken_as_texts() -> None:
    assert "format" not in field({"type": "string", "format": "email"})
    assert field({"type": "string", "format": "uuid"}) == {"type": "string", "format": "uuid"}
    assert "pattern" in field({"type": "string", "format": "date-time"})
    assert field(json.loads(json.dumps(_Dated.model_json_schema()))["properties"]["day"])["format"] == "date"


class _Dated(BaseModel):
    day: date


def test_a_number_with_two_bounds_is_one_of_a_few_round_ones() -> None:
    share = field({"type": "number", "minimum": 0, "maximum": 1})["enum"]
    assert (share[0], share[-1], len(share)) == (0, 1, 21)
    assert 0.05 in share
    assert 0.35 in share
    change = field({"type": "number", "minimum": -3, "maximum": 3})["enum"]
    assert change == [-3, -2.5, -2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2, 2.5, 3]


def test_bounds_that_are_barred_are_left_out() -> None:
    share = field({"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1})["enum"]
    assert (share[0], share[-1]) == (0.05, 0.95)
    assert field({"type": "number", "multipleOf": 0.25, "minimum": 0.1, "maximum": 1})["enum"] == [0.25, 0.5, 0.75, 1]


def test_other_numbers_end_somewhere() -> None:
    assert field({"type": "number"}) == {"type": "number", "minimum": -FAR, "maximum": FAR, "multipleOf": 0.01}
    assert field({"type": "number", "minimum": 5})["maximum"] == FAR + 5
    assert field({"type": "number", "maximum": -5})["minimum"] == -FAR - 5
    assert field({"type": "integer", "exclusiveMinimum": 0, "maximum": 9}) == {
        "type": "integer",
        "minimum": 1,
        "maximum": 9,
    }
    assert field({"type": "integer", "minimum": 1})["maximum"] == FAR + 1


@given(
    low=st.decimals(-1000, 1000, places=3).map(float),
    span=st.decimals(0, 1000, places=3).map(float),
    barred=st.booleans(),
)
def test_whatever_the_bounds_the_round_numbers_lie_between_them(low: float, span: float, barred: bool) -> None:
    high = round(low + span, 3)
    name = "exclusiveMaximum" if barred and high > low else "maximum"
    values = field({"type": "number", "minimum": low, name: high})["enum"]
    assert 1 <= len(values) <= 25
    assert all(low <= value <= high for value in values)
    assert values == sorted(set(values))
    assert name == "maximum" or high not in values


def test_a_mapping_has_a_few_short_keys_or_those_that_are_named() -> None:
    free = field({"type": "object", "additionalProperties": {"type": "boolean"}})
    assert free["maxProperties"] == ITEMS
    assert list(free["patternProperties"].values()) == [{"type": "boolean"}]
    named = field({"type": "object", "additionalProperties": {"type": "null"}, "propertyNames": {"enum": ["a", "b"]}})
    assert named["required"] == ["a", "b"]
    assert field({"type": "object", "additionalProperties": False})["properties"] == {}


def test_texts_are_made_shorter_until_the_whole_answer_has_room() -> None:
    texts = {f"text{place}": {"type": "string"} for place in range(4)}
    schema = {"type": "object", "properties": texts}
    assert longest(tight(schema)) > 4 * TEXTS[0]
    assert longest(tight(schema, 1500)) <= 1500
    assert tight(schema, 1)["properties"]["text0"]["maxLength"] == TEXTS[-1]


def test_a_form_may_hold_itself() -> None:
    node: dict[str, Any] = {
        "type": "object",
        "properties": {"name": {"type": "string"}, "child": {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}]}},
    }
    schema = tight({"$defs": {"Node": node}, "$ref": "#/$defs/Node"})
    assert longest(schema) == float("inf")
    assert schema["$defs"]["Node"]["properties"]["child"]["anyOf"][0] == {"$ref": "#/$defs/Node"}
    assert outline({"$defs": {"Node": node}, "$ref": "#/$defs/Node"}).count("name") == 3


@pytest.mark.parametrize(
    "part",
    [False, {"$ref": "https://elsewhere"}, {"allOf": [{"type": "string"}, {"type": "null"}]}, {"type": "tree"}],
    ids=["nothing fits", "elsewhere", "several at once", "unknown type"],
)
def test_what_no_grammar_can_keep_is_said(part: Any) -> None:
    with pytest.raises(UnfitSchema, match="The form"):
        field(part)


def test_the_model_is_told_what_the_fields_are_for() -> None:
    told = outline(Speech.model_json_schema())
    assert "- kind: Always SPEECH." in told
    assert "- side: Whom you speak for. One of: for, against." in told
    assert "  - text: The point." in told
    assert outline({"type": "string"}) == ""
