"""The rules of a round table: everybody answers at once, unread; all is turned over and counted; then once more."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from moot.debate import Brief, Cue, Entry, InvalidInput, Manner, Move, Notice, Outcome, Stamp, Turn, View
from moot.formats.roundtable.alike import alike
from moot.formats.roundtable.brief import briefed
from moot.formats.roundtable.moves import Question, Reply
from moot.formats.roundtable.report import papers, report
from moot.formats.roundtable.setup import ASKER, RoundTable
from moot.formats.roundtable.state import State, Voice


class RoundTableRules:
    """Several answer one question for as many rounds as agreed; the answer that most give last is the answer."""

    name = "roundtable"
    version = 1
    setup = RoundTable
    moves: Mapping[str, type[Move]] = {"QUESTION": Question, "ANSWER": Reply}

    def seats(self, state: State) -> tuple[str, ...]:
        """The asker and the speakers."""
        return (ASKER, *state.speakers)

    def begin(self, setup: RoundTable, at: datetime) -> State:
        """Nothing is asked yet; the question follows in the same append."""
        return State.of(setup)

    def after(self, state: State, entry: Entry) -> State:
        """Rounds of answers, each closed by its count."""
        match entry.kind:
            case "QUESTION":
                return _asked(state, entry)
            case "ANSWER":
                said = alike(str(entry.move["answer"]), state.wanted)
                return state.hearing(str(entry.seat), Voice(entry.line, said, sealed=entry.sealed))
            case "lapsed":
                return state.hearing(str(entry.seat), Voice(entry.line, missing=str(entry.move["reason"])))
            case "counted":
                return state.counting(entry.line, entry.at)
            case _:
                return state

    def due(self, state: State) -> tuple[Turn, ...]:
        """The asker first; then everybody who has not answered in this round."""
        if state.question is None:
            return (Turn("ask", ("QUESTION",), state.since, ASKER),)
        voices = zip(state.speakers, state.voices, strict=False)
        return tuple(_turn(state, name) for name, voice in voices if voice is None)

    def check(self, state: State, turn: Turn, move: Move) -> None:
        """An answer must be what was asked for."""
        if not isinstance(move, Reply):
            return
        if state.options and move.answer not in state.options:
            raise InvalidInput(
                f"There is no option {move.answer!r}.", suggestion=f"One of: {', '.join(state.options)}."
            )
        if move.tests and not state.tests:
            raise InvalidInput("No tests were asked for.", suggestion="Answer without tests.")

    def follows(self, state: State) -> tuple[Notice, ...]:
        """When all are in, the house turns the answers over and counts them."""
        if not state.all_in:
            return ()
        stamp = Stamp(round=state.round)
        opened = (Notice("revealed", answers=voice.line, stamp=stamp) for voice in state.heard if voice.sealed)
        given = [voice.line for voice in state.heard if voice.said is not None]
        kinds = len({voice.said for voice in state.heard if voice.said is not None})
        return (*opened, Notice("counted", {"round": state.round, "lines": given, "different": kinds}, stamp=stamp))

    def outcome(self, state: State) -> Outcome | None:
        """The answer that most gave last, or that nobody gave any."""
        if not state.over:
            return None
        return Outcome("answered" if state.answers() else "unanswered", state.result())

    def status(self, state: State) -> str:
        """The round, or how it came out."""
        if state.over:
            return "ANSWERED" if state.answers() else "UNANSWERED"
        return f"ROUND_{state.round}" if state.voices else "UNASKED"

    def cue(self, state: State, seat: str) -> Cue:
        """What this seat should do now."""
        if state.over:
            return Cue("debate_closed", state.since)
        own = next((turn for turn in self.due(state) if turn.seat == seat), None)
        if own is not None:
            return Cue(own.name, own.answers)
        return Cue("wait_for_speakers" if state.voices else "wait_for_asker", state.question)

    def brief(self, state: State, turn: Turn, record: Sequence[View], manner: Manner) -> Brief:
        """What the holder of this turn is told."""
        return briefed(state, turn, record)

    def report(self, record: Sequence[View]) -> dict[str, Any]:
        """The answer, or what is known of it so far."""
        return report(record)

    def papers(self, record: Sequence[View]) -> dict[str, str]:
        """The answer and the answers that it was chosen from, in one file."""
        return papers(record)


def _asked(state: State, entry: Entry) -> State:
    asked = Question.model_validate(entry.move)
    return replace(
        state,
        question=entry.line,
        wanted=asked.wanted,
        options=asked.options,
        tests=asked.tests,
        voices=(None,) * len(state.speakers),
        since=entry.line,
        dealt_at=entry.at,
    )


def _turn(state: State, name: str) -> Turn:
    """To answer unread by the others; whoever is alone has nobody to be hidden from."""
    assert state.dealt_at is not None
    return Turn(
        "answer",
        ("ANSWER",),
        state.since,
        name,
        answers=state.since,
        sealed=len(state.speakers) > 1,
        until=state.dealt_at + timedelta(seconds=state.seconds[state.speakers.index(name)]),
        grace=True,
        stamp=Stamp(round=state.round),
    )
