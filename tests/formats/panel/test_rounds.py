"""How a panel goes: rounds, seals, deadlines, lapses, and what each seat is told to do."""

from datetime import timedelta
from typing import Any

import pytest
from pydantic import ValidationError

from moot.debate import Json
from moot.formats.panel import DEFAULT_JUDGES, Panel
from moot.testing import START
from tests.formats.panel.stages import JUDGES, Sitting, asked, contested, opened, split


def test_a_panel_begins_with_its_question():
    debate = opened()
    assert debate.status == "UNASKED"
    assert debate.position.seats == ("asker", "risk", "value", "effort")
    assert debate.position.waits_for() == ("asker",)
    assert [debate.position.cue(seat).action for seat in debate.position.seats] == ["ask", *["wait_for_asker"] * 3]


def test_all_judges_are_asked_at_once_under_seal():
    debate = asked()
    assert debate.status == "ROUND_1"
    turns = debate.position.due()
    assert [(turn.seat, turn.kinds, turn.answers, turn.since) for turn in turns] == [
        (judge, ("RECOMMENDATION",), 1, 1) for judge in JUDGES
    ]
    assert all(turn.must and turn.sealed and turn.stamp.round == 1 for turn in turns)


def test_those_whom_the_house_calls_on_have_less_time():
    debate = asked(players={"risk": "embedded", "value": "human"}, timeout_per_judge=90, timeout_per_person=3600)
    until = {turn.seat: turn.until for turn in debate.position.due()}
    assert until == {
        "risk": START + timedelta(seconds=90),
        "value": START + timedelta(hours=1),
        "effort": START + timedelta(hours=1),
    }


def known(debate: Sitting, reader: str | None) -> set[int]:
    """The lines of judges that a reader has been shown."""
    shown = [view.entry.line for view in debate.seen_by(reader) if view.move is not None and view.entry.seat in JUDGES]
    opened = [view.entry.answers or 0 for view in debate.seen_by(reader) if view.opened is not None]
    return {*shown, *opened}


def test_nobody_reads_a_recommendation_before_all_are_in():
    debate = asked()
    debate.recommend("risk", "A")
    debate.recommend("value", "B")
    assert [known(debate, reader) for reader in ("asker", "risk", "value", "effort", None)] == [
        set(),
        {2},
        {3},
        set(),
        set(),
    ]
    debate.recommend("effort", "C")
    assert [known(debate, reader) for reader in ("asker", *JUDGES, None)] == [{2, 3, 4}] * 5
    assert [(entry.kind, entry.answers) for entry in debate.entries[5:8]] == [("revealed", line) for line in (2, 3, 4)]


def test_a_response_is_read_by_who_watches_and_by_the_judges_when_the_round_closes():
    debate = split(max_rounds=3)
    line = debate.respond("risk", "A", against="value").line
    assert {reader: line in known(debate, reader) for reader in ("asker", *JUDGES, None)} == {
        "asker": True,
        "risk": True,
        "value": False,
        "effort": False,
        None: True,
    }
    debate.respond("value", "B", against="risk")
    debate.respond("effort", "C", against="risk")
    assert debate.status == "ROUND_3"
    told_again = [view for view in debate.seen_by()[line:] if view.opened is not None]
    assert told_again == [], "who watches has read the responses as they came"
    assert [known(debate, reader) for reader in ("asker", *JUDGES, None)] == [{2, 3, 4, line, line + 1, line + 2}] * 5


def test_a_round_is_answered_by_its_count():
    debate = split()
    assert debate.entries[8].kind == "counted"
    assert debate.entries[8].stamp.round == 1
    turn = debate.turn("risk")
    assert (turn.name, turn.kinds, turn.answers, turn.since, turn.sealed) == ("respond", ("RESPONSE",), 8, 8, False)
    assert turn.stamp.round == 2


def test_a_judge_speaks_once_a_round_and_only_in_its_own_kind():
    debate = asked()
    debate.recommend("risk", "A")
    debate.refuse("ACTION_NOT_ALLOWED", "risk", "RECOMMENDATION", **_again())
    debate.refuse("ACTION_NOT_ALLOWED", "asker", "CHOICE", option="A")


def _again() -> dict[str, Any]:
    assessed: Json = [{"option": one, "assessment": "x"} for one in "ABC"]
    return {"recommendation": "B", "summary": "x", "for_stance": "x", "assessments": assessed, "reasoning": "x"}


def test_time_that_runs_out_is_a_lapse_dated_at_its_deadline():
    debate = asked(players={"risk": "embedded"})
    debate.recommend("value", "A")
    debate.recommend("effort", "A")
    debate.clock.advance(seconds=500)
    lapsed, *_, counted, closed = debate.settle()
    assert (lapsed.kind, lapsed.seat, lapsed.move) == ("lapsed", "risk", {"reason": "time"})
    assert lapsed.at == START + timedelta(seconds=120)
    assert counted.move["missing"] == {"risk": "time"}
    assert closed.kind == "closed"


