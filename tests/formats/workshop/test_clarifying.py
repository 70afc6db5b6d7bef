"""Dehallucination: what is not clear is asked before anybody writes code, and never for ever."""

import pytest

from moot.formats.workshop import moves as said
from moot.formats.workshop.phases.clarifying import SIMPLE
from tests.support.cast import TASK, Bench, by_round, opened

ASKS = said.Questions(questions=(said.Question(question="Floats too?", category="constraints"),), confidence=0.4)
UNSURE = said.Answers(answers=("Perhaps.",), confidence=0.5, remaining=("Floats.",))
LONG = f"{TASK} " + "It must be right. " * 40


def asking(**setup: object) -> Bench:
    script = {"clarify": ASKS, "answer": UNSURE}
    return opened("architect", "generator", script=script, task=LONG, **{"dehallucination": {}, **setup})


def test_it_ends_when_the_answers_are_clear_enough():
    bench = asking()
    bench.script["answer"] = by_round(UNSURE, said.Answers(answers=("Yes.",), confidence=0.91))
    bench.until("attempt")
    assert [entry.stamp.round for entry in bench.of("QUESTIONS", "ANSWERS")] == [1, 1, 2, 2]


def test_nine_tenths_are_not_above_nine_tenths():
    bench = asking()
    bench.script["answer"] = by_round(said.Answers(answers=("Yes.",), confidence=0.9), UNSURE)
    bench.until("clarify", round=2)


def test_it_ends_after_three_rounds_however_unclear_it_is():
    bench = asking()
    bench.until("attempt")
    assert len(bench.of("QUESTIONS")) == len(bench.of("ANSWERS")) == 3


def test_who_is_sure_or_has_no_question_is_not_answered():
    for sure in (said.Questions(confidence=0.3), said.Questions(questions=ASKS.questions, confidence=0.95)):
        bench = asking()
        bench.script["clarify"] = sure
        bench.until("attempt")
        assert not bench.of("ANSWERS")


@pytest.mark.parametrize(("words", "held"), [(SIMPLE - 1, False), (SIMPLE, True)])
def test_it_is_skipped_for_simple_tasks_and_then_absent(words: int, held: bool):
    bench = opened("generator", task="a" * words, dehallucination={})
    assert ("dehallucination" in bench.phases) is held


def test_a_short_task_with_files_is_not_simple_and_any_task_is_asked_about_on_demand():
    assert opened("generator", files={"a.py": "x = 1\n"}, dehallucination={}).phases == ["dehallucination"]
    assert opened("generator", dehallucination={"simple": True}).phases == ["dehallucination"]


def test_where_the_owner_does_not_answer_work_goes_on():
    bench = asking()
    bench.script["answer"] = None
    bench.until("attempt")
    assert [entry.kind for entry in bench.entries[3:5]] == ["QUESTIONS", "lapsed"]


def test_where_nobody_asks_the_turn_is_dealt_again_and_then_to_another_who_clarifies():
    bench = opened("architect", "teacher", "generator", script={"clarify": None}, task=LONG, dehallucination={})
    bench.script["teacher clarify"] = said.Questions(confidence=1)
    bench.until("attempt")
    asked = [(entry.seat, entry.kind) for entry in bench.entries if entry.turn == "clarify"]
    assert asked == [("architect", "lapsed"), ("architect", "lapsed"), ("teacher", "QUESTIONS")]
    assert bench.state.out == ("architect",)


def test_an_answer_to_each_question_is_wanted():
    bench = asking()
    refusal = bench.refused(bench.until("answer"), said.Answers(answers=("Yes.", "No."), confidence=1))
    assert "1 were asked for, and 2 are given" in str(refusal)


@pytest.mark.parametrize("topology", ["mesh", "star", "chain", "tree"])
def test_what_was_cleared_up_is_told_to_every_author_in_every_topology(topology: str):
    bench = asking(topology=topology)
    bench.script["answer"] = said.Answers(answers=("Whole numbers only.",), confidence=1)
    told = bench.told(bench.until("attempt", "generator"))
    assert "> A: Whole numbers only." in told
