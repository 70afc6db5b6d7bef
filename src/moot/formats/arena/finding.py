"""Finding who won: a forfeit stands, then votes decide, and where too few judged, likes."""

from collections.abc import Mapping
from dataclasses import dataclass

from moot.formats.arena.counting import Count
from moot.formats.arena.setup import CHALLENGER, OPPONENT, SIDES, SideName, other
from moot.formats.arena.state import By, State


@dataclass(frozen=True, slots=True)
class Finding:
    """Who won, and by what."""

    by: By
    winner: SideName | None = None
    likes: Mapping[SideName, int] | None = None
    """The likes of each side's best post, where they were asked."""


def found(state: State, count: Count, likes: Mapping[int, int]) -> Finding:
    """Who won, from the judgments and the likes by line."""
    match state.forfeits:
        case (loser,):
            return Finding("forfeit", other(loser))
        case ():
            enough = count.votes >= state.terms.min_judges
            return _by_votes(count) if enough else _by_likes(state, likes)
        case _:
            return Finding("both_forfeit")


def _by_votes(count: Count) -> Finding:
    return Finding("draw" if count.leader is None else "votes", count.leader)


def _by_likes(state: State, likes: Mapping[int, int]) -> Finding:
    best: dict[SideName, int] = {side: max(likes.get(line, 0) for line in state.side(side).posts) for side in SIDES}
    if best[CHALLENGER] == best[OPPONENT]:
        return Finding("draw", likes=best)
    return Finding("likes", max(SIDES, key=lambda side: best[side]), best)
