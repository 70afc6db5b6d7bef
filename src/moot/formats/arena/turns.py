"""Turns: who may move in the arena now, with what, and until when."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from moot.debate import Need, OpenTo, Turn
from moot.formats.arena.setup import CHALLENGER, OPPONENT, SIDES, SideName, other
from moot.formats.arena.state import State

AGENT, JUDGE, MODERATOR = "agent", "judge", "moderator"
"""The roles that open turns are for; the desk says who has them."""


class ToNamed(OpenTo):
    """An open turn for members alone: nobody joins or judges without a name."""

    __slots__ = ()

    def welcomes(self, member: str | None) -> bool:
        """Whether this member may take it."""
        return member is not None and super().welcomes(member)


def due(state: State) -> tuple[Turn, ...]:
    """Who may move now; each clock has a turn that must be taken."""
    if state.topic is None:
        return () if state.ended else (_topic(state),)
    match state.status:
        case "proposed":
            return (_answer(state), _withdraw(state), _archive(state))
        case "active":
            return (*_posting(state), *(_forfeit(state, side) for side in SIDES), _archive(state))
        case "judging":
            return (_judge(state), _archive(state))
        case _:
            return ()


def _topic(state: State) -> Turn:
    holder = None if state.terms.mode == "agreed" else _holder(state, CHALLENGER)
    return Turn("topic", ("TOPIC",), state.since, CHALLENGER, holder=holder)


def _answer(state: State) -> Turn:
    until = _later(state.opened_at, state.terms.proposal_seconds)
    if state.terms.mode == "open":
        to = ToNamed(AGENT, barred=_members(state), fills=OPPONENT)
        return Turn("join", ("JOIN",), state.since, answers=state.topic, until=until, open_to=to, grace=True)
    return Turn(
        "answer",
        ("ACCEPT", "DECLINE"),
        state.since,
        OPPONENT,
        answers=state.topic,
        until=until,
        holder=_holder(state, OPPONENT),
        grace=True,
    )


def _withdraw(state: State) -> Turn:
    return Turn("withdraw", ("WITHDRAW",), state.since, CHALLENGER, must=False, holder=_holder(state, CHALLENGER))


def _archive(state: State) -> Turn:
    assert state.topic is not None
    return Turn("archive", ("ARCHIVE",), state.topic, must=False, open_to=OpenTo(MODERATOR))


def _posting(state: State) -> Iterator[Turn]:
    """The mover, against the clock; and the other side out of turn, while it has posts left."""
    mover, clock = state.mover, state.clock
    assert mover is not None
    assert clock is not None
    yield Turn(
        "post",
        ("POST",),
        state.since,
        mover,
        until=_later(clock, state.terms.post_seconds),
        needs=(Need("standing", _members(state)),) if state.unposted else (),
        holder=_holder(state, mover),
        grace=True,
    )
    waits = other(mover)
    if len(state.side(waits).posts) < state.terms.max_posts:
        yield Turn("ahead", ("POST",), state.ahead, waits, must=False, holder=_holder(state, waits))


def _forfeit(state: State, side: SideName) -> Turn:
    return Turn("forfeit", ("FORFEIT",), state.activated, side, must=False, holder=_holder(state, side))


def _judge(state: State) -> Turn:
    judges = tuple(vote.judge for vote in state.votes)
    everybody = tuple(dict.fromkeys((*_members(state), *judges)))
    return Turn(
        "judge",
        ("JUDGMENT",),
        state.since,
        until=state.judging_until,
        open_to=ToNamed(JUDGE, members=state.terms.judges, barred=judges),
        needs=(Need("standing", everybody), Need("likes", state.posts)),
        grace=True,
    )


def _members(state: State) -> tuple[str, ...]:
    """The members who hold a side."""
    return tuple(member for side in SIDES if (member := state.side(side).member) is not None)


def _holder(state: State, side: SideName) -> str | None:
    """The member who alone may move for a side; None: the house calls on a player for it."""
    return None if side in state.terms.called else state.side(side).member


def _later(begins: datetime, seconds: int) -> datetime:
    return begins + timedelta(seconds=seconds)
