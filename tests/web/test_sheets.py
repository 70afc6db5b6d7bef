"""Moves of any format as forms that need no scripts: drawn from the schema, read back, refused without loss."""

from typing import Any

import pytest

from moot.debate import InvalidInput
from moot.web.controls import Drawing
from moot.web.filling import Filling
from tests.support.house import API, Inside, said
from tests.web import plays
from tests.web.playing import put_on
from tests.web.visitor import Read, Visitor

pytestmark = pytest.mark.anyio

SCHEMA: dict[str, Any] = {
    "$defs": {
        "Point": {
            "type": "object",
            "properties": {
                "claim": {"type": "string"},
                "cites": {"type": "array", "items": {"enum": ["E1", "E2"]}},
            },
            "required": ["claim"],
        },
        "Kept": {"title": "Kept", "type": "object", "properties": {"option": {"const": "A"}}},
        "Changed": {"title": "Changed", "type": "object", "properties": {"option": {"enum": ["B", "C"]}}},
    },
    "type": "object",
    "properties": {
        "kind": {"const": "MOVE"},
        "choice": {"enum": ["A", "B"]},
        "score": {"type": "number", "enum": [1, 1.5, 2]},
        "count": {"type": "integer"},
        "sure": {"type": "boolean"},
        "stand": {"anyOf": [{"$ref": "#/$defs/Kept"}, {"$ref": "#/$defs/Changed"}]},
        "points": {"type": "array", "items": {"$ref": "#/$defs/Point"}, "minItems": 1, "maxItems": 3},
        "names": {"type": "array", "items": {"type": "string"}},
        "note": {"anyOf": [{"type": "string"}, {"type": "null"}]},
    },
    "required": ["choice", "points"],
}


def filled(**fields: str) -> dict[str, Any]:
    return Filling(SCHEMA, {f"f.{name.replace('__', '.')}": value for name, value in fields.items()}).whole("f")


def test_what_is_filled_in_becomes_the_value_that_the_schema_describes():
    fields = {
        "f.choice": "B",
        "f.score": "1.5",
        "f.count": "3",
        "f.sure": "yes",
        "f.stand": "1",
        "f.stand.1.option": "C",
        "f.points.0.claim": "So it is.",
        "f.points.0.cites.E2": "yes",
        "f.names": "one\n\n two \n",
    }
    assert Filling(SCHEMA, fields).whole("f") == {
        "kind": "MOVE",
        "choice": "B",
        "score": 1.5,
        "count": 3,
        "sure": True,
        "stand": {"option": "C"},
        "points": [{"claim": "So it is.", "cites": ["E2"]}],
        "names": ["one", "two"],
    }


def test_empty_rows_and_empty_texts_are_not_said():
    told = filled(choice="A", note="  ", points__0__claim="")
    assert told == {"kind": "MOVE", "choice": "A", "sure": False, "points": [], "names": []}


def test_a_way_that_leaves_no_choice_is_taken_as_it_is():
    assert filled(stand="0")["stand"] == {"option": "A"}


def test_a_word_where_a_number_belongs_is_refused_by_name():
    with pytest.raises(InvalidInput, match="count: 'many' is not a number"):
        filled(count="many")


def test_controls_are_drawn_by_kind_and_what_leaves_no_choice_is_not_drawn():
    drawn = Drawing(SCHEMA, {"f.choice": "B", "rows:f.points": "2"}).drawn(SCHEMA, "f", "Move")
    assert [(part.kind, part.name) for part in drawn.parts] == [
        ("choice", "f.choice"),
        ("choice", "f.score"),
        ("number", "f.count"),
        ("tick", "f.sure"),
        ("either", "f.stand"),
        ("rows", "f.points"),
        ("lines", "f.names"),
        ("text", "f.note"),
    ]
    choice, *_, rows, _, _ = drawn.parts
    assert choice.value == "B"
    assert [part.name for part in rows.parts] == ["f.points.0", "f.points.1"]
    assert rows.more
    either = drawn.parts[4]
    assert [way.label for way in either.parts] == ["Kept (option A)", "Changed"]


def test_no_more_rows_than_the_rules_allow():
    drawn = Drawing(SCHEMA, {"rows:f.points": "99"}).drawn(SCHEMA, "f")
    rows = drawn.parts[5]
    assert len(rows.parts) == 3
    assert not rows.more


async def arguments(house: Inside, debate: str) -> list[dict[str, Any]]:
    return said(await house.http.get(f"{API}/debates/{debate}/arguments", params={"limit": 500}))["arguments"]


RECOMMENDATION = {
    "f0.0.recommendation": "B",
    "f0.0.summary": "It is enough.",
    "f0.0.for_stance": "It keeps the risk low.",
    "f0.0.assessments.A": "Too little.",
    "f0.0.assessments.B": "Enough.",
    "f0.0.assessments.C": "Too much.",
    "f0.0.reasoning": "Two weeks.",
}


async def test_a_person_recommends_from_a_judges_seat_under_seal(house: Inside, visitor: Visitor):
    debate = await put_on(visitor.http, plays.panel())
    form = await visitor.form(f"/debates/{debate}?seat=risk")
    answer = await visitor.send(form, act="move", **RECOMMENDATION)
    assert answer.headers["location"] == f"/debates/{debate}?seat=risk#line-2"
    line = (await arguments(house, debate))[-1]
    assert (line["type"], line["role"], line["sealed"]) == ("RECOMMENDATION", "risk", True)
    assert "move" not in line


