"""How to walk in an evaluation: moves that cite what exists, score what is missing and sign their changes."""

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from moot.debate import Move, Position, Turn
from moot.formats.evaluation import CATEGORIES, ROUNDS, Evaluation, Persona, Round, State
from moot.formats.evaluation import format as evaluation
from moot.testing.laws import Guide
from tests.formats.evaluation.stages import evidence, point, scores

_WORDS = ["cars", "hours", "cost", "doubt", "gain", "queue", "trust", "price"]
_CLAIMS = st.lists(st.sampled_from(_WORDS), min_size=3, max_size=6).map(" ".join)


_AGAIN = Round.model_validate({**ROUNDS[1].model_dump(), "category": "problem"})


def _setups(*rounds: tuple[Round, ...]) -> SearchStrategy[Evaluation]:
    return st.builds(
        Evaluation,
        title=st.just("An idea"),
        categories=st.just(CATEGORIES[:2]),
        rounds=st.sampled_from(rounds),
        personas=st.sampled_from([(Persona(name="doubter", attacks="all"),), _two_personas()]),
        debate=st.integers(0, 4).map(bool),
        max_change=st.integers(1, 3),
        max_net_change=st.integers(1, 5),
        players=st.sampled_from([None, {"arbiter": "embedded", "red_team": "embedded"}]),
    )


def _two_personas() -> tuple[Persona, ...]:
    return (Persona(name="doubter", attacks="all"), Persona(name="miser", attacks="what it costs"))


def _moves(position: Position, turn: Turn, kind: str) -> SearchStrategy[Move]:
    drawn = {
        "IDEA": _ideas,
        "ASSESSMENT": _assessments,
        "CHALLENGES": _challenges,
        "ARGUMENT": _speeches,
        "REPLY": _replies,
        "REST": _rests,
        "VERDICT": _verdicts,
    }[kind]
    return drawn(position.state).map(evaluation.moves[kind].model_validate)


def _ideas(state: State) -> SearchStrategy[dict[str, Any]]:
    names = state.plan.categories
    whole = {"scores": scores(*names), "evidence": evidence(*names)}
    given = {"category": names[0], "claim": "It is not.", "id": "C1"}
    return st.fixed_dictionaries(
        {"content": st.just("Do it.")},
        optional={
            "assessment": st.sampled_from([whole, {"scores": scores(names[0])}, {"evidence": evidence(names[1])}]),
            "challenges": st.sampled_from([[], [given]]),
        },
    )


def _assessments(state: State) -> SearchStrategy[dict[str, Any]]:
    items = [{**item, "id": f"X{item['id']}"} for item in evidence(*state.plan.categories)]
    values = st.integers(2, 20).map(lambda counted: counted / 2)
    return values.map(lambda score: {"scores": scores(*state.unscored, score=score), "evidence": items})


def _challenges(state: State) -> SearchStrategy[dict[str, Any]]:
    one = st.fixed_dictionaries(
        {
            "category": st.sampled_from(state.plan.categories),
            "claim": _CLAIMS,
            "evidence": st.lists(st.sampled_from(state.evidence), max_size=2),
        }
    )
    return st.fixed_dictionaries({"challenges": st.lists(one, min_size=1, max_size=3)})


def _speech(state: State) -> dict[str, SearchStrategy[Any]]:
    one = st.builds(point, _CLAIMS, st.sampled_from(state.citable))
    return {"content": st.just("So it is."), "points": st.lists(one, min_size=1, max_size=3)}


def _concessions(state: State) -> dict[str, SearchStrategy[Any]]:
    lines = [speech.line for speech in state.speeches]
    granted = st.fixed_dictionaries({"line": st.sampled_from(lines), "point": st.integers(1, 2)})
    return {"concedes": st.lists(granted, max_size=1)}


def _speeches(state: State) -> SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(_speech(state))


def _replies(state: State) -> SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({**_speech(state), **_concessions(state)})


def _rests(state: State) -> SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(_concessions(state))


def _verdicts(state: State) -> SearchStrategy[dict[str, Any]]:
    most = 2 * state.plan.max_change
    return st.integers(-most, most).map(lambda counted: _verdict(counted / 2))


def _verdict(change: float) -> dict[str, Any]:
    winner = "advocate" if change > 0 else "challenger" if change < 0 else "draw"
    return {"winner": winner, "change": change, "reasoning": "So.", "key_points": ["It."], "confidence": 0.5}


EVALUATION = Guide(
    evaluation, openings=_setups(ROUNDS[:1], ROUNDS[1:2]), draw_move=_moves, attended=frozenset({"author"}), longest=40
)
"""One round: from its middle the law that an end stays reachable finds one among few positions."""
LONG = replace(EVALUATION, openings=_setups(ROUNDS[:2], (ROUNDS[0], _AGAIN, ROUNDS[1])))
"""Several rounds, two of them about one category."""
