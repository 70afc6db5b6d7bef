"""What may be said: its length, its targets, its options, and how often."""

import pytest
from pydantic import ValidationError

from moot.debate import ContentTooLarge, Json
from moot.formats.arbitration import ANOTHER_WAY, CONTENT_LIMIT, Appeal, Arbitration, Claim, Intervention, Ruling
from tests.formats.arbitration.stages import answered, appealed, opened, resolved, stopped

MULTIBYTE = "ä" * (CONTENT_LIMIT // 2)
"""Exactly the limit in bytes, half of it in characters."""


def test_the_limit_is_ten_kib_of_utf8():
    assert CONTENT_LIMIT == 10_240
    assert len(MULTIBYTE.encode()) == CONTENT_LIMIT
    opened().say("opponent", "CLAIM", content=MULTIBYTE, target=1)
    stopped().say("arbitrator", "RULING", content="x" * CONTENT_LIMIT)


@pytest.mark.parametrize("content", [MULTIBYTE + "x", "x" * (CONTENT_LIMIT + 1), "🗣" * (CONTENT_LIMIT // 4) + "ä"])
def test_one_byte_more_is_too_large_and_the_way_out_is_named(content: str):
    refusal = opened().refuse("CONTENT_TOO_LARGE", "opponent", "CLAIM", content=content, target=1)
    assert refusal.fields == {"size": len(content.encode()), "limit": CONTENT_LIMIT}
    assert "aw docs" in str(refusal.suggestion)
    with pytest.raises(ContentTooLarge):
        Intervention(content=content)


@pytest.mark.parametrize("content", ["", " ", "\n\t", "\u3000"])
def test_a_blank_argument_is_invalid(content: str):
    opened().refuse("INVALID_INPUT", "opponent", "CLAIM", content=content, target=1)
    stopped().refuse("INVALID_INPUT", "arbitrator", "RULING", content=content)


def test_an_intervention_needs_no_words():
    debate = opened()
    assert debate.say("arbitrator", "INTERVENTION").move == {"content": ""}


@pytest.mark.parametrize("target", [3, 99])
def test_what_is_argued_about_must_have_been_said(target: int):
    refusal = answered().refuse("INVALID_INPUT", "proposer", "CLAIM", content="About that.", target=target)
    assert str(target) in refusal.message


@pytest.mark.parametrize("target", [0, -1, "x", None])
def test_the_opening_is_no_argument(target: Json):
    answered().refuse("INVALID_INPUT", "proposer", "CLAIM", content="About that.", target=target)


@pytest.mark.parametrize("kind", ["CLAIM", "APPEAL", "RESOLUTION"])
def test_any_earlier_argument_may_be_argued_about(kind: str):
    assert answered().say("proposer", kind, content="About the motion.", target=1).move["target"] == 1


def test_unknown_fields_and_kinds_are_invalid():
    opened().refuse("INVALID_INPUT", "opponent", "CLAIM", content="x", target=1, colour="red")
    with pytest.raises(ValidationError):
        Claim.model_validate({"kind": "RULING", "content": "x", "target": 1})


def options(*given: Json) -> list[tuple[str, str]]:
    appeal = Appeal.model_validate({"content": "Decide.", "target": 1, "options": list(given)})
    return [(option.id, option.label) for option in appeal.options]


def test_options_get_letters_and_the_last_is_always_another_way():
    other = (ANOTHER_WAY.id, ANOTHER_WAY.label)
    assert options("Keep it", "Drop it") == [("A", "Keep it"), ("B", "Drop it"), other]
    assert options() == [other]
    assert options("keep=Keep it", "B = Drop it") == [("keep", "Keep it"), ("B", "Drop it"), other]
    assert options({"id": "x-1", "label": "X"}, "Y") == [("x-1", "X"), ("B", "Y"), other]
    assert options("other=My own other", "Keep it") == [("B", "Keep it"), other]


def test_an_equals_sign_within_a_sentence_is_part_of_it():
    assert options("set a = b")[0] == ("A", "set a = b")
    assert options("=x")[0] == ("A", "=x")


def test_an_appeal_without_options_still_offers_another_way():
    assert [option.id for option in Appeal(content="Decide.", target=1).options] == ["other"]


@pytest.mark.parametrize(
    "given",
    [
        ["A=x", "a=y"],
        [{"id": "B", "label": "x"}, "y"],
        ["A="],
        [""],
        ["x" * 501],
        [{"id": "no blanks", "label": "x"}],
        [{"id": "x"}],
        [7],
        "A=x",
        {"A": "x"},
        [f"Way {number}" for number in range(27)],
    ],
)
def test_options_that_cannot_be_told_apart_or_read_are_invalid(given: Json):
    answered().refuse("INVALID_INPUT", "proposer", "APPEAL", content="Decide.", target=2, options=given)


def test_a_ruling_may_choose_an_option_that_was_offered():
    for option in ("A", "B", "other"):
        debate = appealed("Keep it", "Drop it")
        assert debate.say("arbitrator", "RULING", content="So.", option=option).move["option"] == option


def test_an_option_that_was_not_offered_is_refused_and_the_offer_is_named():
    refusal = appealed("Keep it").refuse("INVALID_INPUT", "arbitrator", "RULING", content="So.", option="Z")
    assert refusal.suggestion == "Choose one of: A, other."
    assert refusal.fields == {"option": "Z"}


def test_without_an_appeal_there_is_no_option_to_choose():
    for debate in (resolved(), stopped()):
        refusal = debate.refuse("INVALID_INPUT", "arbitrator", "RULING", content="So.", option="A")
        assert refusal.suggestion == "Leave the option out."


def test_the_options_of_an_earlier_appeal_are_gone():
    debate = appealed("Keep it")
    debate.say("arbitrator", "RULING", content="So.", option="A")
    debate.say("proposer", "RESOLUTION", content="Done.", target=4)
    debate.refuse("INVALID_INPUT", "arbitrator", "RULING", content="So.", option="A")


def test_when_the_rounds_are_spent_the_proposer_can_only_ask_for_the_end():
    debate = answered(max_rounds=1)
    assert debate.position.allowed("proposer") == ("APPEAL", "RESOLUTION")
    debate.refuse("ACTION_NOT_ALLOWED", "proposer", "CLAIM", content="One more.", target=1)
    debate.say("proposer", "APPEAL", content="Decide.", target=2)
    refusal = debate.refuse("INVALID_INPUT", "arbitrator", "RULING", content="Go on.")
    assert refusal.suggestion == "Close it with this ruling."
    debate.say("arbitrator", "RULING", content="Enough.", close=True)
    assert debate.status == "CLOSED"


def test_rounds_count_how_often_the_floor_came_back_to_the_proposer():
    debate = answered(max_rounds=3)
    debate.say("proposer", "CLAIM", content="But.", target=2)
    debate.say("opponent", "CLAIM", content="No.", target=3)
    assert "CLAIM" in debate.position.allowed("proposer")
    debate.say("arbitrator", "INTERVENTION")
    debate.say("arbitrator", "RULING", content="Go on.")
    assert debate.position.allowed("proposer") == ("APPEAL", "RESOLUTION")


def test_without_a_limit_the_floor_can_come_back_for_ever():
    debate = answered()
    for _ in range(50):
        debate.say("proposer", "CLAIM", content="But.", target=1)
        debate.say("opponent", "CLAIM", content="No.", target=1)
    assert debate.position.allowed("proposer") == ("CLAIM", "APPEAL", "RESOLUTION")
    assert debate.position.state.rounds == 51


@pytest.mark.parametrize(
    "setup",
    [
        {"title": "", "debate_type": "general_debate"},
        {"title": "x" * 201, "debate_type": "general_debate"},
        {"title": "T", "debate_type": "No Such"},
        {"title": "T"},
        {"title": "T", "debate_type": "general_debate", "max_rounds": 0},
        {"title": "T", "debate_type": "general_debate", "colour": "red"},
    ],
)
def test_an_unfit_set_up_is_refused(setup: dict[str, Json]):
    with pytest.raises(ValidationError):
        Arbitration.model_validate(setup)


def test_a_debate_type_is_the_variety_of_the_debate():
    assert Arbitration(title="T", debate_type="coding_plan_debate").variety == "coding_plan_debate"


def test_moves_are_told_without_what_was_left_unsaid():
    assert Ruling(content="So.").told() == {"content": "So.", "close": False}
