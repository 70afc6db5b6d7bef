"""How the laws walk at a round table: of every size, with answers that mostly fit."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from moot.debate import Move, Position, Turn
from moot.formats.roundtable import Question, Reply, RoundTable, State
from moot.formats.roundtable import format as roundtable
from moot.testing.laws import Guide


@st.composite
def _setups(draw: Any) -> RoundTable:
    called = draw(st.sampled_from([None, {"speaker-1": "embedded"}, {"asker": "human"}]))
    told = {"title": "A question", "speakers": draw(st.integers(1, 3)), "max_rounds": draw(st.integers(1, 3))}
    return RoundTable.model_validate({**told, "players": called})


def _moves(position: Position, turn: Turn, kind: str) -> SearchStrategy[Move]:
    state: State = position.state
    if kind == "QUESTION":
        asked = [
            Question(question="Which?", wanted="choice", options=("A", "B")),
            Question(question="How many?", wanted="number"),
            Question(question="Write f.", wanted="code", tests=True),
            Question(question="Why?"),
        ]
        return st.sampled_from(asked)
    answers = st.sampled_from(state.options or ("1", "1.0", "2\n# and more"))
    tests = ("assert f(1)",) if state.tests else None
    return answers.map(lambda answer: Reply(reasoning="words", answer=answer, tests=tests))


ROUNDTABLE = Guide(roundtable, openings=_setups(), draw_move=_moves, attended=frozenset({"asker"}), longest=40)
