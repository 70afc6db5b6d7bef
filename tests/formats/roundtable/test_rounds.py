"""How a round table goes: rounds, seals, lapses, what each seat is told, and what is counted."""

from datetime import timedelta
from typing import Any

import pytest
from pydantic import ValidationError

from moot.debate import Brief, ContentTooLarge, Entry, Turn, views
from moot.formats.roundtable import QUESTION_LIMIT, Question, RoundTable, alike, number_in, plurality
from moot.formats.roundtable import format as roundtable
from moot.testing import START, Transcript

CHOICE: dict[str, Any] = {"question": "Which?\nA. One\nB. Two", "wanted": "choice", "options": ["A", "B"]}
CODE: dict[str, Any] = {"question": "Write f.", "wanted": "code", "tests": True}


class Table(Transcript):
    """A round table that is being played."""

    def answer(self, number: int, answer: str, **more: Any) -> Entry:
        return self.say(f"speaker-{number}", "ANSWER", answer=answer, **more)

    def turn(self, seat: str) -> Turn:
        return next(turn for turn in self.position.due() if turn.seat == seat)

    def lapse(self, number: int, reason: str = "failed") -> None:
        self._tabled = self._tabled.lapsing(self.turn(f"speaker-{number}"), self.clock(), reason)

    def brief(self, seat: str) -> Brief:
        return roundtable.brief(self.position.state, self.turn(seat), views(self.entries, seat), "plain")

    def report(self, reader: str | None = None) -> dict[str, Any]:
        return roundtable.report(views(self.entries, reader))


def asked(question: dict[str, Any] | None = None, **setup: Any) -> Table:
    table = Table(roundtable, RoundTable.model_validate({"title": "A question", **setup}))
    table.say("asker", "QUESTION", **(question or CHOICE))
    return table


def test_everybody_answers_at_once_unread_and_then_reads_the_others():
    table = asked(players={"speaker-1": "embedded"}, timeout_per_turn=90, timeout_per_person=3600)
    assert (table.status, table.position.waits_for()) == ("ROUND_1", ("speaker-1", "speaker-2", "speaker-3"))
    assert [turn.until for turn in table.position.due()] == [
        START + timedelta(seconds=seconds) for seconds in (90, 3600, 3600)
    ]
    table.answer(1, "A", reasoning="It is one.")
    table.answer(2, "B", reasoning="It is two.")
    assert table.report()["answers"] == []
    assert "one" not in table.brief("speaker-3").record
    table.answer(3, "B")
    assert table.status == "ROUND_2"
    told = table.brief("speaker-1")
    assert "> It is two." in told.record
    assert "Line 2, you:" in told.record
    assert "Line 3, speaker-2:" in told.record
    assert "answer again" in told.asks[0].task
    assert [table.position.cue(seat).action for seat in ("speaker-1", "asker")] == ["answer", "wait_for_speakers"]


def test_the_answer_that_most_give_last_is_the_answer_and_of_equals_the_first():
    table = asked()
    for number, answer in enumerate("ABB", start=1):
        table.answer(number, answer)
    for number, answer in enumerate("AAB", start=1):
        table.answer(number, answer)
    assert table.status == "ANSWERED"
    assert table.position.ended
    told = table.report()
    assert (told["answer"], told["votes"], told["of"], told["rounds"]) == ("A", 2, 3, 2)
    assert len(told["answers"]) == 6
    assert table.position.cue("speaker-1").action == "debate_closed"
    drawn = asked(speakers=2, max_rounds=1)
    drawn.answer(2, "B")
    drawn.answer(1, "A")
    assert drawn.report()["answer"] == "A"


def test_no_further_round_is_held_where_all_say_the_same():
    table = asked({"question": "How many?", "wanted": "number"}, speakers=2, max_rounds=5)
    table.answer(1, "18")
    table.answer(2, "$18.00")
    assert (table.report()["rounds"], table.report()["answer"]) == (1, "18")


def test_whoever_is_alone_answers_in_the_open_and_is_told_of_no_others():
    table = asked({"question": "Why?"}, speakers=1, max_rounds=1)
    told = table.brief("speaker-1")
    assert "one of" not in told.role
    table.answer(1, "Because.")
    assert [entry.kind for entry in table.entries] == ["opened", "QUESTION", "ANSWER", "counted", "closed"]
    assert not table.entries[2].sealed


