"""How to walk in a workshop: moves that fit where it stands, by players who are content, contrary or silent."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from moot.debate import Move, Position, Turn
from moot.formats.workshop import State, Workshop
from moot.formats.workshop import format as workshop
from moot.formats.workshop.gating import may_go_back
from moot.formats.workshop.state import Deal
from moot.testing.laws import Guide, Walk
from moot.testing.laws.walking import caller
from tests.support.cast import COMPANY, cast_of

SOLO = ("solo=author",)
PAIR = ("ann=author+critic+review+test+vote", "bob=author+critic+review+vote", "run=execute")
SMALL = ("generator", "refactorer", "tester", "executor", "red_team", "judge")
UNTESTED = ("generator", "implementer", "critic", "reviewer", "judge")
VOTELESS = ("generator", "implementer", "executor", "blue_team")
CASTS = {"solo": SOLO, "pair": PAIR, "small": SMALL, "untested": UNTESTED, "voteless": VOTELESS, "company": COMPANY}
RUNNING = ("pair", "small", "voteless", "company")
"""Casts with somebody who runs code."""
_GATES = ((), ("proposal",), ("self_evolvement", "review", "convergence"))
_BRIEF = {"optimization": {"attempts": 1}, "adversarial": {"rounds": 1}}


def _checked_or_not(checked: bool, cast: str, **setup: Any) -> Workshop:
    return agreed(cast, **({"checks": {}} if checked and cast in RUNNING else {}), **setup)


def agreed(cast: str, **setup: Any) -> Workshop:
    """A set-up with one of the casts."""
    return Workshop.model_validate({"title": "Walk", "cast": cast_of(*CASTS[cast]), **setup})


def _setups(casts: tuple[str, ...], gates: tuple[tuple[str, ...], ...], **more: Any) -> SearchStrategy[Workshop]:
    return st.builds(
        _checked_or_not,
        st.booleans(),
        st.sampled_from(casts),
        topology=st.sampled_from(["mesh", "star", "chain", "tree"]),
        planning=st.sampled_from(["none", "cpde", "dpde", "adaptive"]),
        dehallucination=st.sampled_from([None, {"simple": True, "rounds": 2}]),
        self_evolvement=st.sampled_from([None, {"attempts": 2}]),
        gates=st.sampled_from(gates).map(lambda after: {"after": after, "rejections": 1}),
        **{name: st.just(value) for name, value in more.items()},
    )


def deal_of(state: State, turn: Turn) -> Deal:
    """The deal behind a turn."""
    return next(deal for deal in state.deals if deal.key == turn.key)


def drawn(chance: Random, position: Position, turn: Turn, kind: str, sour: bool = False) -> Move:
    """A move of a kind that fits; a sour player is never satisfied."""
    state: State = position.state
    fields = _PLAIN.get(kind) or _FIELDS.get(kind, _nothing)(chance, state, turn, sour)
    return workshop.moves[kind].model_validate({"kind": kind, **fields})


def _report(chance: Random, state: State, turn: Turn, sour: bool) -> dict[str, Any]:
    ways = ["failed"] if sour else ["passed", "passed", "failed", "error", "timeout", "not_run"]
    each = [{"id": id, "outcome": chance.choice(ways), "detail": "TEXT"} for id in deal_of(state, turn).ids]
    return {"outcomes": each, "backend": "pretended"}


def _findings(chance: Random, state: State, turn: Turn, sour: bool) -> dict[str, Any]:
    found = [{"tool": "lint", "severity": "error", "path": "solution.py", "line": 1, "message": "TEXT"}]
    bad = sour or chance.random() < 0.5
    tool = {"name": "lint", "outcome": "found" if bad else "clean"}
    return {"tools": [tool], "findings": found if bad else [], "metrics": {"lines": 3.0}}


def _cases(chance: Random, least: int) -> list[dict[str, Any]]:
    names = chance.sample(range(10**6), chance.randint(least, 2))
    return [{"name": f"TEXT {name}", "code": f"assert f({name})"} for name in names]


def _questions(chance: Random, state: State, turn: Turn, sour: bool) -> dict[str, Any]:
    count = chance.randint(1 if sour else 0, 2)
    asked = [{"question": "TEXT?", "category": "constraints"}] * count
    return {"questions": asked, "confidence": 0 if sour else chance.choice([0.5, 0.95])}


def _negotiation(chance: Random, state: State, turn: Turn, sour: bool) -> dict[str, Any]:
    accepts = not sour and chance.random() < 0.5
    asks = [] if accepts else [{"seat": chance.choice(state.live), "what": "TEXT"}]
    return {"accepts": accepts, "asks": asks, "reason": "TEXT"}


def _proposal(chance: Random, state: State, turn: Turn, sour: bool) -> dict[str, Any]:
    has = state.candidate(str(turn.seat)).best is not None
    return {"summary": "TEXT", "rationale": "TEXT", "confidence": 0.5, **({} if has else _files(chance))}


def _files(chance: Random) -> dict[str, Any]:
    return {"files": {chance.choice(["solution.py", "part.py"]): "TEXT = 1\n" * chance.randint(1, 3)}}


def _critique(chance: Random, state: State, turn: Turn, sour: bool) -> dict[str, Any]:
    version = state.candidate(str(turn.stamp.thread)).version(turn.answers or 0)
    path, lines = chance.choice(version.sizes)
    return {
        "points": [{"path": path, "line": chance.randint(1, lines), "problem": "TEXT", "severity": "low"}],
        "summary": "TEXT",
    }


def _review(chance: Random, state: State, turn: Turn, sour: bool) -> dict[str, Any]:
    assert state.setup.review is not None
    scores = [{"criterion": each.name, "score": chance.random()} for each in state.setup.review.rubric]
    return {"scores": scores, "verdict": "revise", "summary": "TEXT"}


def _attack(chance: Random, state: State, turn: Turn, sour: bool) -> dict[str, Any]:
    return {"tests": _cases(chance, 1 if sour else 0), "claim": "TEXT"}


def _defence(chance: Random, state: State, turn: Turn, sour: bool) -> dict[str, Any]:
    broke = [id for each in state.attacks_on(str(turn.stamp.thread)) for id in each.broke]
    disputes = [{"id": chance.choice(broke), "reason": "TEXT"}]
    return {"explanation": "TEXT", **(_files(chance) if sour or chance.random() < 0.7 else {"disputes": disputes})}


def _ballot(chance: Random, state: State, turn: Turn, sour: bool) -> dict[str, Any]:
    there = [one.author for one in state.standing]
    chosen = chance.sample(there, chance.randint(0, len(there)))
    return {"ranking": chosen, "approves": chosen[:1], "confidence": chance.random(), "reason": "TEXT"}


def _rejection(chance: Random, state: State, turn: Turn, sour: bool) -> dict[str, Any]:
    back = may_go_back(state)
    return {"reason": "TEXT", "back_to": back[0] if sour and back else chance.choice([None, *back])}


def _plan(chance: Random, state: State, turn: Turn, sour: bool) -> dict[str, Any]:
    return {"steps": ["TEXT"], "assignments": [{"seat": chance.choice(state.live), "what": "TEXT"}]}


def _nothing(chance: Random, state: State, turn: Turn, sour: bool) -> dict[str, Any]:
    return {}


def _task(chance: Random, state: State, turn: Turn, sour: bool) -> dict[str, Any]:
    return {"content": "TEXT " * 90, "tests": _cases(chance, 0)}


def _answers(chance: Random, state: State, turn: Turn, sour: bool) -> dict[str, Any]:
    return {"answers": ["TEXT"] * state.asked, "confidence": 0.1}


def _tests(chance: Random, state: State, turn: Turn, sour: bool) -> dict[str, Any]:
    return {"tests": _cases(chance, 1)}


def _version(chance: Random, state: State, turn: Turn, sour: bool) -> dict[str, Any]:
    return _files(chance)


def _patch(chance: Random, state: State, turn: Turn, sour: bool) -> dict[str, Any]:
    return {**_files(chance), "changes": "TEXT"}


_Fields = Callable[[Random, State, Turn, bool], dict[str, Any]]
_FIELDS: Mapping[str, _Fields] = {
    "TASK": _task,
    "QUESTIONS": _questions,
    "ANSWERS": _answers,
    "PLAN": _plan,
    "NEGOTIATION": _negotiation,
    "TESTS": _tests,
    "ATTEMPT": _version,
    "REPORT": _report,
    "FINDINGS": _findings,
    "PROPOSAL": _proposal,
    "CRITIQUE": _critique,
    "REVIEW": _review,
    "PATCH": _patch,
    "ATTACK": _attack,
    "DEFENCE": _defence,
    "BALLOT": _ballot,
    "REJECTION": _rejection,
}
_PLAIN: Mapping[str, dict[str, Any]] = {
    "OWN_PLAN": {"steps": ["TEXT"]},
    "REFLECTION": {"root_cause": "TEXT", "went_wrong": "TEXT", "to_change": "TEXT", "confidence": 0.1},
    "REST": {"reason": "TEXT"},
    "ABSTENTION": {"reason": "TEXT"},
    "STOP": {"reason": "TEXT"},
    "EXPLANATION": {"content": "TEXT"},
}


def _moves(position: Position, turn: Turn, kind: str) -> SearchStrategy[Move]:
    return st.integers(0, 2**32).map(lambda seed: drawn(Random(seed), position, turn, kind))


WORKSHOP = Guide(
    workshop,
    openings=_setups(("solo", "pair", "small"), _GATES[:2], **_BRIEF),
    draw_move=_moves,
    attended=frozenset({"owner"}),
    longest=90,
)
"""The owner is attended: the task is set when the workshop is opened; whatever comes later has a clock.

