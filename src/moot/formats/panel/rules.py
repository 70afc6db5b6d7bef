"""The rules of a panel: sealed recommendations, counted; responses, counted; a choice where they disagree."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from moot.debate import Brief, Cue, Entry, Manner, Move, Notice, Outcome, Stamp, Turn, View
from moot.formats.panel.brief import briefed
from moot.formats.panel.count import tallied
from moot.formats.panel.fitting import must_choose, must_recommend, must_respond
from moot.formats.panel.moves import Choice, Question, Recommendation, Response
from moot.formats.panel.papers import papers
from moot.formats.panel.report import report
from moot.formats.panel.setup import ASKER, Panel
from moot.formats.panel.state import State, Terms, Voice


class PanelRules:
    """Judges with assigned stances answer a question; two thirds of them, or the asker, decide."""

    name = "panel"
    version = 1
    setup = Panel
    moves: Mapping[str, type[Move]] = {
        "QUESTION": Question,
        "RECOMMENDATION": Recommendation,
        "RESPONSE": Response,
        "CHOICE": Choice,
    }

    def seats(self, state: State) -> tuple[str, ...]:
        """The asker and the judges."""
        return (ASKER, *state.terms.judges)

    def begin(self, setup: Panel, at: datetime) -> State:
        """Nothing is asked yet; the question follows in the same append."""
        return State(Terms.of(setup))

    def after(self, state: State, entry: Entry) -> State:
        """Rounds of voices, each closed by its count."""
        match entry.kind:
            case "QUESTION":
                return _dealt(replace(state, question=entry.line, options=_ids(entry)), entry)
            case "RECOMMENDATION" | "RESPONSE":
                voice = Voice(entry.line, str(entry.move["recommendation"]), sealed=entry.sealed)
                return state.hearing(str(entry.seat), voice)
            case "lapsed":
                return _lapsed(state, entry)
            case "counted":
                return _counted(state, entry)
            case "CHOICE":
                return replace(state, chosen=str(entry.move["option"]))
            case "closed":
                return replace(state, closed=True)
            case _:
                return state

    def due(self, state: State) -> tuple[Turn, ...]:
        """All judges of a round at once; the asker before the first and after the last."""
        if state.question is None:
            return (Turn("ask", ("QUESTION",), state.since, ASKER),)
        if state.contested and state.chosen is None:
            stamp = Stamp(round=state.round)
            return (Turn("choose", ("CHOICE",), state.since, ASKER, state.counted, stamp=stamp),)
        voices = zip(state.terms.judges, state.voices, strict=False)
        return tuple(_turn(state, judge) for judge, voice in voices if voice is None)

    def check(self, state: State, turn: Turn, move: Move) -> None:
        """The move must fit the question, the stance, and what the others have said."""
        match move:
            case Recommendation():
                must_recommend(state, str(turn.seat), move)
            case Response():
                must_respond(state, str(turn.seat), move)
            case Choice():
                must_choose(state, move)
            case _:
                pass

    def follows(self, state: State) -> tuple[Notice, ...]:
        """When all are in, the house turns the moves over and counts them."""
        if not state.all_in:
            return ()
        stamp = Stamp(round=state.round)
        spoken = (voice for voice in state.heard if voice.option is not None)
        # Whoever watches has read a response already; it is opened to the judges alone.
        opened = tuple(
            Notice("revealed", answers=voice.line, readers=None if voice.sealed else state.terms.judges, stamp=stamp)
            for voice in spoken
        )
        return (*opened, Notice("counted", state.count(), stamp=stamp))

    def outcome(self, state: State) -> Outcome | None:
        """By consensus, or by the asker's choice."""
        option = state.consensus or state.chosen
        if option is None:
            return None
        facts = {"option": option, "rounds": len(state.rounds), "tally": _tally(state), "changed": state.changes()}
        return Outcome("consensus" if state.consensus else "chosen", facts)

    def status(self, state: State) -> str:
        """The round, or how it came out."""
        if state.consensus is not None:
            return "CONSENSUS"
        if state.chosen is not None:
            return "CHOSEN"
        if state.contested:
            return "CONTESTED"
        return f"ROUND_{state.round}" if state.voices else "UNASKED"

    def cue(self, state: State, seat: str) -> Cue:
        """What this seat should do now."""
        if state.consensus or state.chosen:
            return Cue("debate_closed", state.counted)
        own = next((turn for turn in self.due(state) if turn.seat == seat), None)
        if own is not None:
            return Cue(own.name, own.answers)
        waiting = "wait_for_judges" if state.voices else "wait_for_asker"
        return Cue(waiting, state.counted or state.question)

    def brief(self, state: State, turn: Turn, record: Sequence[View], manner: Manner) -> Brief:
        """What the holder of this turn is told."""
        return briefed(state, turn, record)

    def report(self, record: Sequence[View]) -> dict[str, Any]:
        """The result, or what is known of it so far."""
        return report(record)

    def papers(self, record: Sequence[View]) -> dict[str, str]:
        """A file for each move of a judge, and one for the result."""
        return papers(record)


def _ids(entry: Entry) -> tuple[str, ...]:
    return tuple(option.id for option in Question.model_validate(entry.move).options)


def _dealt(state: State, entry: Entry) -> State:
    """With a turn for every judge."""
    return replace(state, voices=(None,) * len(state.terms.judges), since=entry.line, dealt_at=entry.at)


def _lapsed(state: State, entry: Entry) -> State:
    if entry.seat == ASKER:
        # Whoever was called on could not choose; a person still can.
        return replace(state, since=entry.line)
    return state.hearing(str(entry.seat), Voice(entry.line, missing=str(entry.move["reason"])))


def _counted(state: State, entry: Entry) -> State:
    option = state.count()["option"]
    rounds = (*state.rounds, state.heard)
    counted = replace(state, rounds=rounds, voices=(), counted=entry.line, since=entry.line)
    if option is not None:
        return replace(counted, consensus=str(option))
    return counted if len(rounds) == state.terms.max_rounds else _dealt(counted, entry)


def _turn(state: State, judge: str) -> Turn:
    """To respond to those who spoke in the round before; to recommend where nobody did, unread by anybody."""
    responds = bool(state.spoke(besides=judge))
    assert state.dealt_at is not None
    seconds = state.terms.seconds[state.terms.judges.index(judge)]
    return Turn(
        "respond" if responds else "recommend",
        ("RESPONSE" if responds else "RECOMMENDATION",),
        state.since,
        judge,
        answers=state.counted if responds else state.question,
        sealed=not responds,
        readers=(ASKER,) if responds else None,
        until=state.dealt_at + timedelta(seconds=seconds),
        stamp=Stamp(round=state.round),
    )


def _tally(state: State) -> dict[str, list[str]]:
    voices = zip(state.terms.judges, state.rounds[-1], strict=True)
    return tallied(state.options, [(judge, voice.option) for judge, voice in voices])
