"""A round: an opening, an answer, replies that are new and cite what exists, concessions, and a verdict."""

from typing import Any

import pytest

from moot.debate import Json
from tests.formats.evaluation.stages import RED, argued, assessed, begun, challenge, challenged, judge, point, speak

HOURS = "Drivers lose hours every week looking for a free place near their work"
EMPTY = "Most car parks in the town stand half empty on any working day"
FINES = "Every second driver paid a fine last year for staying too long"


def test_each_side_speaks_twice_in_turn_and_then_the_arbiter_judges():
    debate = challenged()
    floor: list[tuple[str, tuple[str, ...], int | None]] = []
    for seat, kind, claim in [
        ("advocate", "ARGUMENT", HOURS),
        ("challenger", "ARGUMENT", EMPTY),
        ("advocate", "REPLY", FINES),
        ("challenger", "REPLY", "A map of free places would do, and costs nothing"),
    ]:
        floor += [(turn.seat or "", turn.kinds, turn.answers) for turn in debate.position.due()]
        speak(debate, seat, kind, claim)
    floor += [(turn.seat or "", turn.kinds, turn.answers) for turn in debate.position.due()]
    assert floor == [
        ("advocate", ("ARGUMENT",), 6),
        ("challenger", ("ARGUMENT",), 7),
        ("advocate", ("REPLY", "REST"), 8),
        ("challenger", ("REPLY", "REST"), 9),
        ("arbiter", ("VERDICT",), 10),
    ]
    judge(debate, 1)
    assert debate.status == "round_2"
    assert [(entry.kind, entry.move.get("round")) for entry in debate.entries[-2:]] == [
        ("scored", 1),
        ("round_began", 2),
    ]


def test_every_point_cites_evidence_or_a_challenge_that_exists():
    debate = challenged()
    cite = [point(HOURS, "E1", "skeptic.1"), point(FINES, "E9")]
    refusal = debate.refuse("INVALID_INPUT", "advocate", "ARGUMENT", content="So.", points=cite)
    assert refusal.message == "There is no evidence 'E9'."
    assert refusal.suggestion == "Cite by id, from these: E1, E2, E3, E4, E5, E6, skeptic.1, customer.1, investor.1."
    none: Json = [{"claim": HOURS, "evidence": []}]
    debate.refuse("INVALID_INPUT", "advocate", "ARGUMENT", content="So.", points=none)
    debate.refuse("INVALID_INPUT", "advocate", "ARGUMENT", content="So.", points=[])
    debate.say("advocate", "ARGUMENT", content="So.", points=cite[:1])


def test_a_reply_cites_what_exists_too():
    debate = begun()
    speak(debate, "advocate", "ARGUMENT", HOURS)
    speak(debate, "challenger", "ARGUMENT", EMPTY)
    debate.refuse("INVALID_INPUT", "advocate", "REPLY", content="So.", points=[point(FINES, "C7")])


@pytest.mark.parametrize(
    "again",
    [
        HOURS,
        HOURS.upper() + "!",
        "Near their work, looking for a free place: drivers lose hours every week.",
        HOURS.replace("hours", "ages"),
    ],
)
def test_a_reply_that_only_says_the_old_again_is_refused(again: str):
    debate = begun()
    speak(debate, "advocate", "ARGUMENT", HOURS)
    speak(debate, "challenger", "ARGUMENT", EMPTY)
    refusal = debate.refuse("INVALID_INPUT", "advocate", "REPLY", content="So.", points=[point(again)])
    assert refusal.message == "A reply must bring a point that this side has not made before."
    debate.say("advocate", "REPLY", content="So.", points=[point(again), point(FINES)])


def test_the_old_is_old_in_later_rounds_too_but_only_for_the_side_that_said_it():
    debate = begun()
    speak(debate, "advocate", "ARGUMENT", HOURS)
    speak(debate, "challenger", "ARGUMENT", EMPTY)
    speak(debate, "advocate", "REPLY", FINES)
    speak(debate, "challenger", "REST")
    judge(debate, 0)
    speak(debate, "advocate", "ARGUMENT", HOURS)
    speak(debate, "challenger", "ARGUMENT", "Nobody asked for it in any of the forty interviews")
    debate.refuse("INVALID_INPUT", "advocate", "REPLY", content="So.", points=[point(FINES)])
    speak(debate, "advocate", "REST")
    debate.refuse("INVALID_INPUT", "challenger", "REPLY", content="So.", points=[point(EMPTY)])
    speak(debate, "challenger", "REPLY", HOURS)


