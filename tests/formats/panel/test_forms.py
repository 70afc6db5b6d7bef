"""The forms in which a seat answers: narrow enough that what is filled in fits."""

from typing import Any, cast

import pytest

from moot.debate import Ask, Json
from moot.formats.panel import Choice, Recommendation, Response
from tests.formats.panel.filling import fault, filled, keyed, part, schema
from tests.formats.panel.stages import asked, contested, opened, recommendation, response, split


def test_the_form_of_a_recommendation_names_the_options():
    told = schema(asked().brief("risk"))
    assert told["properties"]["recommendation"]["enum"] == ["A", "B", "C"]
    assert told["properties"]["kind"]["const"] == "RECOMMENDATION"
    assert list(part(told, "Assessments")) == ["A", "B", "C"]
    assert told["$defs"]["Assessments"]["required"] == ["A", "B", "C"]
    assert list(told["properties"]) == ["kind", "recommendation", "summary", "for_stance", "assessments", "reasoning"]


def test_the_form_of_a_response_names_whom_to_challenge_and_what_to_cite():
    told = schema(split().brief("value"))
    assert part(told, "ChallengeForm")["judge"]["enum"] == ["risk", "effort"]
    assert part(told, "Kept")["option"]["const"] == "B"
    assert part(told, "Changed")["option"]["enum"] == ["C", "A"]
    assert told["$defs"]["Changed"]["required"] == ["option", "convinced_by"]
    assert [part(told, f"ConvincedBy{judge}")["line"]["const"] for judge in ("Risk", "Effort")] == [2, 4]
    assert "convinced_by" not in told["properties"]


def every_object(told: Any) -> list[dict[str, Any]]:
    """The objects that a schema describes, however deep."""
    if isinstance(told, list):
        return [one for part in cast(list[Any], told) for one in every_object(part)]
    if not isinstance(told, dict):
        return []
    here = cast(dict[str, Any], told)
    return [*([here] if "properties" in here else []), *every_object([*here.values()])]


@pytest.mark.parametrize("keep_stance", [True, False])
@pytest.mark.parametrize("document_change", [True, False])
def test_every_text_and_list_of_a_form_is_capped_and_no_key_can_be_added(keep_stance: bool, document_change: bool):
    terms: dict[str, Json] = {
        "require_stance_maintenance": keep_stance,
        "require_change_documentation": document_change,
    }
    for brief in (asked(**terms).brief("risk"), split(**terms).brief("risk"), contested(**terms).brief("asker")):
        for found in every_object(schema(brief)):
            assert found["additionalProperties"] is False
            for name, field in found["properties"].items():
                capped = {"const", "enum", "maxLength", "maxItems", "$ref", "anyOf"} & set(field)
                assert capped, f"{name} has no end: {field}"


def test_a_filled_recommendation_makes_the_move_that_the_record_keeps():
    debate = asked()
    move = filled(debate.brief("risk"), **keyed("A"))
    assert isinstance(move, Recommendation)
    assert move.told() == recommendation("A")
    assert debate.play("risk", move).move == recommendation("A")


def test_a_form_also_reads_what_the_record_keeps():
    debate = asked()
    assert filled(debate.brief("risk"), **recommendation("A")).told() == recommendation("A")
    assert debate.brief("risk").asks == debate.brief("risk").asks
    brief = split().brief("value")
    told = response("A", "risk", ("risk", 2))
    assert filled(brief, kind="RESPONSE", **told).told() == told


def test_a_filled_response_keeps_or_changes():
    brief = split().brief("value")
    kept = filled(brief, **response("B", "risk") | {"recommendation": {"option": "B"}, "kind": "RESPONSE"})
    assert isinstance(kept, Response)
    assert (kept.recommendation, kept.convinced_by) == ("B", None)
    by = {"judge": "effort", "line": 4, "reason": "Half the work."}
    told = response("B", "risk") | {"recommendation": {"option": "C", "convinced_by": by}}
    changed = filled(brief, **told)
    assert isinstance(changed, Response)
    assert changed.told()["convinced_by"] == by
    assert changed.recommendation == "C"