async def test_the_same_sheet_sent_twice_moves_once(house: Inside, visitor: Visitor):
    debate = await put_on(visitor.http, plays.panel())
    form = await visitor.form(f"/debates/{debate}?seat=risk")
    first = await visitor.send(form, act="move", **RECOMMENDATION)
    again = await visitor.send(form, act="move", **RECOMMENDATION)
    assert again.headers["location"] == first.headers["location"]
    assert len(await arguments(house, debate)) == 2


async def test_a_refused_sheet_says_what_is_wrong_and_keeps_every_word(visitor: Visitor):
    debate = await put_on(visitor.http, plays.panel())
    form = await visitor.form(f"/debates/{debate}?seat=risk")
    answer = await visitor.send(form, act="move", **{**RECOMMENDATION, "f0.0.summary": ""})
    assert answer.status_code == 422
    assert "summary" in answer.text
    again = Read(answer.text).forms[-1]
    assert again.fields["f0.0.reasoning"] == "Two weeks."
    assert again.fields["client_request_id"] == form.fields["client_request_id"]


RESPONSE = {
    "f0.0.recommendation": "1",
    "f0.0.recommendation.1.option": "B",
    "f0.0.recommendation.1.convinced_by": "0",
    "f0.0.recommendation.1.convinced_by.0.reason": "The provider carries the risk.",
    "f0.0.summary": "It is enough.",
    "f0.0.for_stance": "It keeps the risk low.",
    "f0.0.challenges.0.judge": "effort",
    "f0.0.challenges.0.point": "Only our own will do.",
    "f0.0.challenges.0.counter": "It takes seven weeks.",
    "f0.0.reasoning": "Two weeks.",
}


async def test_a_person_changes_its_mind_with_a_reason_and_a_line(house: Inside, visitor: Visitor):
    debate = await put_on(visitor.http, plays.split())
    form = await visitor.form(f"/debates/{debate}?seat=risk")
    answer = await visitor.send(form, act="move", **RESPONSE)
    assert answer.status_code == 303, answer.text
    move = (await arguments(house, debate))[-1]["move"]
    assert move["recommendation"] == "B"
    assert move["convinced_by"] == {"judge": "value", "line": 3, "reason": "The provider carries the risk."}
    assert [challenge["judge"] for challenge in move["challenges"]] == ["effort"]


async def test_another_row_is_added_without_scripts_and_without_loss(visitor: Visitor):
    debate = await put_on(visitor.http, plays.split())
    form = await visitor.form(f"/debates/{debate}?seat=risk")
    answer = await visitor.send(form, more="f0.0.challenges", **RESPONSE)
    assert answer.status_code == 200
    again = Read(answer.text).forms[-1]
    assert "f0.0.challenges.1.point" in again.fields
    assert again.fields["f0.0.challenges.0.point"] == "Only our own will do."
    assert "refusal" not in answer.text.partition('id="bar"')[2].partition("</section>")[0]


async def test_a_person_argues_from_evidence_or_rests(house: Inside, visitor: Visitor):
    debate = await put_on(visitor.http, plays.argued())
    form = await visitor.form(f"/debates/{debate}?seat=challenger")
    await visitor.send(form, act="move", sheet0="1")
    line = (await arguments(house, debate))[-1]
    assert (line["type"], line["role"]) == ("REST", "challenger")


async def test_a_person_gives_a_verdict_as_the_record_has_it(house: Inside, visitor: Visitor):
    judged = plays.judged()
    debate = await put_on(visitor.http, judged._replace(acts=judged.acts[:-1]))
    form = await visitor.form(f"/debates/{debate}?seat=arbiter")
    fields = {
        "f0.0.winner": "challenger",
        "f0.0.reasoning": "Nobody asked those who left.",
        "f0.0.key_points": "Those who left\nThe deposit",
        "f0.0.confidence": "0.6",
        "f0.0.change": "-1.5",
    }
    wrong = await visitor.send(form, act="move", **{**fields, "f0.0.change": "2"})
    assert wrong.status_code == 422
    assert "does not go with the winner" in wrong.text
    answer = await visitor.send(form, act="move", **fields)
    assert answer.status_code == 303, answer.text
    verdict = next(one for one in await arguments(house, debate) if one["type"] == "VERDICT")
    assert verdict["move"]["change"] == -1.5
    assert verdict["move"]["key_points"] == ["Those who left", "The deposit"]


async def test_a_person_assesses_category_by_category(house: Inside, visitor: Visitor):
    debate = await put_on(visitor.http, plays.evaluation())
    form = await visitor.form(f"/debates/{debate}?seat=assessor")
    fields = {"act": "move"}
    for name in plays.CATEGORIES:
        fields |= {
            f"f0.0.{name}.evidence": "A fact.",
            f"f0.0.{name}.reasoning": "So it seems.",
            f"f0.0.{name}.score": "6.5",
            f"f0.0.{name}.confidence": "0.5",
        }
    answer = await visitor.send(form, **fields)
    assert answer.status_code == 303, answer.text
    line = (await arguments(house, debate))[-1]
    assert line["type"] == "ASSESSMENT"
    assert {score["score"] for score in line["move"]["scores"]} == {6.5}


async def test_a_sheet_for_a_turn_that_is_gone_is_shown_for_copying(visitor: Visitor):
    debate = await put_on(visitor.http, plays.panel())
    form = await visitor.form(f"/debates/{debate}?seat=risk")
    await visitor.send(form, act="move", **RECOMMENDATION)
    other = {**form.fields, "client_request_id": "another"}
    answer = await visitor.http.post(form.action, data={**other, "act": "move", **RECOMMENDATION})
    assert answer.status_code == 422
    assert "Your text was not sent" in answer.text
    assert "It keeps the risk low." in answer.text