def test_a_side_may_grant_points_that_the_other_made_in_this_round():
    debate = begun()
    opening = speak(debate, "advocate", "ARGUMENT", HOURS, FINES)
    answer = speak(debate, "challenger", "ARGUMENT", EMPTY)
    for line, number in ((answer, 2), (opening, 1), (1, 1), (99, 1)):
        concedes: Json = [{"line": line, "point": number}]
        refusal = debate.refuse("INVALID_INPUT", "advocate", "REST", concedes=concedes)
        assert refusal.suggestion == f"What can be conceded: line {answer}, points 1 to 1."
    reply = speak(debate, "advocate", "REPLY", "The empty ones are far away from any work", concedes=[(answer, 1)])
    speak(debate, "challenger", "REST", concedes=[(opening, 2), (reply, 1)])
    judge(debate, 1)
    speak(debate, "advocate", "ARGUMENT", "A pilot in two streets sold out in a week")
    speak(debate, "challenger", "ARGUMENT", "The pilot was free of charge for all")
    debate.refuse("INVALID_INPUT", "advocate", "REST", concedes=[{"line": answer, "point": 1}])


def test_nobody_speaks_out_of_turn():
    debate = begun()
    refusal = debate.refuse("ACTION_NOT_ALLOWED", "challenger", "ARGUMENT", content="So.", points=[point(EMPTY)])
    assert refusal.suggestion == "Wait for advocate to move."
    debate.refuse("ACTION_NOT_ALLOWED", "advocate", "REST")


@pytest.mark.parametrize(
    ("winner", "change"),
    [
        ("advocate", 0),
        ("advocate", -1),
        ("challenger", 0),
        ("challenger", 0.5),
        ("draw", 0.5),
        ("draw", -3),
        ("advocate", 3.5),
        ("advocate", 0.25),
        ("both", 1),
    ],
)
def test_a_change_goes_with_its_winner_in_half_points(winner: str, change: float):
    debate = argued(begun())
    fields: dict[str, Any] = {"reasoning": "So.", "key_points": ["It."], "confidence": 0.5}
    debate.refuse("INVALID_INPUT", "arbiter", "VERDICT", winner=winner, change=change, **fields)


def test_a_verdict_keeps_to_the_most_that_was_agreed():
    debate = argued(begun(max_change=1))
    with pytest.raises(Exception, match="does not go with the winner") as refused:
        judge(debate, 1.5)
    suggestion = "For the advocate 0.5 to 1, for the challenger -1 to -0.5, for a draw 0."
    assert getattr(refused.value, "suggestion", None) == suggestion
    judge(debate, -1)


def test_a_draw_has_no_sign_and_confidence_is_a_whole_percent():
    debate = argued(begun())
    judge(debate, -0.0, confidence=0.333333)
    verdict = debate.entries[-3].move
    assert (str(verdict["change"]), verdict["confidence"]) == ("0.0", 0.33)


def test_each_seat_is_told_what_to_do():
    debate = challenged()
    assert debate.position.cue("advocate").action == "open"
    assert debate.position.cue("challenger").action == "wait_for_advocate"
    argued(debate)
    assert (debate.position.cue("arbiter").action, debate.position.cue("arbiter").about) == ("judge", 10)
    for number in range(3):
        if number:
            argued(debate, f"in round {number}")
        judge(debate, 0)
    assert debate.position.cue("arbiter").action == "debate_closed"


def test_the_first_of_several_who_are_due_is_named_to_those_who_wait():
    assert assessed().position.cue("advocate").action == "wait_for_red-skeptic"


def test_personas_may_speak_in_any_order():
    debate = assessed()
    for seat in reversed(RED):
        challenge(debate, seat)
    assert debate.position.state.challenges == ("investor.1", "customer.1", "skeptic.1")