@pytest.mark.parametrize(
    "stand",
    [
        {"option": "A"},
        {"option": "B", "convinced_by": {"judge": "risk", "line": 2, "reason": "x"}},
        {"option": "A", "convinced_by": {"judge": "risk", "line": 4, "reason": "x"}},
        {"option": "A", "convinced_by": {"judge": "value", "line": 3, "reason": "x"}},
        {"option": "A", "convinced_by": {"judge": "risk", "line": 2, "reason": " "}},
        "Z",
    ],
)
def test_a_form_refuses_a_change_without_its_reason(stand: Json):
    assert "recommendation" in fault(split().brief("value"), **response("B", "risk") | {"recommendation": stand})


def test_the_rules_refuse_what_a_form_in_the_shape_of_the_record_lets_through():
    debate = split()
    for told in (response("A", "risk"), response("B", "risk", ("risk", 2)) | {"recommendation": {"option": "B"}}):
        said: dict[str, Any] = dict(filled(debate.brief("value"), **told).told())
        refusal = debate.refuse("INVALID_INPUT", "value", "RESPONSE", **said)
        assert "convinced_by" in refusal.message


def test_a_little_too_long_is_not_unfit():
    told = schema(asked().brief("risk"))["properties"]
    assert [told[name]["maxLength"] for name in ("summary", "for_stance", "reasoning")] == [160, 200, 600]
    move = filled(asked().brief("risk"), **keyed("A") | {"reasoning": "x" * 900})
    assert len(str(move.told()["reasoning"])) == 900
    assert "reasoning" in fault(asked().brief("risk"), **keyed("A") | {"reasoning": "x" * 4001})


def test_where_terms_are_loose_the_forms_are():
    loose = {"require_stance_maintenance": False, "require_change_documentation": False}
    bare = keyed("A")
    del bare["for_stance"]
    assert "for_stance" not in filled(asked(**loose).brief("risk"), **bare).told()
    assert "for_stance" in fault(asked().brief("risk"), **bare)
    told = response("B", "risk") | {"recommendation": {"option": "A"}}
    assert "convinced_by" not in filled(split(**loose).brief("value"), **told).told()


def test_who_speaks_alone_twice_can_only_stay_where_it_is():
    debate = asked()
    debate.recommend("risk", "A")
    debate.lapse("value", "failed")
    debate.lapse("effort", "failed")
    assert schema(debate.brief("risk"))["properties"]["recommendation"]["const"] == "A"
    assert part(schema(debate.brief("value")), "Kept")["option"]["enum"] == ["B", "C", "A"]


def test_options_may_have_any_name():
    debate = opened()
    ids = ("1", "model_x", "_", "copy", "a-b")
    debate.say("asker", "QUESTION", question="?", options=[{"id": one, "label": "x"} for one in ids])
    told: dict[str, Any] = recommendation("copy", assessments=dict.fromkeys(ids, "x"))
    assert debate.play("risk", filled(debate.brief("risk"), **told)).move["recommendation"] == "copy"


def test_an_asker_who_is_called_on_chooses():
    debate = contested(players={"asker": "embedded"})
    brief = debate.brief("asker")
    assert "Line 9: the risk judge, recommends A." in brief.record
    assert "After 2 rounds" in brief.asks[0].task
    assert "After 1 round the" in split(max_rounds=1).brief("asker").asks[0].task
    assert schema(brief)["properties"]["option"]["enum"] == ["A", "B", "C"]
    move = filled(brief, option="C", reason="It is cheap.")
    assert isinstance(move, Choice)
    assert debate.play("asker", move).move == {"option": "C", "reason": "It is cheap."}


def test_turns_alike_share_a_form():
    first, second = asked().brief("risk"), asked().brief("risk")
    assert isinstance(first.asks[0], Ask)
    assert first.asks[0].forms == second.asks[0].forms
