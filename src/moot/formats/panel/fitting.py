"""Whether a move fits its turn: refusals that say what would."""

from collections.abc import Sequence

from moot.debate import InvalidInput
from moot.formats.panel.moves import Choice, Convinced, Recommendation, Response
from moot.formats.panel.state import State


def must_recommend(state: State, judge: str, move: Recommendation) -> None:
    """A recommendation names an option, assesses each, and speaks from its stance."""
    _must_offer(state, move.recommendation, "recommendation")
    _must_keep_stance(state, move.for_stance)
    _must_assess_each(state, move)
    before = state.stand(judge)
    if state.terms.document_change and before not in (None, move.recommendation):
        raise InvalidInput(
            f"No other judge has spoken, so nobody can have convinced you to leave {before}.",
            suggestion=f"Recommend {before} again.",
        )


def must_respond(state: State, judge: str, move: Response) -> None:
    """A response challenges others who spoke, and documents a change of mind."""
    _must_offer(state, move.recommendation, "recommendation")
    _must_keep_stance(state, move.for_stance)
    _must_challenge(state, judge, move)
    if move.convinced_by is not None:
        _must_cite(state, judge, move.convinced_by)
    _must_explain(state, judge, move)


def must_choose(state: State, move: Choice) -> None:
    """A choice names an option."""
    _must_offer(state, move.option, "option")


def _must_offer(state: State, option: str, field: str) -> None:
    if option not in state.options:
        raise InvalidInput(
            f"{field}: there is no option {option!r}.", suggestion=f"Choose one of: {_listed(state.options)}."
        )


def _must_keep_stance(state: State, for_stance: str | None) -> None:
    if state.terms.keep_stance and for_stance is None:
        raise InvalidInput(
            "for_stance is missing.", suggestion="Say in a sentence how the recommendation serves your stance."
        )


def _must_assess_each(state: State, move: Recommendation) -> None:
    assessed = [assessment.option for assessment in move.assessments]
    if sorted(assessed) != sorted(state.options):
        raise InvalidInput(
            f"assessments: {_listed(assessed) or 'no option'} assessed.",
            suggestion=f"Assess each option once: {_listed(state.options)}.",
        )


def _must_challenge(state: State, judge: str, move: Response) -> None:
    others = state.spoke(besides=judge)
    for challenge in move.challenges:
        if challenge.judge not in others:
            raise InvalidInput(
                f"challenges: {challenge.judge!r} is no other judge who spoke in the round before.",
                suggestion=f"Challenge a point of: {_listed(others)}.",
            )


def _must_cite(state: State, judge: str, convinced: Convinced) -> None:
    others = [name for name in state.terms.judges if name != judge and state.lines_of(name)]
    if convinced.judge not in others:
        raise InvalidInput(
            f"convinced_by: {convinced.judge!r} is no other judge who has spoken.",
            suggestion=f"Name one of: {_listed(others)}.",
        )
    lines = state.lines_of(convinced.judge)
    if convinced.line not in lines:
        raise InvalidInput(
            f"convinced_by: line {convinced.line} is no earlier move of the {convinced.judge} judge.",
            suggestion=f"Cite one of its lines: {_listed([str(line) for line in lines])}.",
        )


def _must_explain(state: State, judge: str, move: Response) -> None:
    before, named = state.stand(judge), move.convinced_by is not None
    changed = before not in (None, move.recommendation)
    if named and not changed:
        raise InvalidInput(
            f"convinced_by is given, but the recommendation of {move.recommendation} is no change.",
            suggestion="Leave convinced_by out, or change the recommendation.",
        )
    if changed and not named and state.terms.document_change:
        raise InvalidInput(
            f"The recommendation changed from {before} to {move.recommendation}, and convinced_by is missing.",
            suggestion="Name the judge and the line that convinced you, and say what in it did; "
            f"or recommend {before} again.",
        )


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names)
