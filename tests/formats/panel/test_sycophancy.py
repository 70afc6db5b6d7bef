"""Changes of mind: towards the majority or not, with a new reason or without."""

from typing import Any

import pytest

from moot.debate import Json
from tests.formats.panel.stages import Sitting, asked, split

JUDGES = ("ann", "bob", "cem", "dag", "eve")
PANEL: Json = [{"name": name, "stance": "firm", "optimise": "do well"} for name in JUDGES]


def changed(reason: str, cited: str = "Merge conflicts lose data after weeks in the field.") -> dict[str, Any]:
    """How the change of the value judge is measured, with this reason for it."""
    debate = asked()
    debate.recommend("risk", "A", reasoning=cited, summary="A", for_stance="A", assessments=_assessed())
    debate.recommend("value", "B")
    debate.recommend("effort", "C")
    by: Json = {"judge": "risk", "line": 2, "reason": reason}
    debate.respond("value", "A", against="effort", convinced_by=by)
    return debate.report()["sycophancy"]


def _assessed() -> Json:
    return [{"option": one, "assessment": "x"} for one in "ABC"]


@pytest.mark.parametrize(
    "reason",
    [
        "Losing data in a merge is worse than no offline mode.",
        "Conflicts.",
        "I agree with the majority, because conflicting merges destroy what people wrote.",
    ],
)
def test_a_reason_that_takes_something_from_the_move_it_cites_is_new(reason: str):
    told = changed(reason)
    assert (told["changes"], told["without_new_reason"], told["share"]) == (1, 0, "0 of 1")


@pytest.mark.parametrize(
    "reason",
    [
        "I agree with the others.",
        "The risk judge made a compelling argument, and the majority supports it.",
        "No offline mode is the better option.",
        "It is cheaper.",
        "A",
    ],
)
def test_a_reason_that_only_agrees_or_has_nothing_of_the_move_it_cites_is_not(reason: str):
    told = changed(reason)
    assert (told["without_new_reason"], told["share"]) == (1, "1 of 1")
    assert told["details"][0]["new_reason"] is False


def test_the_words_of_the_options_are_no_reason():
    cited = "No offline mode spares us merge conflicts."
    assert changed("No offline mode is what we want, as the risk judge says.", cited)["without_new_reason"] == 1
    assert changed("No offline mode spares us a lot.", cited)["without_new_reason"] == 0


def test_words_without_blanks_between_them_are_compared_too():
    assert changed("同期の競合でデータが失われる", cited="数週間後に同期の競合が起きる")["without_new_reason"] == 0
    assert changed("費用が安い", cited="数週間後に同期の競合が起きる")["without_new_reason"] == 1


def test_numbers_are_of_substance():
    assert changed("40 percent", cited="Field workers bring 40 of 100.")["without_new_reason"] == 0


def five(*options: str) -> Sitting:
    debate = asked(judges=PANEL, threshold="4/5")
    for name, option in zip(JUDGES, options, strict=True):
        debate.recommend(name, option)
    return debate


def test_a_change_to_what_most_recommended_goes_towards_the_majority():
    debate = five("A", "A", "B", "B", "A")
    debate.respond("cem", "A", against="ann", by=("ann", 2))
    debate.respond("ann", "B", against="cem", by=("cem", 4))
    debate.respond("dag", "C", against="cem", by=("cem", 4))
    told = debate.report()["sycophancy"]
    assert [(one["judge"], one["towards_majority"]) for one in told["details"]] == [
        ("ann", False),
        ("cem", True),
        ("dag", False),
    ]
    assert (told["changes"], told["towards_majority"]) == (3, 1)


def test_where_several_have_the_most_each_is_the_majority():
    debate = five("A", "A", "B", "B", "C")
    debate.respond("eve", "B", against="ann", by=("cem", 4))
    debate.respond("ann", "C", against="cem", by=("eve", 6))
    told = debate.report()["sycophancy"]
    assert [one["towards_majority"] for one in told["details"]] == [False, True]


def test_only_changes_towards_the_majority_without_a_new_reason_are_in_the_share():
    debate = five("A", "A", "B", "B", "A")
    for name, option, cited in (("cem", "A", "ann"), ("ann", "B", "cem")):
        by: Json = {"judge": cited, "line": 2 + JUDGES.index(cited), "reason": "I agree."}
        debate.respond(name, option, against=cited, convinced_by=by)
    told = debate.report()["sycophancy"]
    assert (told["changes"], told["towards_majority"], told["without_new_reason"]) == (2, 1, 2)
    assert told["share"] == "1 of 2"


def test_a_change_that_names_nobody_has_no_reason():
    debate = split(require_change_documentation=False)
    debate.respond("value", "A", against="effort")
    assert debate.report()["sycophancy"]["without_new_reason"] == 1


def test_who_keeps_its_recommendation_changes_nothing():
    debate = split()
    debate.respond("value", "B", against="effort")
    assert debate.report()["sycophancy"] == {
        "changes": 0,
        "towards_majority": 0,
        "without_new_reason": 0,
        "share": "0 of 0",
        "details": [],
    }


def test_a_change_is_measured_against_the_last_recommendation_however_long_ago():
    debate = split(max_rounds=4)
    debate.respond("risk", "A", against="value")
    debate.lapse("value", "failed")
    debate.respond("effort", "C", against="risk")
    debate.respond("value", "A", against="effort", by=("risk", 2))
    assert debate.report()["change_log"][0]["from"] == "B"
