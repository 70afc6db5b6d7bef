"""Turns: who may move at each stage, answering what, and until when."""

from collections.abc import Mapping

from moot.debate import Cue, Stamp, Turn
from moot.formats.evaluation.agreed import ADVOCATE, ARBITER, ASSESSOR, AUTHOR, CHALLENGER
from moot.formats.evaluation.state import Stage, State

FLOOR: Mapping[Stage, tuple[str, str, tuple[str, ...]]] = {
    "opening": (ADVOCATE, "open", ("ARGUMENT",)),
    "answer": (CHALLENGER, "answer", ("ARGUMENT",)),
    "reply": (ADVOCATE, "reply", ("REPLY", "REST")),
    "rejoinder": (CHALLENGER, "reply", ("REPLY", "REST")),
    "verdict": (ARBITER, "judge", ("VERDICT",)),
}
"""Who has the floor at each stage of a round, under which name, with which kinds of move."""


def due(state: State) -> tuple[Turn, ...]:
    """Who may move now."""
    match state.stage:
        case "idea":
            return (Turn("submit", ("IDEA",), 0, AUTHOR),)
        case "assessment":
            return (_turn(state, ASSESSOR, "assess", ("ASSESSMENT",), state.idea, Stamp(phase="assessment")),)
        case "red_team":
            stamp = Stamp(phase="red_team")
            return tuple(_turn(state, seat, "challenge", ("CHALLENGES",), state.about, stamp) for seat in state.waiting)
        case _:
            return _in_round(state)


def cue(state: State, seat: str) -> Cue:
    """What this seat should do now."""
    if state.ending is not None:
        return Cue("debate_closed", state.since)
    turns = due(state)
    own = next((turn for turn in turns if turn.seat == seat), None)
    if own is not None:
        return Cue(own.name, own.answers)
    return Cue(f"wait_for_{turns[0].seat}", turns[0].answers)


def status(state: State) -> str:
    """The named state that people see: how it ended, or what is going on."""
    if state.ending is not None:
        return state.ending
    names: Mapping[Stage, str] = {"idea": "submitting", "assessment": "assessing", "red_team": "challenging"}
    return names.get(state.stage) or f"round_{state.round}"


def _in_round(state: State) -> tuple[Turn, ...]:
    if state.stage not in FLOOR:
        return ()
    seat, name, kinds = FLOOR[state.stage]
    return (_turn(state, seat, name, kinds, _answered(state, seat), Stamp(phase="debate", round=state.round)),)


def _answered(state: State, seat: str) -> int:
    """What the other side said last; for the arbiter the last word of all; where nothing was said, the round itself."""
    others = [speech.line for speech in state.speeches if speech.seat != seat]
    return others[-1] if others else state.began


def _turn(state: State, seat: str, name: str, kinds: tuple[str, ...], answers: int, stamp: Stamp) -> Turn:
    assert state.at is not None
    return Turn(name, kinds, state.since, seat, answers, until=state.at + state.plan.time_for(seat), stamp=stamp)
