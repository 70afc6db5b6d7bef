"""The rules of a workshop: a cast debates code through phases, to a version that was tested, attacked, voted for."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from moot.debate import Brief, Cue, Entry, Manner, Move, Notice, Outcome, Stamp, Turn, View
from moot.formats.workshop import moves
from moot.formats.workshop.aptitude import OWNER
from moot.formats.workshop.brief import briefed
from moot.formats.workshop.checks import check
from moot.formats.workshop.ending import outcome
from moot.formats.workshop.findings import Findings
from moot.formats.workshop.report import papers, reported
from moot.formats.workshop.setup import Workshop
from moot.formats.workshop.state import State
from moot.formats.workshop.table import after, notices

_MOVES: tuple[type[Move], ...] = (
    moves.Task,
    moves.Questions,
    moves.Answers,
    moves.Plan,
    moves.OwnPlan,
    moves.Negotiation,
    moves.Tests,
    moves.Attempt,
    moves.Report,
    moves.Reflection,
    moves.Proposal,
    moves.Critique,
    moves.Review,
    moves.Patch,
    moves.Rest,
    moves.Attack,
    moves.Defence,
    moves.Ballot,
    moves.Abstention,
    moves.Approval,
    moves.Rejection,
    moves.Stop,
    moves.Explanation,
    Findings,
)


class WorkshopRules:
    """An owner with a task, and a cast that writes, tests, criticises, attacks and votes."""

    name = "workshop"
    version = 1
    setup = Workshop
    moves: Mapping[str, type[Move]] = {move.model_fields["kind"].default: move for move in _MOVES}

    def seats(self, state: State) -> tuple[str, ...]:
        """The owner and the cast."""
        return state.setup.seats

    def begin(self, setup: Workshop, at: datetime) -> State:
        """Nothing is asked for yet; the task follows in the same append."""
        return State(setup, at=at)

    def after(self, state: State, entry: Entry) -> State:
        """The state after one more line."""
        return after(state, entry)

    def due(self, state: State) -> tuple[Turn, ...]:
        """Who may move now."""
        if state.task is None:
            return (Turn("set", ("TASK",), 0, OWNER),)
        if state.closed or state.phase is None or not state.deals:
            return ()
        stop = Turn("stop", ("STOP",), state.began, OWNER, must=False, stamp=Stamp(state.phase))
        return (*(deal.turn(state.phase, state.setup) for deal in state.deals), stop)

    def check(self, state: State, turn: Turn, move: Move) -> None:
        """Refuses what does not fit what was said before."""
        check(state, turn, move)

    def follows(self, state: State) -> tuple[Notice, ...]:
        """A phase begins, a gate opens, a line is opened to others, a seat is out, the votes are counted."""
        return notices(state)

    def outcome(self, state: State) -> Outcome | None:
        """How it ended, once it has."""
        return outcome(state)

    def status(self, state: State) -> str:
        """The phase, a gate, or how it ended."""
        if state.task is None:
            return "untasked"
        if state.gate is not None:
            return f"gate_after_{state.phase}"
        ended = outcome(state)
        return ended.ending if ended is not None else str(state.phase)

    def cue(self, state: State, seat: str) -> Cue:
        """What this seat should do now."""
        turns = self.due(state)
        own = next((turn for turn in turns if turn.seat == seat and turn.must), None)
        if own is not None:
            return Cue(own.name, own.answers)
        if not turns:
            return Cue("debate_closed", state.began)
        return Cue(f"wait_for_{turns[0].seat}", turns[0].answers)

    def brief(self, state: State, turn: Turn, record: Sequence[View], manner: Manner) -> Brief:
        """What the holder of this turn is told."""
        return briefed(state, turn, record)

    def report(self, record: Sequence[View]) -> dict[str, Any]:
        """The result as programs read it."""
        return reported(record)

    def papers(self, record: Sequence[View]) -> dict[str, str]:
        """The result as files: what won, and how it came about."""
        return papers(record)
