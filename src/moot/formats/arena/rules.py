"""The rules of the arena: a proposal, posts against the clock, judgments, and a decision that scores follow from."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from moot.debate import (
    Award,
    Brief,
    Cue,
    Entry,
    InvalidInput,
    JsonObject,
    Manner,
    Move,
    Notice,
    Outcome,
    Turn,
    View,
    called_on,
)
from moot.formats.arena.brief import briefed
from moot.formats.arena.course import after, begun
from moot.formats.arena.cues import cue
from moot.formats.arena.moves import Accept, Archive, Decline, Forfeit, Join, Judgment, Post, Topic, Withdraw
from moot.formats.arena.report import papers, report
from moot.formats.arena.setup import OPPONENT, SIDES, Arena
from moot.formats.arena.state import State
from moot.formats.arena.turns import AGENT, JUDGE, MODERATOR, due


class ArenaRules:
    """Two agents debate a topic in public against the clock; whoever the house lets judge says who won."""

    name = "arena"
    version = 1
    setup = Arena
    roles = (AGENT, JUDGE, MODERATOR)
    moves: Mapping[str, type[Move]] = {
        "TOPIC": Topic,
        "ACCEPT": Accept,
        "DECLINE": Decline,
        "JOIN": Join,
        "WITHDRAW": Withdraw,
        "POST": Post,
        "FORFEIT": Forfeit,
        "JUDGMENT": Judgment,
        "ARCHIVE": Archive,
    }

    def seats(self, state: State) -> tuple[str, ...]:
        """The two sides; judges and moderators hold no seat."""
        return SIDES

    def seat_of(self, state: State, member: str) -> str | None:
        """The side that a member holds; having it makes the format public."""
        return state.seat_of(member)

    def begin(self, setup: Arena, at: datetime) -> State:
        """Nothing is proposed yet; the topic follows in the same append."""
        _must_be_callable(setup)
        return begun(setup, at)

    def after(self, state: State, entry: Entry) -> State:
        """The state after one more line."""
        return after(state, entry)

    def due(self, state: State) -> tuple[Turn, ...]:
        """Who may move now."""
        return due(state)

    def check(self, state: State, turn: Turn, move: Move) -> None:
        """Whatever fits its turn fits: how often and by whom is what `due` says."""

    def follows(self, state: State) -> tuple[Notice, ...]:
        """The house adds nothing of its own."""
        return ()

    def outcome(self, state: State) -> Outcome | None:
        """Decided, with its awards; or ended before there was anything to decide."""
        if not state.ended:
            return None
        if state.decision is None:
            return Outcome(state.status, _undecided(state))
        return Outcome(state.status, state.decision.result, tuple(Award(*award) for award in state.decision.awards))

    def status(self, state: State) -> str:
        """Where it stands, or how it ended."""
        return state.status

    def cue(self, state: State, seat: str) -> Cue:
        """What this seat should do now."""
        return cue(state, seat)

    def brief(self, state: State, turn: Turn, record: Sequence[View], manner: Manner) -> Brief:
        """What a player on this side is told; nobody is called on to judge, so nothing is asked twice."""
        return briefed(state, turn, record)

    def report(self, record: Sequence[View]) -> dict[str, Any]:
        """The result, or where it stands."""
        return report(record)

    def papers(self, record: Sequence[View]) -> dict[str, str]:
        """The debate to read, and its result for programs."""
        return papers(record)


def _undecided(state: State) -> JsonObject:
    return {"was": state.was, "reason": state.reason}


def _must_be_callable(setup: Arena) -> None:
    """A player sits on one of the two sides, and never on one that waits for whoever joins."""
    strangers = sorted(set(setup.players or ()) - set(SIDES))
    if strangers:
        raise InvalidInput(
            f"There is no seat {', '.join(strangers)} in a debate of the arena.",
            suggestion=f"Its seats are: {', '.join(SIDES)}. Judges come by themselves.",
            seats=strangers,
        )
    if setup.opponent is None and OPPONENT in called_on(setup.players):
        raise InvalidInput(
            "An open topic waits for whoever joins: no player can be called on for the opponent.",
            suggestion="Name the opponent, or leave the seat free.",
        )
