"""Checks: what a move must hold to besides its shape. Each refusal says what would fit."""

from collections.abc import Iterable, Sequence

from moot.debate import InvalidInput, Move
from moot.formats.evaluation.agreed import ADVOCATE
from moot.formats.evaluation.fingerprint import fingerprint, is_known
from moot.formats.evaluation.judging import found, is_balanced
from moot.formats.evaluation.moves import (
    Argument,
    Assessed,
    Assessment,
    Challenge,
    Challenges,
    Concession,
    Idea,
    Point,
    Reply,
    Rest,
    Scored,
    Verdict,
)
from moot.formats.evaluation.state import State


def check(state: State, seat: str, move: Move) -> None:
    """Refuses a move of this seat that does not fit."""
    match move:
        case Idea():
            _given(state, move)
        case Assessment():
            _assessment(state, move)
        case Challenges():
            _challenges(state, move.challenges, state.evidence)
        case Argument():
            _cited(move.points, state.citable)
        case Reply():
            _cited(move.points, state.citable)
            _fresh(state, seat, move.points)
            _conceded(state, seat, move.concedes)
        case Rest():
            _conceded(state, seat, move.concedes)
        case _:
            assert isinstance(move, Verdict)
            _verdict(state, move)


def _given(state: State, idea: Idea) -> None:
    assessed = idea.assessment or Assessed()
    _each_once([scored.category for scored in assessed.scores], "score")
    _of_categories(state, [item.category for item in (*assessed.scores, *assessed.evidence)])
    evidence = [item.id for item in assessed.evidence]
    challenges = idea.challenges or ()
    _each_once([*evidence, *(challenge.id for challenge in challenges)], "id")
    _challenges(state, challenges, evidence)


def _assessment(state: State, move: Assessment) -> None:
    scored = [item.category for item in move.scores]
    _each_once(scored, "score")
    _each_once([*state.citable, *(item.id for item in move.evidence)], "id")
    _of_categories(state, [*scored, *(item.category for item in move.evidence)])
    if set(scored) != set(state.unscored):
        raise InvalidInput(
            "The assessment must score just the categories that have no score yet.",
            suggestion=f"Score each of these once: {', '.join(state.unscored) or 'none'}.",
            field="scores",
        )
    borne_out = {item.category for item in move.evidence}
    for item in move.scores:
        _grounded(item, borne_out)


def _grounded(item: Scored, borne_out: set[str]) -> None:
    if item.confidence is None or not item.reasoning.strip() or item.category not in borne_out:
        raise InvalidInput(
            f"The score for {item.category!r} stands alone.",
            suggestion="Give each score its confidence, its reasoning and at least one item of evidence.",
            field="scores",
        )


def _challenges(state: State, challenges: Sequence[Challenge], evidence: Sequence[str]) -> None:
    _of_categories(state, [challenge.category for challenge in challenges])
    for challenge in challenges:
        _exist(challenge.evidence, evidence)


def _cited(points: Sequence[Point], citable: Sequence[str]) -> None:
    for point in points:
        _exist(point.evidence, citable)


def _exist(cited: Iterable[str], known: Sequence[str]) -> None:
    for name in cited:
        if name not in known:
            raise InvalidInput(
                f"There is no evidence {name!r}.",
                suggestion=f"Cite by id, from these: {', '.join(known) or 'none'}.",
                field="evidence",
                evidence=name,
            )


def _fresh(state: State, seat: str, points: Sequence[Point]) -> None:
    before = state.made[0 if seat == ADVOCATE else 1]
    if all(is_known(fingerprint(point.claim), before) for point in points):
        raise InvalidInput(
            "A reply must bring a point that this side has not made before.",
            suggestion="Attack anew, from other evidence; or rest.",
            field="points",
        )


def _conceded(state: State, seat: str, concedes: Sequence[Concession]) -> None:
    others = {speech.line: speech.points for speech in state.speeches if speech.seat != seat and speech.points}
    for granted in concedes:
        if granted.point > others.get(granted.line, 0):
            offered = "; ".join(f"line {line}, points 1 to {points}" for line, points in others.items())
            raise InvalidInput(
                f"The other side made no point {granted.point} in line {granted.line} of this round.",
                suggestion=f"What can be conceded: {offered}.",
                field="concedes",
            )


def _verdict(state: State, verdict: Verdict) -> None:
    most = state.plan.max_change
    sign = {"advocate": verdict.change > 0, "challenger": verdict.change < 0, "draw": verdict.change == 0}
    if not sign[verdict.winner] or abs(verdict.change) > most:
        raise InvalidInput(
            f"A change of {verdict.change:g} does not go with the winner {verdict.winner!r}.",
            suggestion=f"For the advocate 0.5 to {most}, for the challenger -{most} to -0.5, for a draw 0.",
            field="change",
        )
    if verdict.askings is not None:
        _comes_about(state, verdict)


def _comes_about(state: State, verdict: Verdict) -> None:
    assert verdict.askings is not None
    balanced = is_balanced(verdict.askings)
    fair = found(verdict.askings, state.plan.max_change) if balanced else None
    if fair is None or (fair.winner, fair.change) != (verdict.winner, verdict.change):
        raise InvalidInput("The verdict is not what its two askings come to.", field="askings")


def _each_once(names: Sequence[str], what: str) -> None:
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise InvalidInput(f"There is more than one {what} for {', '.join(twice)}.", field=what)


def _of_categories(state: State, names: Iterable[str]) -> None:
    for name in names:
        if name not in state.plan.categories:
            raise InvalidInput(
                f"There is no category {name!r}.",
                suggestion=f"The categories are: {', '.join(state.plan.categories)}.",
                field="category",
            )
