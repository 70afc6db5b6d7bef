"""The table: how each line moves an evaluation on."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from moot.debate import Entry, Json, Notice, Stamp
from moot.formats.evaluation.agreed import ADVOCATE, CHALLENGER
from moot.formats.evaluation.fingerprint import fingerprint
from moot.formats.evaluation.moves import Winner
from moot.formats.evaluation.scoring import Shift, halves, moved, points
from moot.formats.evaluation.state import Judged, Plan, Played, Speech, Stage, State

SIDES = (ADVOCATE, CHALLENGER)


def begun(plan: Plan) -> State:
    """Nothing is scored, nothing has moved."""
    return State(plan, scores=(None,) * len(plan.categories), net=(0,) * len(plan.categories))


def after(state: State, entry: Entry) -> State:
    """The state after one more line."""
    match entry.kind:
        case "IDEA":
            return _submitted(state, entry)
        case "ASSESSMENT":
            return _challenging(_scored_by(state, entry.move), entry)
        case "CHALLENGES":
            return _challenged(state, entry)
        case "round_began":
            return replace(_staged(state, "opening", entry), began=entry.line, speeches=())
        case "ARGUMENT" | "REPLY" | "REST":
            return _onward(_heard(state, entry), entry)
        case "VERDICT":
            return replace(state, stage="scoring", judged=_judged(entry))
        case "scored":
            return _counted(state, entry)
        case "lapsed":
            return _lapsed(state, entry)
        case _:
            return state


def notices(state: State) -> tuple[Notice, ...]:
    """What the house says between two rounds."""
    stamp = Stamp(phase="debate", round=state.round)
    if state.stage == "between":
        told = {"round": state.round, "category": state.category}
        return (Notice("round_began", told, stamp=stamp),)
    if state.stage == "scoring":
        assert state.judged is not None
        return (Notice("scored", _told(state, state.judged), answers=state.judged.line, stamp=stamp),)
    return ()


def shifted(state: State, judged: Judged) -> Shift:
    """What a round does to the score of its category."""
    place = state.plan.categories.index(state.category)
    before = state.scores[place]
    assert before is not None
    return moved(before, state.net[place], judged.change, state.plan.max_net)


def challenge_name(seat: str, number: int) -> str:
    """The name of the challenge that a persona raised as its first, second and so on."""
    return f"{seat.removeprefix('red-')}.{number}"


def items(told: Mapping[str, Json], name: str) -> Sequence[Mapping[str, Json]]:
    """A list of a move as the record keeps it; empty where it was left unsaid."""
    return cast(Sequence[Mapping[str, Json]], told.get(name) or ())


def _submitted(state: State, entry: Entry) -> State:
    state = replace(state, idea=entry.line)
    assessed = entry.move.get("assessment")
    if isinstance(assessed, Mapping):
        state = _scored_by(state, assessed)
    if entry.move.get("challenges") is not None:
        names = tuple(str(challenge["id"]) for challenge in items(entry.move, "challenges"))
        state = replace(state, given=True, challenges=names)
    return _challenging(state, entry) if state.evidence and not state.unscored else _staged(state, "assessment", entry)


def _scored_by(state: State, assessed: Mapping[str, Json]) -> State:
    told = {str(scored["category"]): halves(cast(float, scored["score"])) for scored in items(assessed, "scores")}
    scores = tuple(told.get(name, known) for name, known in zip(state.plan.categories, state.scores, strict=True))
    names = tuple(str(evidence["id"]) for evidence in items(assessed, "evidence"))
    return replace(state, scores=scores, evidence=(*state.evidence, *names))


def _challenging(state: State, entry: Entry) -> State:
    state = replace(_staged(state, "red_team", entry), about=entry.line)
    return _next_round(state, entry) if state.given else replace(state, waiting=state.plan.personas)


def _challenged(state: State, entry: Entry) -> State:
    count = len(items(entry.move, "challenges"))
    names = tuple(challenge_name(entry.seat or "", number) for number in range(1, count + 1))
    return _one_less(replace(state, challenges=(*state.challenges, *names)), entry)


def _one_less(state: State, entry: Entry) -> State:
    waiting = tuple(seat for seat in state.waiting if seat != entry.seat)
    state = replace(state, waiting=waiting)
    return state if waiting else _next_round(state, entry)


def _next_round(state: State, entry: Entry) -> State:
    if state.round < len(state.plan.rounds):
        return replace(_staged(state, "between", entry), round=state.round + 1)
    return replace(state, stage="over", ending="evaluated" if state.plan.rounds else "assessed")


def _heard(state: State, entry: Entry) -> State:
    claims = tuple(fingerprint(str(point["claim"])) for point in items(entry.move, "points"))
    speech = Speech(entry.line, entry.seat or "", len(claims))
    advocate, challenger = state.made
    made = ((*advocate, *claims), challenger) if entry.seat == ADVOCATE else (advocate, (*challenger, *claims))
    return replace(state, speeches=(*state.speeches, speech), made=made)


def _onward(state: State, entry: Entry) -> State:
    """The next to speak: replies only where both have spoken, a verdict only where anybody has."""
    match state.stage:
        case "opening":
            return _staged(state, "answer", entry)
        case "answer" if len(state.speeches) == len(SIDES):
            return _staged(state, "reply", entry)
        case "answer" if not state.speeches:
            return replace(state, stage="scoring", judged=Judged("nobody spoke", entry.line))
        case "reply":
            return _staged(state, "rejoinder", entry)
        case _:
            return _staged(state, "verdict", entry)


def _judged(entry: Entry) -> Judged:
    winner = cast(Winner, entry.move["winner"])
    return Judged("verdict", entry.line, winner, halves(cast(float, entry.move["change"])))


def _counted(state: State, entry: Entry) -> State:
    assert state.judged is not None
    shift = shifted(state, state.judged)
    place = state.plan.categories.index(state.category)
    net = (*state.net[:place], shift.net, *state.net[place + 1 :])
    played = Played(state.judged, shift.after - shift.delta, shift.after, shift.delta, shift.capped)
    return _next_round(replace(state, net=net, played=(*state.played, played), judged=None), entry)


def _lapsed(state: State, entry: Entry) -> State:
    match state.stage:
        case "assessment":
            return replace(state, stage="over", ending="unassessed")
        case "red_team":
            return _one_less(state, entry)
        case "verdict":
            return replace(state, stage="scoring", judged=Judged("no verdict", entry.line))
        case _:
            return _onward(state, entry)


def _staged(state: State, stage: Stage, entry: Entry) -> State:
    return replace(state, stage=stage, since=entry.line, at=entry.at)


def _told(state: State, judged: Judged) -> dict[str, Json]:
    shift = shifted(state, judged)
    return {
        "round": state.round,
        "category": state.category,
        "reason": judged.reason,
        "winner": judged.winner,
        "before": points(shift.after - shift.delta),
        "change": points(judged.change),
        "delta": points(shift.delta),
        "after": points(shift.after),
        "capped": shift.capped,
    }
