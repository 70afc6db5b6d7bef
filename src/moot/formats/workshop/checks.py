"""What a move must keep to, beyond its form."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from moot.debate import InvalidInput, Move, Turn
from moot.formats.workshop.fingerprint import fingerprint
from moot.formats.workshop.gating import may_go_back
from moot.formats.workshop.moves import (
    Answers,
    Attack,
    Ballot,
    Critique,
    Defence,
    Negotiation,
    Plan,
    Proposal,
    Rejection,
    Report,
    Review,
)
from moot.formats.workshop.state import State


def check(state: State, turn: Turn, move: Move) -> None:
    """Refuses a move that does not fit what was said before."""
    if (fits := _FITTING.get(type(move))) is not None:
        fits(state, turn, move)


def _reports_all(state: State, turn: Turn, report: Report) -> None:
    deal = next((deal for deal in state.deals if deal.key == turn.key), None)
    ids = tuple(each.id for each in report.outcomes)
    if deal is not None and ids != deal.ids:
        raise InvalidInput(
            f"outcomes: must tell of each test once, in order: {', '.join(deal.ids)}.",
            suggestion="Tell those that could not be run as not_run.",
        )


def _answers_all(state: State, turn: Turn, answers: Answers) -> None:
    if len(answers.answers) != state.asked:
        raise InvalidInput(
            f"answers: {state.asked} were asked for, and {len(answers.answers)} are given.",
            suggestion="Answer the questions in their order; say so where there is nothing to say.",
        )


def _plans_for_seats(state: State, turn: Turn, plan: Plan | Negotiation) -> None:
    _are_seats(state, (each.seat for each in (plan.assignments if isinstance(plan, Plan) else plan.asks)))


def _are_seats(state: State, seats: Iterable[str]) -> None:
    if strange := next((seat for seat in seats if seat not in state.live), None):
        raise InvalidInput(f"There is no seat {strange!r}.", suggestion=f"The seats are: {', '.join(state.live)}.")


def _brings_code(state: State, turn: Turn, proposal: Proposal) -> None:
    has = state.candidate(str(turn.seat)).best is not None
    if has and proposal.files is not None:
        raise InvalidInput("files: the best tested version is proposed.", suggestion="Leave files out.")
    if not has and not proposal.files:
        raise InvalidInput("files: a proposal without an attempt before it must bring the code.")


def _points_at_lines(state: State, turn: Turn, critique: Critique) -> None:
    version = state.candidate(str(turn.stamp.thread)).version(turn.answers or 0)
    sizes = dict(version.sizes)
    for point in critique.points:
        if point.path not in sizes:
            raise InvalidInput(
                f"points: there is no file {point.path!r}.", suggestion=f"The files are: {', '.join(sizes)}."
            )
        if point.line > max(1, sizes[point.path]):
            raise InvalidInput(f"points: {point.path} has {sizes[point.path]} lines, and no line {point.line}.")


def _keeps_to_rubric(state: State, turn: Turn, review: Review) -> None:
    assert state.setup.review is not None
    wanted = [criterion.name for criterion in state.setup.review.rubric]
    given = [score.criterion for score in review.scores]
    if sorted(given) != sorted(wanted):
        raise InvalidInput("scores: must score each criterion once.", suggestion=f"They are: {', '.join(wanted)}.")


def _is_new(state: State, turn: Turn, attack: Attack) -> None:
    before = {each for made in state.attacks_on(str(turn.stamp.thread)) for each in made.prints}
    for test in attack.tests:
        if fingerprint(test.model_dump(mode="json", exclude_none=True)) in before:
            raise InvalidInput(
                f"tests: {test.name!r} was tried before.",
                suggestion="Attack with something new, or with nothing where you have nothing new.",
            )


def _disputes_what_broke(state: State, turn: Turn, defence: Defence) -> None:
    broke = {id for made in state.attacks_on(str(turn.stamp.thread)) for id in made.broke}
    if strange := next((each.id for each in defence.disputes if each.id not in broke), None):
        raise InvalidInput(
            f"disputes: {strange!r} broke nothing.", suggestion=f"These did: {', '.join(sorted(broke))}."
        )


def _names_candidates(state: State, turn: Turn, ballot: Ballot) -> None:
    there = [one.author for one in state.standing]
    for field, names in _named(ballot).items():
        if strange := next((name for name in names if name not in there), None):
            raise InvalidInput(
                f"{field}: {strange!r} is no candidate.", suggestion=f"The candidates are: {', '.join(there)}."
            )
        if len(set(names)) != len(names):
            raise InvalidInput(f"{field}: each candidate once.")


def _named(ballot: Ballot) -> Mapping[str, Sequence[str]]:
    return {"ranking": ballot.ranking, "approves": ballot.approves}


def _goes_back(state: State, turn: Turn, rejection: Rejection) -> None:
    if rejection.back_to is None:
        return
    back = may_go_back(state)
    if rejection.back_to not in back:
        held = ", ".join(back) or "none any more"
        raise InvalidInput(
            f"back_to: cannot be {rejection.back_to!r}.",
            suggestion=f"It can go back to: {held}. Without back_to it ends.",
        )


_FITTING: Mapping[type[Move], Callable[[State, Turn, Any], None]] = {
    Report: _reports_all,
    Answers: _answers_all,
    Plan: _plans_for_seats,
    Negotiation: _plans_for_seats,
    Proposal: _brings_code,
    Critique: _points_at_lines,
    Review: _keeps_to_rubric,
    Attack: _is_new,
    Defence: _disputes_what_broke,
    Ballot: _names_candidates,
    Rejection: _goes_back,
}