def test_a_speaker_who_falls_silent_keeps_its_last_answer():
    table = asked(speakers=2)
    table.answer(1, "B")
    table.lapse(2)
    table.lapse(1, "time")
    table.lapse(2, "unfit answers")
    told = table.report()
    assert (told["answer"], told["votes"], told["missing"]) == ("B", 1, {"speaker-2": "unfit answers"})


def test_where_nobody_answers_there_is_no_answer_and_it_says_why():
    table = asked(speakers=1, max_rounds=1)
    table.lapse(1, "no budget")
    assert table.status == "UNANSWERED"
    told = table.report()
    assert (told["answer"], told["ending"], told["missing"]) == (None, "unanswered", {"speaker-1": "no budget"})
    assert "There is none." in roundtable.papers(views(table.entries, None))["answer.md"]


def test_the_paper_has_the_question_the_answer_and_every_answer_quoted():
    table = asked(speakers=1, max_rounds=1)
    table.answer(1, "B", reasoning="# Two\nis more.")
    paper = roundtable.papers(views(table.entries, None))["answer.md"]
    assert "> B" in paper
    assert "> # Two\n> is more." in paper
    assert "Given by 1 of 1 after round 1 (line 2)." in paper


def test_answers_must_be_what_was_asked_for():
    table = asked()
    assert "A, B" in str(table.refuse("INVALID_INPUT", "speaker-1", "ANSWER", answer="C").suggestion)
    table.refuse("INVALID_INPUT", "speaker-1", "ANSWER", answer="A", tests=["assert True"])
    (form,) = table.brief("speaker-1").asks[0].forms
    assert form.model_json_schema()["properties"]["answer"]["enum"] == ["A", "B"]
    assert "tests" not in form.model_json_schema()["properties"]
    coding = asked(CODE)
    (form,) = coding.brief("speaker-1").asks[0].forms
    assert "tests" in form.model_json_schema()["properties"]
    assert "`tests`" in coding.brief("speaker-1").asks[0].task
    for number in (1, 2, 3):
        coding.answer(number, f"def f(): return {number}", tests=["assert f() == 1"])
    assert coding.status == "ROUND_2"


def test_before_the_question_the_asker_is_due():
    table = Table(roundtable, RoundTable(title="A question"))
    assert (table.status, table.position.waits_for()) == ("UNASKED", ("asker",))
    assert [table.position.cue(seat).action for seat in ("asker", "speaker-1")] == ["ask", "wait_for_asker"]
    assert table.brief("asker").asks[0].forms == (Question,)
    assert "## Question" not in roundtable.papers(views(table.entries, None))["answer.md"]


@pytest.mark.parametrize(
    "unfit",
    [
        {"wanted": "choice"},
        {"wanted": "choice", "options": ["A"]},
        {"wanted": "choice", "options": ["A", "A"]},
        {"wanted": "text", "options": ["A", "B"]},
        {"wanted": "text", "tests": True},
    ],
)
def test_a_question_must_fit_together(unfit: dict[str, Any]):
    with pytest.raises(ValidationError):
        Question.model_validate({"question": "Which?", **unfit})


def test_a_question_has_a_limit_and_seats_must_exist():
    with pytest.raises(ContentTooLarge):
        Question(question="x" * (QUESTION_LIMIT + 1))
    with pytest.raises(ValidationError, match="speaker-1"):
        RoundTable.model_validate({"title": "A question", "players": {"judge": "human"}})


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("#### 1,234", "1234"),
        ("it is 3, no 4", "4"),
        ("-0.50", "-0.5"),
        (".5", "0.5"),
        ("1e3", "1000"),
        ("#### none", None),
        ("16-3-4", "4"),
        ("$-5", "-5"),
    ],
)
def test_a_number_is_found_in_words(text: str, number: str | None):
    found = number_in(text)
    assert (None if found is None else f"{found.normalize():f}") == number


def test_answers_are_alike_by_what_they_are():
    assert alike("no number", "number") == alike("no  number", "number")
    assert alike("The  Moon", "text") == alike("the moon", "text")
    assert alike("x = 1\n", "code") == alike("x = 1", "code")
    assert alike("x = 1", "code") != alike("x  = 1", "code")
    assert plurality(["a", "b", "b", "c"]) == (1, 2)
