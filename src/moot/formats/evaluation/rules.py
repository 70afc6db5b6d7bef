"""The rules of an evaluation: an idea is assessed, challenged, argued round by round, and its scores move."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from moot.debate import Brief, Cue, Entry, Manner, Move, Notice, Outcome, Turn, View
from moot.formats.evaluation.agreed import Evaluation
from moot.formats.evaluation.brief import briefed
from moot.formats.evaluation.checks import check
from moot.formats.evaluation.moves import Argument, Assessment, Challenges, Idea, Reply, Rest, Verdict
from moot.formats.evaluation.outcome import outcome
from moot.formats.evaluation.report import papers, reported
from moot.formats.evaluation.state import Plan, State
from moot.formats.evaluation.table import after, begun, notices
from moot.formats.evaluation.turns import cue, due, status


class EvaluationRules:
    """An author, an assessor, a red team, two sides and an arbiter."""

    name = "evaluation"
    version = 1
    setup = Evaluation
    moves: Mapping[str, type[Move]] = {
        "IDEA": Idea,
        "ASSESSMENT": Assessment,
        "CHALLENGES": Challenges,
        "ARGUMENT": Argument,
        "REPLY": Reply,
        "REST": Rest,
        "VERDICT": Verdict,
    }

    def seats(self, state: State) -> tuple[str, ...]:
        """Those who come to speak; without a debate, nobody argues or judges."""
        return state.plan.seats

    def begin(self, setup: Evaluation, at: datetime) -> State:
        """Nothing is put yet; the idea follows in the same append."""
        return begun(Plan.of(setup))

    def after(self, state: State, entry: Entry) -> State:
        """The state after one more line."""
        return after(state, entry)

    def due(self, state: State) -> tuple[Turn, ...]:
        """Who may move now."""
        return due(state)

    def check(self, state: State, turn: Turn, move: Move) -> None:
        """Refuses what cites nothing that exists, says nothing new, or moves a score too far or the wrong way."""
        check(state, turn.seat or "", move)

    def follows(self, state: State) -> tuple[Notice, ...]:
        """A round begins; a round is scored."""
        return notices(state)

    def outcome(self, state: State) -> Outcome | None:
        """`evaluated` after the last round, `assessed` where nothing is debated, `unassessed` where nobody assessed."""
        return outcome(state)

    def status(self, state: State) -> str:
        """What is going on, or how it ended."""
        return status(state)

    def cue(self, state: State, seat: str) -> Cue:
        """What this seat should do now."""
        return cue(state, seat)

    def brief(self, state: State, turn: Turn, record: Sequence[View], manner: Manner) -> Brief:
        """What the holder of this turn is told."""
        return briefed(state, turn, record, manner)

    def report(self, record: Sequence[View]) -> dict[str, Any]:
        """The result as programs read it."""
        return reported(record)

    def papers(self, record: Sequence[View]) -> dict[str, str]:
        """The result as files to lay next to the idea."""
        return papers(record)
