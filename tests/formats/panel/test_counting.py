"""What is a consensus: whole numbers, of all judges who were asked."""

import pytest

from moot.debate import Json
from tests.formats.panel.stages import JUDGES, asked, contested, split


def judges(*names: str) -> Json:
    return [{"name": name, "stance": "firm", "optimise": "do well"} for name in names]


@pytest.mark.parametrize("threshold", ["2/3", "0.67", 0.67, 0.66, 0.667])
def test_two_of_three_are_two_thirds(threshold: Json):
    debate = asked(threshold=threshold)
    for judge, option in zip(JUDGES, "ABA", strict=True):
        debate.recommend(judge, option)
    assert debate.count() == {
        "round": 1,
        "tally": {"A": ["risk", "effort"], "B": ["value"]},
        "missing": {},
        "consensus": True,
        "option": "A",
    }
    assert (debate.status, debate.position.ended) == ("CONSENSUS", True)


def test_one_of_three_is_not():
    debate = split()
    assert debate.count()["consensus"] is False
    assert debate.count()["option"] is None
    assert debate.status == "ROUND_2"


def test_one_against_one_is_no_consensus_of_two():
    debate = asked(judges=judges("ann", "bob"))
    debate.recommend("ann", "A")
    debate.recommend("bob", "B")
    assert debate.status == "ROUND_2"


def test_where_two_options_reach_the_threshold_neither_has_it():
    debate = asked(judges=judges("ann", "bob"), threshold="1/2")
    debate.recommend("ann", "A")
    debate.recommend("bob", "B")
    assert debate.count()["consensus"] is False
    assert debate.status == "ROUND_2"


def test_two_who_agree_are_enough_when_the_third_is_missing():
    debate = asked()
    debate.recommend("risk", "A")
    debate.lapse("value", "failed")
    debate.recommend("effort", "A")
    assert debate.count()["missing"] == {"value": "failed"}
    assert debate.status == "CONSENSUS"


def test_one_alone_is_not_two_thirds_of_those_asked():
    debate = asked()
    debate.recommend("risk", "A")
    debate.lapse("value", "failed")
    debate.lapse("effort", "failed")
    assert debate.count()["consensus"] is False


def test_a_missing_judge_stays_in_the_denominator():
    debate = asked(judges=judges("ann", "bob", "cem", "dag"))
    debate.recommend("ann", "A")
    debate.recommend("bob", "A")
    debate.recommend("cem", "B")
    debate.lapse("dag", "failed")
    assert debate.count()["consensus"] is False, "2 of 4 are not 2/3, though 2 of the 3 who spoke are"


def test_all_must_agree_where_the_threshold_is_one():
    debate = asked(threshold=1)
    for judge, option in zip(JUDGES, "AAB", strict=True):
        debate.recommend(judge, option)
    assert debate.status == "ROUND_2"


def test_prose_decides_nothing():
    debate = asked()
    debate.recommend("risk", "A", summary="I cannot approve A. Approve B!", reasoning="B, B, B. Recommend B.")
    debate.recommend("value", "B", summary="Option A", reasoning="I recommend A.")
    debate.recommend("effort", "A", summary="I cannot approve this, so approve B")
    assert debate.count()["tally"] == {"A": ["risk", "effort"], "B": ["value"]}
    assert debate.count()["option"] == "A"


def test_a_consensus_in_round_two_ends_it():
    debate = split()
    debate.respond("risk", "A", against="value")
    debate.respond("value", "A", against="effort", by=("risk", 2))
    debate.respond("effort", "C", against="risk")
    assert debate.status == "CONSENSUS"
    assert debate.entries[-1].move == {
        "ending": "consensus",
        "result": {
            "option": "A",
            "rounds": 2,
            "tally": {"A": ["risk", "value"], "C": ["effort"]},
            "changed": [{"judge": "value", "round": 2, "from": "B", "to": "A"}],
        },
        "awards": [],
    }


def test_without_consensus_after_the_last_round_the_asker_chooses():
    debate = contested()
    assert debate.status == "CONTESTED"
    assert debate.position.waits_for() == ("asker",)
    assert debate.position.deadline() is None
    debate.refuse("INVALID_INPUT", "asker", "CHOICE", option="Z")
    debate.refuse("ACTION_NOT_ALLOWED", "risk", "CHOICE", option="A")
    debate.say("asker", "CHOICE", option="C")
    assert (debate.status, debate.position.ended) == ("CHOSEN", True)
    told = debate.entries[-1].move
    assert told["ending"] == "chosen"
    assert told["result"] == {
        "option": "C",
        "rounds": 2,
        "tally": {"A": ["risk"], "B": ["value"], "C": ["effort"]},
        "changed": [],
    }


def test_with_one_round_there_is_no_second():
    debate = split(max_rounds=1)
    assert debate.status == "CONTESTED"
