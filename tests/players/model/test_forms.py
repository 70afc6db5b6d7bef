import json
from typing import Annotated, Any, Literal, cast

import pytest
from pydantic import BaseModel, Field

from moot.formats.arbitration import format as arbitration
from moot.players.model.forms import filled, is_whole, schema_for, spoken
from tests.players.model.calls import Opinion, Silence

OPINION: dict[str, Any] = {"kind": "opinion", "option": "keep", "reason": "It works.", "points": [], "doubt": None}


def every_object(schema: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    if isinstance(schema, dict):
        parts = cast(dict[str, Any], schema)
        found += [parts] if "properties" in parts else []
        for part in parts.values():
            found += every_object(part)
    elif isinstance(schema, list):
        for part in cast(list[Any], schema):
            found += every_object(part)
    return found


@pytest.mark.parametrize("forms", [(Opinion,), (Opinion, Silence), tuple(arbitration.moves.values())])
def test_every_object_of_a_schema_is_closed_and_asks_for_all_its_fields(forms: tuple[type[BaseModel], ...]):
    objects = every_object(schema_for(forms))
    assert objects
    for each in objects:
        assert each["additionalProperties"] is False
        assert set(each["required"]) == set(each["properties"])


def test_one_form_is_the_root_of_its_schema():
    schema = schema_for((Opinion,))
    assert schema["type"] == "object"
    assert schema["properties"]["kind"] == {"const": "opinion", "type": "string"}
    assert {"type": "null"} in schema["properties"]["doubt"]["anyOf"]
    assert schema["properties"]["reason"] == {"type": "string", "minLength": 1, "maxLength": 2000}
    assert "default" not in json.dumps(schema)


def test_several_forms_are_a_choice_inside_one_object():
    schema = schema_for((Opinion, Silence))
    assert schema["required"] == ["answer"]
    assert schema["properties"]["answer"] == {"anyOf": [{"$ref": "#/$defs/Opinion"}, {"$ref": "#/$defs/Silence"}]}
    assert set(schema["$defs"]) == {"Opinion", "Silence", "Point"}


def test_a_field_named_like_a_keyword_of_schemas_stays():
    class Titled(BaseModel):
        title: str
        default: int

    assert list(schema_for((Titled,))["properties"]) == ["title", "default"]


def test_a_tagged_union_is_told_as_a_plain_choice():
    class Cat(BaseModel):
        kind: Literal["cat"]

    class Dog(BaseModel):
        kind: Literal["dog"]

    class Owner(BaseModel):
        pet: Annotated[Cat | Dog, Field(discriminator="kind")]

    pet = schema_for((Owner,))["properties"]["pet"]
    assert set(pet) == {"anyOf"}


def test_the_fields_that_are_prose_are_known():
    assert spoken(schema_for((Opinion, Silence))) == {"reason", "doubt", "text", "because"}


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(OPINION),
        f"  {json.dumps(OPINION, indent=2)}\n",
        f"```json\n{json.dumps(OPINION, indent=2)}\n```",
        f"```\n{json.dumps(OPINION)}\n```\n",
    ],
)
def test_a_whole_object_is_read_with_or_without_a_fence(text: str):
    assert Opinion.model_validate_json(filled(text, (Opinion,)), strict=True) == Opinion.model_validate(OPINION)


def test_one_of_several_forms_is_taken_out_of_its_object():
    text = filled(json.dumps({"answer": OPINION}), (Opinion, Silence))
    assert json.loads(text) == OPINION


def test_one_of_several_forms_may_come_bare():
    assert json.loads(filled(json.dumps(OPINION), (Opinion, Silence))) == OPINION


def test_the_kind_of_an_only_form_need_not_be_said():
    nameless = {name: value for name, value in OPINION.items() if name != "kind"}
    assert json.loads(filled(json.dumps(nameless), (Opinion,))) == OPINION


def test_the_kind_is_never_guessed_among_several():
    nameless = {name: value for name, value in OPINION.items() if name != "kind"}
    assert "kind" not in json.loads(filled(json.dumps({"answer": nameless}), (Opinion, Silence)))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I cannot approve this, so I do not say that I approve.",
        f"Here is my answer: {json.dumps(OPINION)}",
        f"{json.dumps(OPINION)} and that is all.",
        f"```json\n{json.dumps(OPINION)}\n```\n```json\n{json.dumps(OPINION)}\n```",
        json.dumps([OPINION]),
        json.dumps("keep"),
        json.dumps(OPINION)[:-1],
        '{"kind": "opinion", "option": NaN}',
    ],
)
def test_nothing_is_fished_out_of_what_is_not_one_object(text: str):
    assert filled(text, (Opinion,)) == text
    assert not is_whole(text)
