"""What may be said: questions, options, recommendations, responses."""

from typing import Any

import pytest
from pydantic import ValidationError

from moot.debate import Json
from moot.formats.panel import CONTEXT_LIMIT, Question
from tests.formats.panel.stages import asked, opened, recommendation, response, split


def options(*given: Json) -> list[tuple[str, str, str]]:
    question = Question.model_validate({"question": "Which?", "options": list(given)})
    return [(option.id, option.label, option.description) for option in question.options]


def test_options_are_read_as_people_write_them():
    assert options("A=Keep it", "B=Drop it: and all its tests") == [
        ("A", "Keep it", ""),
        ("B", "Drop it", "and all its tests"),
    ]
    assert options("Keep it", "set a = b") == [("A", "Keep it", ""), ("B", "set a = b", "")]
    assert options({"id": "x-1", "label": "X", "description": "why"}, {"id": 2, "label": "Y"}) == [
        ("x-1", "X", "why"),
        ("2", "Y", ""),
    ]


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        (["A=x"], "at least 2"),
        ([f"Way {number}" for number in range(27)], "at most 26"),
        (["A=x", "a=y"], "an id of its own"),
        (["A=x", "B="], "1.label"),
        (["A=x", {"id": "no blanks", "label": "y"}], "1.id"),
        (["A=x", {"id": False, "label": "y"}], "1.id"),
        (["A=x", 7], "options"),
        ("A=x", "options"),
    ],
)
def test_options_that_cannot_be_told_apart_or_read_are_invalid(given: Json, fault: str):
    with pytest.raises(ValidationError, match=fault):
        Question.model_validate({"question": "Which?", "options": given})


def test_the_context_is_long_but_not_endless():
    debate = opened()
    fields: dict[str, Any] = {"question": "Which?", "options": ["x", "y"]}
    refusal = debate.refuse(
        "CONTENT_TOO_LARGE", "asker", "QUESTION", context="ä" * (CONTEXT_LIMIT // 2) + "x", **fields
    )
    assert refusal.fields == {"size": CONTEXT_LIMIT + 1, "limit": CONTEXT_LIMIT}
    assert "the part of the specification" in str(refusal.suggestion)
    debate.say("asker", "QUESTION", context="ä" * (CONTEXT_LIMIT // 2), **fields)


def test_what_is_said_has_words_and_a_summary_one_line():
    debate = asked()
    debate.refuse("INVALID_INPUT", "risk", "RECOMMENDATION", **recommendation("A", reasoning=" \n"))
    assert debate.recommend("risk", "A", summary=" It\nis\tright ").move["summary"] == "It is right"


def test_only_an_option_of_the_question_can_be_recommended():
    refusal = asked().refuse("INVALID_INPUT", "risk", "RECOMMENDATION", **recommendation("Z"))
    assert refusal.suggestion == "Choose one of: A, B, C."
    split().refuse("INVALID_INPUT", "risk", "RESPONSE", **response("Z", "value"))


@pytest.mark.parametrize("assessed", ["", "A", "AB", "AAB", "ABCC", "ABZ"])
def test_each_option_is_assessed_once(assessed: str):
    given: Json = [{"option": one, "assessment": "x"} for one in assessed]
    refusal = asked().refuse("INVALID_INPUT", "risk", "RECOMMENDATION", **recommendation("A", assessments=given))
    assert refusal.suggestion == "Assess each option once: A, B, C."


def test_a_stance_must_be_kept_unless_it_need_not():
    refusal = asked().refuse("INVALID_INPUT", "risk", "RECOMMENDATION", **recommendation("A", for_stance=None))
    assert "for_stance" in refusal.message
    split().refuse("INVALID_INPUT", "risk", "RESPONSE", **response("A", "value", for_stance=None))
    loose = asked(require_stance_maintenance=False)
    assert "for_stance" not in loose.recommend("risk", "A", for_stance=None).move


@pytest.mark.parametrize("against", ["risk", "asker", "nobody"])
def test_only_another_judge_who_spoke_can_be_challenged(against: str):
    refusal = split().refuse("INVALID_INPUT", "risk", "RESPONSE", **response("A", against))
    assert refusal.suggestion == "Challenge a point of: value, effort."


def test_who_did_not_speak_cannot_be_challenged():
    debate = asked()
    debate.recommend("risk", "A")
    debate.recommend("value", "B")
    debate.lapse("effort", "failed")
    refusal = debate.refuse("INVALID_INPUT", "risk", "RESPONSE", **response("A", "effort"))
    assert refusal.suggestion == "Challenge a point of: value."


def test_agreeing_is_not_enough():
    split().refuse("INVALID_INPUT", "risk", "RESPONSE", **response("A", "value", challenges=[]))


def test_a_change_without_a_reason_is_refused():
    debate = split()
    refusal = debate.refuse("INVALID_INPUT", "value", "RESPONSE", **response("A", "effort"))
    assert "changed from B to A" in refusal.message
    assert "recommend B again" in str(refusal.suggestion)
    blank: Json = {"judge": "risk", "line": 2, "reason": " "}
    debate.refuse("INVALID_INPUT", "value", "RESPONSE", **response("A", "effort", convinced_by=blank))
    assert debate.respond("value", "A", against="effort", by=("risk", 2)).move["convinced_by"] == {
        "judge": "risk",
        "line": 2,
        "reason": "Sync bugs come late.",
    }


@pytest.mark.parametrize(("by", "fault"), [(("value", 3), "no other judge"), (("asker", 1), "no other judge")])
def test_nobody_is_convinced_by_itself_or_by_the_question(by: tuple[str, int], fault: str):
    refusal = split().refuse("INVALID_INPUT", "value", "RESPONSE", **response("A", "risk", by))
    assert fault in refusal.message
    assert refusal.suggestion == "Name one of: risk, effort."


@pytest.mark.parametrize("line", [1, 3, 4, 8, 99])
def test_what_convinced_is_a_line_of_that_judge(line: int):
    refusal = split().refuse("INVALID_INPUT", "value", "RESPONSE", **response("A", "risk", ("risk", line)))
    assert refusal.suggestion == "Cite one of its lines: 2."


def test_who_keeps_its_recommendation_was_not_convinced_to_change():
    refusal = split().refuse("INVALID_INPUT", "value", "RESPONSE", **response("B", "risk", ("risk", 2)))
    assert "no change" in refusal.message


def test_who_recommended_nothing_before_has_nothing_to_change():
    debate = asked()
    debate.recommend("risk", "A")
    debate.recommend("value", "B")
    debate.lapse("effort", "failed")
    debate.refuse("INVALID_INPUT", "effort", "RESPONSE", **response("A", "risk", ("risk", 2)))
    debate.respond("effort", "A", against="risk")


def test_in_a_later_round_an_earlier_line_can_still_convince():
    debate = split(max_rounds=3)
    debate.lapse("risk", "failed")
    debate.respond("value", "B", against="effort")
    debate.respond("effort", "C", against="value")
    debate.refuse("INVALID_INPUT", "value", "RESPONSE", **response("A", "risk", ("risk", 2)))
    debate.respond("value", "A", against="effort", by=("risk", 2))


def test_where_changes_need_no_reason_a_false_citation_is_still_refused():
    debate = split(require_change_documentation=False)
    debate.refuse("INVALID_INPUT", "value", "RESPONSE", **response("A", "risk", ("risk", 3)))
    debate.respond("value", "A", against="effort")
    alone = asked(require_change_documentation=False)
    alone.recommend("risk", "A")
    alone.lapse("value", "failed")
    alone.lapse("effort", "failed")
    alone.recommend("risk", "B")
