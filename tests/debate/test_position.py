"""Positions: who is due, which turn a move takes, what lapses, and when."""

from datetime import timedelta

import pytest

from moot.debate import Position, Setup, Tabled
from moot.testing import START, FixedClock, Transcript, scripted
from tests.formats.toys import jury, workbench
from tests.formats.toys.jury import HOUR, JURORS, Answer, Question
from tests.formats.toys.workbench import DAY, Joining, Piece


def asked() -> Transcript:
    debate = Transcript.opened(jury, title="Go?")
    debate.say("asker", "QUESTION", content="Shall we?")
    return debate


def built(pieces: int = 2) -> Transcript:
    debate = Transcript.opened(workbench, title="Bench", pieces=pieces)
    debate.say("builder", "PLAN", content="A plan.", by="ann")
    for number in range(pieces):
        debate.say("builder", "PIECE", content=f"Piece {number}.", by="ann")
    return debate


def approved() -> Transcript:
    debate = built(1)
    debate.say("tester", "RESULT", passed=True)
    debate.say("gate", "APPROVAL", approved=True)
    return debate


def answer(choice: str = "go") -> Answer:
    return Answer.model_validate({"choice": choice, "reason": "Because."})


def test_a_position_waits_for_all_who_must_move_each_once():
    assert asked().position.waits_for() == JURORS
    assert built(3).position.waits_for() == ("tester",)
    assert approved().position.waits_for() == ("reviewer",)


def test_the_next_deadline_is_the_earliest():
    assert asked().position.deadline() == START + HOUR
    assert Transcript.opened(jury, title="Go?").position.deadline() is None


def test_a_move_that_could_answer_several_lines_must_say_which():
    debate = built(2)
    refusal = debate.refuse("INVALID_INPUT", "tester", "RESULT", passed=True)
    assert refusal.fields == {"answers": [3, 4]}
    assert debate.say("tester", "RESULT", answers=4, passed=False).answers == 4
    debate.say("tester", "RESULT", passed=True)
    assert debate.status == "gate"


def test_a_move_that_answers_a_line_nobody_asked_about_is_refused():
    debate = built(2)
    debate.refuse("ACTION_NOT_ALLOWED", "tester", "RESULT", answers=1, passed=True)


def test_a_turn_that_must_be_taken_comes_before_one_that_may():
    debate = Transcript.opened(workbench, title="Bench")
    debate.say("builder", "PLAN", content="A plan.")
    must, may = debate.position.due()
    assert (must.must, may.must) == (True, False)
    assert debate.position.waits_for() == ("builder",)
    assert debate.position.allowed("builder") == ("PIECE", "FORFEIT")
    debate.say("builder", "FORFEIT")
    assert debate.entries[-1].move["ending"] == "forfeited"


def test_who_takes_an_open_turn_speaks_from_the_seat_it_fills():
    debate = approved()
    joined = debate.say("reviewer", "JOINING", by="bob")
    assert (joined.seat, joined.by) == ("judge", "bob")
    debate.refuse("INVALID_INPUT", "reviewer", "JOINING", by="cem")
    piece = debate.position.state.built[0]
    debate.say("judge", "VERDICT", good=True, about=piece)
    assert debate.entries[-1].move == {"ending": "good", "result": {"pieces": [piece]}, "awards": []}


def test_an_open_turn_is_closed_to_those_it_bars():
    refusal = approved().refuse("FORBIDDEN", "reviewer", "JOINING", by="ann")
    assert "ann" in refusal.message


def test_a_rejected_gate_deals_the_same_seat_new_turns_about_the_same_line():
    debate = built(1)
    first = debate.entries[3]
    debate.say("tester", "RESULT", passed=False)
    debate.say("gate", "APPROVAL", approved=False)
    again = debate.say("builder", "PIECE", content="Better.")
    assert first.answers == again.answers
    assert first.since != again.since


def test_a_limited_line_is_read_by_its_readers_and_by_those_who_watch():
    piece = built(1).entries[3]
    assert (piece.kind, piece.readers) == ("PIECE", ("tester",))


def test_a_lapse_is_dated_at_its_deadline_and_noted_when_it_is_written():
    debate = asked()
    debate.clock.advance(hours=5)
    lapses = [entry for entry in debate.settle() if entry.kind == "lapsed"]
    first, second = lapses[:3], lapses[3:]
    assert [entry.seat for entry in first] == list(JURORS)
    assert {entry.at for entry in first} == {START + HOUR}
    assert {entry.at for entry in second} == {START + 2 * HOUR}
    assert {entry.noted for entry in lapses} == {START + 5 * HOUR}
    assert debate.position.ended
    assert debate.position.at == START + 2 * HOUR