Short ones: a state grows with the versions that it knows, up to what was agreed, so that the law about its size holds
only where little was.
"""
LARGE = replace(WORKSHOP, openings=_setups(("company", "untested", "voteless"), _GATES), longest=400)


def strolled(setup: Workshop, seed: int, *, silence: float = 0.0, sour: bool = False, most: int = 900) -> Walk:
    """A walk to the end: whoever is due moves in any order, is silent now and then, or never satisfied."""
    chance = Random(seed)
    walk = Walk.opened(LARGE, setup)
    for _ in range(most):
        turns = [turn for turn in walk.position.due() if turn.must]
        if walk.ended or not turns:
            break
        turn = chance.choice(turns)
        if turn.name != "set" and chance.random() < silence:
            deadline = walk.position.deadline()
            walk.settle(walk.now if deadline is None else max(walk.now, deadline))
        else:
            _move(walk, turn, chance, sour)
    return walk


def _move(walk: Walk, turn: Turn, chance: Random, sour: bool) -> None:
    kind = _SOUR.get(turn.name, turn.kinds[0]) if sour else chance.choice(turn.kinds)
    move = drawn(chance, walk.position, turn, kind, sour)
    tabled = walk.tabled.playing(caller(turn), move, walk.now, label=turn.label, salt="5a17" * 8)
    walk.tabled = tabled
    walk.stops.append(tabled.position)


_SOUR = {"gate": "REJECTION", "patch": "PATCH"}
