"""Whoever falls silent is named; the evaluation goes on wherever it can."""

import pytest

from moot.formats.evaluation import format as evaluation
from tests.formats.evaluation.stages import (
    NAMES,
    RED,
    Debate,
    argued,
    assessed,
    begun,
    challenge,
    judge,
    opened,
    record,
    scores,
    speak,
)


def last_scored(debate: Debate) -> tuple[object, object, object]:
    told = next(entry.move for entry in reversed(debate.entries) if entry.kind == "scored")
    return told["reason"], told["winner"], told["delta"]


def test_without_its_assessor_an_idea_ends_unassessed():
    debate = opened()
    debate.lapse("assessor", reason="no budget", detail="calls are spent")
    assert debate.status == "unassessed"
    assert debate.entries[-1].move == {
        "ending": "unassessed",
        "result": {"scores": {}, "rounds": []},
        "awards": [],
    }
    report = evaluation.report(record(debate))
    assert report["missing"] == [
        {
            "seat": "assessor",
            "turn": "assess",
            "round": None,
            "reason": "no budget",
            "detail": "calls are spent",
        }
    ]
    assert report["synthesis"]["overall"] is None


def test_scores_that_were_given_are_told_though_nobody_found_evidence():
    debate = opened(idea={"assessment": {"scores": scores(*NAMES)}})
    debate.outlast()
    assert debate.status == "unassessed"
    assert evaluation.report(record(debate))["scores"]["fit"]["before"] == 6


def test_a_persona_that_lapses_is_named_and_the_others_are_heard():
    debate = assessed()
    challenge(debate, "red-customer")
    debate.lapse("red-skeptic", reason="unfit answers")
    assert debate.status == "challenging"
    challenge(debate, "red-investor")
    assert debate.status == "round_1"
    assert debate.position.state.challenges == ("customer.1", "investor.1")
    assert [missing["seat"] for missing in evaluation.report(record(debate))["missing"]] == ["red-skeptic"]


def test_a_red_team_that_lapses_as_one_leaves_the_evidence_to_argue_from():
    debate = assessed()
    debate.outlast()
    assert [entry.seat for entry in debate.entries if entry.kind == "lapsed"] == list(RED)
    assert debate.status == "round_1"


def test_a_silent_advocate_leaves_the_floor_to_the_challenger_and_there_are_no_replies():
    debate = begun()
    debate.lapse("advocate")
    (turn,) = debate.position.due()
    assert (turn.seat, turn.answers) == ("challenger", 2)
    speak(debate, "challenger", "ARGUMENT", "Nobody wants it")
    (turn,) = debate.position.due()
    assert (turn.seat, turn.name, turn.answers) == ("arbiter", "judge", 4)
    judge(debate, -2)
    assert last_scored(debate) == ("verdict", "challenger", -2)


def test_a_silent_challenger_leaves_the_last_word_to_the_advocate():
    debate = begun()
    speak(debate, "advocate", "ARGUMENT", "Everybody wants it")
    debate.lapse("challenger")
    (turn,) = debate.position.due()
    assert (turn.seat, turn.answers) == ("arbiter", 3)


def test_where_both_are_silent_no_verdict_is_asked_and_nothing_moves():
    debate = begun()
    debate.lapse("advocate", "challenger")
    assert last_scored(debate) == ("nobody spoke", None, 0)
    (turn,) = debate.position.due()
    assert (turn.seat, debate.status) == ("advocate", "round_2")
    report = evaluation.report(record(debate))
    assert report["rounds"][0]["arbiter_verdict"] is None
    assert [(missing["seat"], missing["round"]) for missing in report["missing"]] == [
        ("advocate", 1),
        ("challenger", 1),
    ]


@pytest.mark.parametrize("silent", [("advocate",), ("challenger",), ("advocate", "challenger")])
def test_a_reply_that_lapses_counts_as_rest(silent: tuple[str, ...]):
    debate = begun()
    speak(debate, "advocate", "ARGUMENT", "Everybody wants it")
    speak(debate, "challenger", "ARGUMENT", "Nobody pays for that")
    for seat in ("advocate", "challenger"):
        if seat in silent:
            debate.lapse(seat, reason="unfit answers")
        else:
            speak(debate, seat, "REST")
    (turn,) = debate.position.due()
    assert turn.seat == "arbiter"


def test_after_a_reply_that_lapsed_the_other_still_answers_what_was_said_and_not_itself():
    debate = begun()
    opening = speak(debate, "advocate", "ARGUMENT", "Everybody wants it")
    speak(debate, "challenger", "ARGUMENT", "Nobody pays for that")
    debate.lapse("advocate")
    (turn,) = debate.position.due()
    assert (turn.seat, turn.answers) == ("challenger", opening)


def test_without_its_arbiter_a_round_changes_nothing_and_the_next_begins():
    debate = argued(begun())
    debate.lapse("arbiter")
    assert last_scored(debate) == ("no verdict", None, 0)
    assert debate.status == "round_2"


def test_an_evaluation_in_which_nobody_speaks_ends_by_itself():
    debate = begun(rounds=2, players={"advocate": "embedded", "challenger": "embedded", "arbiter": "embedded"})
    for _ in range(4):
        debate.outlast()
    assert debate.status == "evaluated"
    assert str(debate.entries[-1].at) == "2026-11-15 09:20:00+00:00"
