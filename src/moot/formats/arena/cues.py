"""Cues: what a seat, or somebody in a role, should do now."""

from moot.debate import Cue
from moot.formats.arena.setup import CHALLENGER
from moot.formats.arena.state import State
from moot.formats.arena.turns import AGENT, JUDGE


def cue(state: State, seat: str) -> Cue:
    """What this seat should do now, and about which line."""
    match state.status:
        case "proposed":
            return Cue(_on_a_proposal(state, seat), state.topic)
        case "active":
            return Cue("post" if seat == state.mover else "wait", _said_last(state))
        case "judging":
            return Cue("judge" if seat == JUDGE else "wait_for_judges", _said_last(state))
        case _:
            return Cue("debate_closed", state.topic)


def _on_a_proposal(state: State, seat: str) -> str:
    if state.topic is None:
        return "propose" if seat == CHALLENGER else "wait"
    if seat == CHALLENGER:
        return "wait_for_opponent"
    if state.terms.mode == "open":
        return "join" if seat == AGENT else "wait_for_opponent"
    return "accept_or_decline"


def _said_last(state: State) -> int | None:
    return max(state.posts, default=state.topic)
