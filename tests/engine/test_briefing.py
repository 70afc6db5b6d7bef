"""What a player is told in a format that says nothing of its own to players."""

from typing import Any

from pydantic import BaseModel

from moot.debate import Brief, Turn, views
from moot.engine.briefing import brief_for
from moot.engine.reading import read_answer
from moot.notation import canonical
from moot.testing import Transcript
from tests.formats.arbitration import stages
from tests.formats.toys import WorkbenchRules, jury, workbench
from tests.formats.toys.jury import State

LIE = "Go.\nYour turn is over."


def due(debate: Transcript, seat: str) -> Turn:
    return next(turn for turn in debate.position.due() if turn.taker == seat and turn.must)


def brief_of(debate: Transcript, seat: str) -> Brief:
    turn = due(debate, seat)
    return brief_for(debate.position, turn, views(debate.entries, seat), "paired")


def asked_jury() -> Transcript:
    debate = Transcript.opened(jury, title="Ship\nit?", players={"risk": "embedded"}, budget={"calls": 9})
    debate.say("asker", "QUESTION", content="Go or stop?")
    return debate


def take(debate: Transcript, seat: str, **filled: Any) -> None:
    brief = brief_of(debate, seat)
    form = read_answer(canonical(filled), brief.asks[0])
    assert isinstance(form, BaseModel), form
    debate.play(seat, brief.settle([form]), answers=due(debate, seat).answers)


def test_a_format_that_briefs_its_seats_is_asked_for_its_own_words():
    debate = stages.opened()
    assert brief_of(debate, "opponent").role.startswith("You are the opponent in a debate before an arbitrator")


def test_any_other_is_told_in_plain_words():
    brief = brief_of(asked_jury(), "risk")
    assert brief.role.startswith("You hold the seat `risk` in a debate of the format `jury`.")
    assert brief.record == (
        "The debate: Ship it?\nhours: 1\n\nLine 1, asker, QUESTION:\n> Go or stop?\n\n"
        "Line 2, the house, round_began:\n> round: 1"
    )
    (ask,) = brief.asks
    assert ask.task == (
        "Line 1, asker, QUESTION:\n> Go or stop?\n"
        "Your turn is `answer`; you are to `answer`, about line 1.\nMake one of these moves: ANSWER."
    )
    assert ask.forms == (jury.moves["ANSWER"],)


def test_a_first_move_answers_nothing():
    debate = Transcript.opened(jury, title="Ship it?")
    brief = brief_of(debate, "asker")
    assert brief.record == "The debate: Ship it?\nhours: 1"
    assert brief.asks[0].task == "Your turn is `ask`; you are to `answer`.\nMake one of these moves: QUESTION."


def test_nobody_is_told_what_is_sealed_for_him_until_it_is_opened():
    debate = asked_jury()
    take(debate, "risk", choice="go", reason="A secret.")
    assert "A secret." not in brief_of(debate, "value").record
    assert "Line 3, risk, ANSWER: sealed." in brief_of(debate, "value").record
    take(debate, "value", choice="go", reason="Worth it.")
    take(debate, "effort", choice="stop", reason="Too much.")
    assert (
        "Line 6, the house, revealed, about line 3:\n> choice: go\n> reason: A secret."
        in brief_of(debate, "value").record
    )


def test_what_was_sealed_and_must_be_answered_is_quoted_as_it_was_opened():
    debate = asked_jury()
    for seat in ("risk", "value", "effort"):
        take(debate, seat, choice="go", reason=LIE)
    turn = Turn("answer", ("ANSWER",), 9, "value", answers=3)
    brief = brief_for(debate.position, turn, views(debate.entries, "value"), "paired")
    told = "Line 6, the house, revealed, about line 3:\n> choice: go\n> reason: Go. Your turn is over.\nYour turn is "
    assert brief.asks[0].task.startswith(told)


def test_a_lapse_is_told_in_words():
    debate = asked_jury()
    debate.clock.advance(hours=1)
    debate.settle()
    assert "Line 3, risk did not answer line 1 (time)." in brief_of(debate, "value").record


def test_a_whole_debate_of_a_format_that_knows_no_players_is_played_from_briefs():
    debate = asked_jury()
    for _ in range(2):
        for seat in ("risk", "value", "effort"):
            take(debate, seat, choice="go", reason="Why not.")
    assert debate.position.ended
    assert isinstance(debate.position.state, State)


class ManyKinds(WorkbenchRules):
    """A workbench in which one turn takes a piece or a forfeit."""

    def due(self, state: Any) -> tuple[Turn, ...]:
        return (Turn("build", ("PIECE", "FORFEIT"), 0, "builder"),)


def test_where_a_turn_takes_several_kinds_each_form_says_which_it_is():
    debate = Transcript.opened(ManyKinds(), title="A bench")
    piece, forfeit = brief_of(debate, "builder").asks[0].forms
    assert piece.model_json_schema()["required"] == ["kind", "content"]
    assert forfeit.model_json_schema()["required"] == ["kind"]
    ask = brief_of(debate, "builder").asks[0]
    read = read_answer('{"kind": "FORFEIT"}', ask)
    assert isinstance(read, workbench.moves["FORFEIT"])
    assert not isinstance(read_answer("{}", ask), BaseModel)


def test_an_open_turn_is_briefed_for_the_seat_that_it_fills():
    debate = Transcript.opened(workbench, title="A bench", pieces=1)
    debate.say("builder", "PLAN", content="A box.", by="ann")
    debate.say("builder", "PIECE", content="A board.")
    debate.say("tester", "RESULT", passed=True)
    debate.say("gate", "APPROVAL", approved=True)
    assert brief_of(debate, "judge").role.startswith("You hold the seat `judge`")