def test_a_turn_lapses_at_its_deadline_and_not_before():
    debate = asked()
    debate.clock.now = START + HOUR - timedelta(microseconds=1)
    assert debate.settle() == ()
    debate.clock.now = START + HOUR
    assert debate.settle()[0].kind == "lapsed"


def test_a_move_comes_after_the_lapses_that_were_overdue():
    debate = asked()
    debate.clock.advance(hours=1, minutes=30)
    debate.play("risk", answer())
    kinds = [entry.kind for entry in debate.entries]
    assert kinds == ["opened", "QUESTION", "round_began", *["lapsed"] * 3, "round_began", "ANSWER"]
    assert debate.entries[-1].stamp.round == 2


def test_that_a_sealed_turn_lapsed_is_no_secret():
    debate = asked()
    debate.clock.advance(hours=1)
    lapse = debate.settle()[0]
    assert (lapse.sealed, lapse.readers, lapse.move) == (False, None, {"reason": "time"})


def test_a_turn_can_lapse_for_another_reason_at_once():
    position = asked().position
    turn = position.due()[1]
    tabled = Tabled.nothing(position).lapsing(turn, START + timedelta(minutes=1), "failed")
    lapse = tabled.entries[0]
    assert (lapse.seat, lapse.move, lapse.at) == ("value", {"reason": "failed"}, START + timedelta(minutes=1))


def test_an_open_turn_that_lapses_belongs_to_nobody():
    debate = approved()
    debate.clock.now += DAY
    lapse, closed = debate.settle()
    assert (lapse.kind, lapse.seat, lapse.turn) == ("lapsed", None, "join")
    assert closed.move["ending"] == "unjudged"


def test_when_the_clock_jumps_back_lines_keep_their_order():
    debate = asked()
    debate.clock.advance(days=-3)
    entry = debate.play("risk", answer())
    assert entry.at == START
    assert entry.noted == START - timedelta(days=3)


def test_a_jury_that_agrees_awards_those_who_did():
    debate = asked()
    for round_number in (1, 2):
        for seat, choice, member in zip(JURORS, ("go", "stop", "go"), ("ann", "bob", "cem"), strict=True):
            entry = debate.play(seat, answer(choice), by=member)
            assert entry.stamp.round == round_number
            assert entry.sealed == (round_number == 1)
            assert (entry.salt is not None) == entry.sealed
    closed = debate.entries[-1]
    assert closed.move["ending"] == "consensus"
    assert closed.move["awards"] == [
        {"member": "ann", "points": 1, "reason": "agreed on go"},
        {"member": "cem", "points": 1, "reason": "agreed on go"},
    ]
    assert [entry.answers for entry in debate.entries if entry.kind == "revealed"] == [3, 4, 5]


def test_scripted_seats_play_a_debate_by_themselves_and_count_the_record():
    silent = scripted()
    debate = Transcript.opened(jury, title="Go?").run(asker=scripted(Question(content="Shall we?")), risk=silent)
    assert debate.status == "round_1"
    seats = {seat: scripted(answer(), answer("stop")) for seat in JURORS}
    debate.run(**seats)
    assert debate.position.ended
    assert debate.entries[-1].move["result"] == {"choice": "stop", "votes": {"stop": 3}}


def test_a_scripted_seat_keeps_silent_when_its_next_move_does_not_fit_the_turn():
    debate = Transcript.opened(workbench, title="Bench")
    debate.run(builder=scripted(Piece(content="Too early."), Joining()))
    assert debate.status == "plan"


def test_a_transcript_says_when_something_was_not_refused_or_refused_otherwise():
    debate = asked()
    with pytest.raises(AssertionError, match="a refusal with FORBIDDEN was due"):
        debate.refuse("FORBIDDEN", "risk", "ANSWER", choice="go", reason="x")
    with pytest.raises(AssertionError, match="refused with ACTION_NOT_ALLOWED"):
        debate.refuse("FORBIDDEN", "asker", "ANSWER", choice="go", reason="x")


def test_a_plain_set_up_has_no_variety():
    assert Setup(title="T").variety is None


def test_a_fixed_clock_moves_when_it_is_moved():
    clock = FixedClock()
    assert clock() == clock() == START
    assert clock.advance(hours=1) == clock() == START + HOUR


def test_replaying_begins_at_the_opening():
    debate = asked()
    assert Position.begun(jury, debate.entries[0]) == Transcript.opened(jury, title="Go?").position
    assert debate.at(0) == START
