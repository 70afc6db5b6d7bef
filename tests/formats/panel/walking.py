"""How the laws walk in a panel: set-ups of every size, and moves that mostly fit."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from moot.debate import Move, Position, Turn
from moot.formats.panel import Challenge, Choice, Convinced, Panel, Question, Recommendation, Response, State
from moot.formats.panel import format as panel
from moot.testing.laws import Guide

JUDGES = tuple({"name": name, "stance": "firm", "optimise": f"see to {name}"} for name in ("risk", "value", "effort"))
_WORDS = st.sampled_from(["words", "other words\n# and more"])


@st.composite
def _setups(draw: Any) -> Panel:
    called = draw(st.sampled_from([None, {"risk": "embedded"}, {"value": "human", "asker": "embedded"}]))
    return Panel.model_validate(
        {
            "title": "A question",
            "question_id": "q",
            "judges": draw(st.sampled_from([JUDGES, JUDGES[:2]])),
            "max_rounds": draw(st.integers(1, 3)),
            "threshold": draw(st.sampled_from(["2/3", "1/2", "1", "1/3"])),
            "players": called,
            "require_stance_maintenance": draw(st.booleans()),
            "require_change_documentation": draw(st.booleans()),
        }
    )


def _moves(position: Position, turn: Turn, kind: str) -> SearchStrategy[Move]:
    state: State = position.state
    match kind:
        case "QUESTION":
            return st.builds(Question, question=_WORDS, options=st.sampled_from([("A=Yes", "B=No"), ("x", "y", "z")]))
        case "RECOMMENDATION":
            return st.sampled_from(state.options).flatmap(lambda option: _recommendations(state, option))
        case "RESPONSE":
            return _responses(state, str(turn.seat))
        case _:
            return st.builds(Choice, option=st.sampled_from(state.options), reason=st.just(""))


def _recommendations(state: State, option: str) -> SearchStrategy[Move]:
    assessed = [{"option": one, "assessment": "words"} for one in state.options]
    told = {"summary": "words", "for_stance": "words", "reasoning": "words", "assessments": assessed}
    return st.just(Recommendation.model_validate({"recommendation": option, **told}))


@st.composite
def _responses(draw: Any, state: State, judge: str) -> Move:
    option = draw(st.sampled_from(state.options))
    other = draw(st.sampled_from(state.spoke(besides=judge)))
    changed = state.stand(judge) not in (None, option)
    convinced = Convinced(judge=other, line=state.lines_of(other)[-1], reason="words") if changed else None
    return Response(
        recommendation=option,
        summary="words",
        for_stance="words",
        challenges=(Challenge(judge=other, point=draw(_WORDS), counter="words"),),
        convinced_by=draw(st.sampled_from([convinced, convinced, None])),
        reasoning="words",
    )


PANEL = Guide(panel, openings=_setups(), draw_move=_moves, attended=frozenset({"asker"}), longest=40)
