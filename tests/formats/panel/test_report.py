"""The result as programs read it."""

import pytest
import yaml
from inline_snapshot import snapshot

from moot.debate import Reports
from moot.formats.panel import format
from moot.notation.yaml import result_as_yaml
from tests.formats.panel.stages import JUDGES, Sitting, asked, contested, opened, split

NAMES = [
    "question_id",
    "consensus",
    "recommended_option",
    "confidence",
    "outcome",
    "distribution",
    "perspectives",
    "change_log",
    "user_prompt",
    "choice",
    "notes",
    "rounds",
    "message",
    "state",
    "sycophancy",
]


def convinced() -> Sitting:
    """Round two brought consensus: the value judge was convinced by the risk judge."""
    debate = split()
    debate.respond("risk", "A", against="value", summary="minimises the risk of technical debt")
    debate.respond("value", "A", against="effort", by=("risk", 2), summary="brings most of the value")
    debate.respond("effort", "C", against="risk", summary="reading is enough for now")
    return debate


def test_a_panel_reports():
    assert isinstance(format, Reports)


def test_a_consensus():
    assert convinced().report() == snapshot(
        {
            "question_id": "offline",
            "consensus": True,
            "recommended_option": "A",
            "confidence": "HIGH",
            "outcome": "CONSENSUS",
            "distribution": {"A": ["risk", "value"], "C": ["effort"]},
            "perspectives": {
                "risk": "Option A - minimises the risk of technical debt",
                "value": "Option A - brings most of the value (changed from B)",
                "effort": "Option C - reading is enough for now",
            },
            "change_log": [
                {
                    "judge": "value",
                    "round": 2,
                    "from": "B",
                    "to": "A",
                    "reason": "Sync bugs come late.",
                    "convinced_by": "risk",
                    "line": 2,
                }
            ],
            "user_prompt": None,
            "choice": None,
            "notes": [],
            "rounds": 2,
            "message": "2 of 3 judges recommend option A after round 2.",
            "state": "CONSENSUS",
            "sycophancy": {
                "changes": 1,
                "towards_majority": 1,
                "without_new_reason": 0,
                "share": "0 of 1",
                "details": [
                    {
                        "judge": "value",
                        "round": 2,
                        "from": "B",
                        "to": "A",
                        "towards_majority": True,
                        "new_reason": True,
                    }
                ],
            },
        }
    )


def test_a_contested_question_and_the_choice_that_follows():
    debate = contested()
    told = debate.report()
    assert told["user_prompt"] == snapshot(
        """\
The judges disagree on this question. Read their perspectives above.

Which option do you choose?
[A] No offline mode
[B] Full offline mode: everything works without a network
[C] Limited offline mode: reading works
"""
    )
    assert {name: told[name] for name in ("consensus", "outcome", "confidence", "recommended_option", "state")} == {
        "consensus": False,
        "outcome": "CONTESTED",
        "confidence": "REQUIRES_INPUT",
        "recommended_option": None,
        "state": "CONTESTED",
    }
    assert told["distribution"] == {"A": ["risk"], "B": ["value"], "C": ["effort"]}
    assert told["perspectives"] == {
        "risk_favors": 'Option A - "A it is"',
        "value_favors": 'Option B - "B it is"',
        "effort_favors": 'Option C - "C it is"',
    }
    assert told["message"] == "The judges disagree. Read their perspectives and choose."
    debate.say("asker", "CHOICE", option="C", reason="Cheap.")
    told = debate.report()
    assert told["choice"] == {"option": "C", "reason": "Cheap.", "line": 16}
    assert (told["state"], told["outcome"], told["user_prompt"]) == ("CHOSEN", "CONTESTED", None)
    assert told["message"] == "The judges disagree. The asker chose option C."


def test_the_names_are_always_the_same():
    for debate in (opened(), asked(), split(), contested(), convinced()):
        assert list(debate.report()) == NAMES


def test_before_the_end_it_says_what_is_known_to_its_reader():
    assert opened().report()["message"] == "Nothing has been asked yet."
    debate = asked()
    debate.recommend("risk", "A")
    for reader, perspectives in ((None, {}), ("value", {}), ("risk", {"risk": "Option A - A is right"})):
        told = debate.report(reader)
        assert (told["consensus"], told["outcome"], told["confidence"], told["state"]) == (None, None, None, "ROUND_1")
        assert (told["distribution"], told["perspectives"]) == ({}, perspectives)
        assert told["message"] == "Round 1 is under way: 1 of 3 judges have spoken."
    debate = split()
    debate.respond("value", "A", against="effort", by=("risk", 2))
    told = debate.report()
    assert (told["state"], told["consensus"], told["rounds"]) == ("ROUND_2", None, 1)
    assert told["distribution"] == {"A": ["risk"], "B": ["value"], "C": ["effort"]}
    assert told["perspectives"]["value"] == "Option A - A it is (changed from B)"
    assert debate.report("effort")["perspectives"]["value"] == "Option B - B is right"
    assert debate.report("effort")["change_log"] == []


@pytest.mark.parametrize(
    ("reason", "note"),
    [
        ("time", "The risk judge timed out: only 2 perspectives are available."),
        ("failed", "The risk judge failed: only 2 perspectives are available."),
        ("unfit answers", "The risk judge gave no answer that fits: only 2 perspectives are available."),
        ("no budget", "The risk judge had no budget left: only 2 perspectives are available."),
        ("asleep", "The risk judge gave no recommendation (asleep): only 2 perspectives are available."),
    ],
)
def test_a_missing_judge_is_named(reason: str, note: str):
    debate = asked()
    debate.lapse("risk", reason)
    debate.recommend("value", "A")
    debate.recommend("effort", "A")
    told = debate.report()
    assert told["notes"] == [note]
    assert list(told["perspectives"]) == ["value", "effort"]
    assert told["message"] == "2 of 3 judges recommend option A after round 1."


def test_notes_tell_the_round_and_how_many_are_left():
    debate = asked()
    for judge in JUDGES:
        debate.lapse(judge, "time")
    debate.recommend("risk", "A")
    debate.lapse("value", "failed")
    debate.lapse("effort", "failed")
    assert debate.report()["notes"] == [
        "The risk judge timed out in round 1: no perspective is available.",
        "The value judge timed out in round 1: no perspective is available.",
        "The effort judge timed out in round 1: no perspective is available.",
        "The value judge failed in round 2: only 1 perspective is available.",
        "The effort judge failed in round 2: only 1 perspective is available.",
    ]


def test_an_asker_that_could_not_choose_is_no_missing_judge():
    debate = contested(players={"asker": "embedded"})
    debate.lapse("asker", "failed")
    assert debate.report()["notes"] == []


def test_a_change_without_a_reason_is_logged_without_one():
    debate = split(require_change_documentation=False)
    debate.respond("value", "A", against="effort")
    assert debate.report()["change_log"] == [{"judge": "value", "round": 2, "from": "B", "to": "A", "reason": ""}]


def test_as_yaml_it_stands_under_its_name_without_what_does_not_apply():
    told = yaml.safe_load(result_as_yaml(contested().report()))
    kept = list(told["debate_result"])
    assert kept == [name for name in NAMES if name not in ("recommended_option", "choice")]
    assert yaml.safe_load(result_as_yaml(asked().report()))["debate_result"]["consensus"] is None
