"""Walking: at random, stubbornly, in silence."""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from hypothesis import strategies as st

from moot.debate import Move, Position, Turn
from moot.testing.laws.drawing import Draw
from moot.testing.laws.guide import Guide
from moot.testing.laws.pool import Pool
from moot.testing.laws.walk import Walk

_SPANS = (timedelta(0), timedelta(seconds=1), timedelta(hours=1), timedelta(days=3), -timedelta(hours=2))


@st.composite
def walks(draw: Draw, guide: Guide, steps: int = 20) -> Walk:
    """A random walk: mostly moves that are due, now and then any move by anybody, with a clock that may jump."""
    walk = Walk.opened(guide, guide.setup(draw))
    for _ in range(draw(st.integers(1, steps))):
        walk.settle(_later(draw, walk))
        due = walk.position.due()
        if due and draw(st.integers(0, 3)):
            _take(draw, walk, draw(st.sampled_from(due)))
        else:
            _wild(draw, walk)
        if walk.ended and draw(st.booleans()):
            break
    return walk


@st.composite
def stubborn_walks(draw: Draw, guide: Guide, moves: int | None = None) -> Walk:
    """A walk of players who are never satisfied: they end the debate only where nothing else is left to do."""
    walk = Walk.opened(guide, guide.setup(draw))
    pool = Pool(draw, guide)
    for step in range(moves or guide.longest):
        if walk.ended or not _stubborn_step(walk, pool, step):
            break
    return walk


@st.composite
def silent_walks(draw: Draw, guide: Guide, steps: int = 6) -> Walk:
    """A walk that falls silent at some point, so that every turn with a deadline lapses."""
    walk: Walk = draw(walks(guide, steps))
    for _ in range(guide.longest):
        deadline = walk.position.deadline()
        if deadline is None:
            break
        walk.settle(max(walk.now, deadline))
    return walk


def _later(draw: Draw, walk: Walk) -> datetime:
    deadline = walk.position.deadline()
    moments = [walk.now + span for span in _SPANS]
    return draw(st.sampled_from(moments if deadline is None else [*moments, deadline, deadline - _SPANS[1]]))


def _take(draw: Draw, walk: Walk, turn: Turn) -> None:
    move = walk.guide.move(draw, walk.position, turn, draw(st.sampled_from(turn.kinds)))
    if move is not None:
        walk.attempt(caller(turn), move, turn.answers, turn.holder or walk.guide.member(draw))


def _wild(draw: Draw, walk: Walk) -> None:
    roles = [turn.open_to.role for turn in walk.position.due() if turn.open_to is not None]
    seat = draw(st.sampled_from([*walk.position.seats, *roles, "stranger"]))
    kind = draw(st.sampled_from(sorted(walk.guide.rules.moves)))
    move = walk.guide.any_move(draw, walk.position, kind)
    answers = draw(st.none() | st.integers(0, walk.position.line + 1))
    if move is not None:
        walk.attempt(seat, move, answers, walk.guide.member(draw))


def _stubborn_step(walk: Walk, pool: Pool, step: int) -> bool:
    due = walk.position.due()
    turns = [*due[step % len(due) :], *due[: step % len(due)]] if due else []
    options = [(turn, move) for turn in turns for move in pool.moves(walk.position, turn)]
    return _first(walk, pool, options, lambda position: not position.ended) or _give_way(walk, pool, options)


def _first(walk: Walk, pool: Pool, options: Iterable[tuple[Turn, Move]], wanted: Callable[[Position], bool]) -> bool:
    for turn, move in options:
        after = pool.after(walk.position, turn, move, walk.now)
        if after is not None and wanted(after):
            return walk.attempt(caller(turn), move, turn.answers, pool.member(turn))
    return False


def _give_way(walk: Walk, pool: Pool, options: Iterable[tuple[Turn, Move]]) -> bool:
    """Waits for a deadline where there is one; ends the debate where there is nothing else to do."""
    deadline = walk.position.deadline()
    if deadline is None:
        return _first(walk, pool, options, lambda position: True)
    walk.settle(max(walk.now, deadline))
    return True


def caller(turn: Turn) -> str:
    """The seat or role that takes a turn."""
    return turn.seat or (turn.open_to.role if turn.open_to else "")