def test_a_judge_that_lapsed_may_speak_in_the_next_round():
    debate = asked()
    debate.recommend("risk", "A")
    debate.recommend("value", "B")
    debate.lapse("effort", "unfit answers")
    assert debate.status == "ROUND_2"
    debate.respond("effort", "A", against="risk")
    debate.respond("risk", "A", against="value")
    debate.lapse("value", "failed")
    assert debate.status == "CONSENSUS"
    assert debate.entries[-1].move["result"] == {
        "option": "A",
        "rounds": 2,
        "tally": {"A": ["risk", "effort"]},
        "changed": [],
    }


def test_when_nobody_spoke_all_are_asked_again_under_seal():
    debate = asked()
    for judge in JUDGES:
        debate.lapse(judge, "failed")
    assert debate.status == "ROUND_2"
    turn = debate.turn("value")
    assert (turn.kinds, turn.sealed, turn.answers, turn.stamp.round) == (("RECOMMENDATION",), True, 1, 2)
    for judge in JUDGES:
        debate.recommend(judge, "B")
    assert debate.status == "CONSENSUS"


def test_who_spoke_alone_has_nobody_to_answer_and_nothing_to_change_its_mind():
    debate = asked()
    debate.recommend("risk", "A")
    debate.lapse("value", "failed")
    debate.lapse("effort", "failed")
    assert {turn.seat: turn.name for turn in debate.position.due()} == {
        "risk": "recommend",
        "value": "respond",
        "effort": "respond",
    }
    refusal = debate.refuse("INVALID_INPUT", "risk", "RECOMMENDATION", **_again())
    assert refusal.suggestion == "Recommend A again."
    debate.recommend("risk", "A")


def test_silence_to_the_end_leaves_the_choice_to_the_asker():
    debate = asked()
    debate.clock.advance(days=7)
    debate.settle()
    assert debate.status == "CONTESTED"
    assert debate.count()["tally"] == {}
    debate.say("asker", "CHOICE", option="B", reason="Nobody said anything.")
    assert debate.status == "CHOSEN"


def test_an_asker_that_could_not_choose_leaves_it_to_a_person():
    debate = contested(players={"asker": "embedded"})
    lapse = debate.lapse("asker", "failed")
    turn = debate.turn("asker")
    assert (turn.since, turn.until) == (lapse.line, None)
    debate.say("asker", "CHOICE", option="A")
    assert debate.position.ended


def test_each_seat_is_told_what_to_do():
    def cues(debate: Sitting) -> list[tuple[str, int | None]]:
        return [(cue.action, cue.about) for cue in (debate.position.cue(seat) for seat in debate.position.seats)]

    debate = asked()
    assert cues(debate) == [("wait_for_judges", 1), *[("recommend", 1)] * 3]
    debate.recommend("risk", "A")
    assert cues(debate)[1] == ("wait_for_judges", 1)
    assert cues(split()) == [("wait_for_judges", 8), *[("respond", 8)] * 3]
    debate = contested()
    assert cues(debate) == [("choose", 15), *[("wait_for_asker", 15)] * 3]
    debate.say("asker", "CHOICE", option="A")
    assert cues(debate) == [("debate_closed", 15)] * 4


def test_any_panel_can_be_put_together():
    judges: Json = {
        "law": {"stance": "strict", "optimise": "keep to the law", "brief": "Think of the auditor."},
        "craft": {"stance": "proud", "optimise": "make it well"},
    }
    debate = asked(judges=judges, max_rounds=5)
    assert debate.position.seats == ("asker", "law", "craft")
    debate.recommend("law", "A")
    debate.recommend("craft", "A")
    assert debate.status == "CONSENSUS"


def test_the_default_panel_has_three_stances():
    assert [(judge.name, judge.stance) for judge in DEFAULT_JUDGES] == [
        ("risk", "skeptical"),
        ("value", "optimistic"),
        ("effort", "pragmatic"),
    ]
    assert Panel(title="T", question_id="q").judges == DEFAULT_JUDGES


FIRM = {"stance": "firm", "optimise": "do well"}


@pytest.mark.parametrize(
    ("setup", "fault"),
    [
        ({"question_id": "../etc"}, "question_id"),
        ({"judges": [{"name": "ann", **FIRM}]}, "at least 2"),
        ({"judges": [{"name": "ann", **FIRM}, {"name": "ann", **FIRM}]}, "a name of its own"),
        ({"judges": [{"name": "ann", **FIRM}, {"name": "asker", **FIRM}]}, "called 'asker'"),
        ({"judges": [{"name": "ann", **FIRM}, {"name": "result", **FIRM}]}, "called 'result'"),
        ({"judges": [{"name": "ann", **FIRM}, {"name": "bob-r2", **FIRM}]}, "pattern"),
        ({"judges": {"ann": "firm", "bob": FIRM}}, "judges"),
        ({"judges": {"ann": {"stance": " ", "optimise": "x"}, "bob": FIRM}}, "stance"),
        ({"judges": "risk"}, "judges"),
        ({"max_rounds": 0}, "max_rounds"),
        ({"max_rounds": 6}, "max_rounds"),
        ({"timeout_per_judge": 0}, "timeout_per_judge"),
        ({"players": {"cost": "embedded"}}, "there is no seat 'cost'; the seats are: asker, risk, value, effort"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_an_unfit_set_up_is_refused(setup: dict[str, Json], fault: str):
    with pytest.raises(ValidationError, match=fault):
        Panel.model_validate({"title": "T", "question_id": "q", **setup})
