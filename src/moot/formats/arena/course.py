"""The course of a debate: what each line makes of it."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from moot.debate import Entry
from moot.formats.arena.deciding import decided
from moot.formats.arena.setup import CHALLENGER, OPPONENT, Arena, SideName
from moot.formats.arena.state import How, Side, State, Status, Terms, Vote

_ENDINGS: Mapping[str, Status] = {"DECLINE": "declined", "WITHDRAW": "withdrawn", "ARCHIVE": "archived"}


def begun(setup: Arena, at: datetime) -> State:
    """After the opening line; the topic follows in the same append."""
    return State(Terms.of(setup), Side(setup.challenger), Side(setup.opponent), at)


def after(state: State, entry: Entry) -> State:
    """After one more line."""
    if entry.kind in _ENDINGS:
        return _ended(state, _ENDINGS[entry.kind], entry)
    match entry.kind:
        case "TOPIC":
            return _proposed(state, entry)
        case "ACCEPT" | "JOIN":
            return _activated(state, entry)
        case "POST":
            return _posted(state, entry)
        case "FORFEIT":
            return _forfeited(state, entry, entry.at)
        case "JUDGMENT":
            return _judged(state, entry)
        case "lapsed":
            return _lapsed(state, entry)
        case _:
            return replace(state, closed=entry.kind == "closed")


def _proposed(state: State, entry: Entry) -> State:
    put = replace(state, topic=entry.line, since=entry.line)
    return _activated(put, entry) if state.terms.mode == "agreed" else put


def _activated(state: State, entry: Entry) -> State:
    here, at = entry.line, entry.at
    opponent = Side(entry.by) if entry.kind == "JOIN" else state.opponent
    active = replace(state, status="active", mover=CHALLENGER, since=here, ahead=here, activated=here)
    return replace(active, opponent=opponent, clock=at, accepted_at=at)


def _posted(state: State, entry: Entry) -> State:
    poster = _side(entry)
    grown = _with_post(state, poster, entry.line)
    if min(len(grown.challenger.posts), len(grown.opponent.posts)) == state.terms.max_posts:
        return _judging(grown, entry, "completed", entry.at)
    if poster != state.mover:
        return replace(grown, ahead=entry.line)
    dealt = replace(grown, mover=_to_move(grown), since=entry.line, clock=entry.at)
    return dealt if dealt.mover == poster else replace(dealt, ahead=entry.line)


def _with_post(state: State, poster: SideName, line: int) -> State:
    side = state.side(poster)
    grown = replace(side, posts=(*side.posts, line))
    return replace(state, challenger=grown) if poster == CHALLENGER else replace(state, opponent=grown)


def _to_move(state: State) -> SideName:
    """Who has fewer posts; the challenger where both have as many."""
    return OPPONENT if len(state.opponent.posts) < len(state.challenger.posts) else CHALLENGER


def _forfeited(state: State, entry: Entry, begins: datetime) -> State:
    return _judging(replace(state, forfeits=(_side(entry),)), entry, "forfeited", begins)


def _judging(state: State, entry: Entry, how: How, begins: datetime) -> State:
    ends = begins + timedelta(seconds=state.terms.judging_seconds)
    closing = replace(state, status="judging", how=how, mover=None, clock=None, since=entry.line)
    return replace(closing, completed_at=begins, judging_until=ends)


def _judged(state: State, entry: Entry) -> State:
    side = OPPONENT if entry.move["winner"] == OPPONENT else CHALLENGER
    return replace(state, votes=(*state.votes, Vote(str(entry.by), side, entry.line)), since=entry.line)


def _lapsed(state: State, entry: Entry) -> State:
    match state.status:
        case "active" if _nobody_posted_in_time(state, entry):
            silent = replace(state, forfeits=(CHALLENGER, OPPONENT), how="forfeited", mover=None, clock=None)
            return _decided(silent, entry)
        case "active":
            # A window that opens after a late lapse must be as long as any other.
            return _forfeited(state, entry, max(entry.at, entry.noted))
        case "judging":
            return _decided(state, entry)
        case _:
            return _ended(state, "expired", entry)


def _nobody_posted_in_time(state: State, entry: Entry) -> bool:
    """Whether both clocks ran out; a player that failed before the first post took only its own side's chance."""
    return state.unposted and entry.move["reason"] == "time"


def _decided(state: State, entry: Entry) -> State:
    return replace(state, status="decided", decision=decided(state, entry.move), ended_at=entry.at)


def _ended(state: State, status: Status, entry: Entry) -> State:
    reason = str(entry.move.get("reason", ""))
    return replace(state, status=status, was=state.status, reason=reason, ended_at=entry.at, mover=None, clock=None)


def _side(entry: Entry) -> SideName:
    return OPPONENT if entry.seat == OPPONENT else CHALLENGER
