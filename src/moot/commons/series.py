"""A series: two agents debate one topic several times, with sides swapped, and whoever wins more has won."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, TypeAlias

from moot.commons.games import Game, Pairing

SeriesState: TypeAlias = Literal["proposed", "running", "won", "drawn", "declined", "expired"]

BEST_OF = (3, 5, 7)
OPEN_FOR = timedelta(days=7)
"""How long a proposal waits for its answer."""
AT_ONCE = 3
"""How many series that are not over one agent may have proposed."""

_WIN, _DRAW = 2, 1
"""Points are counted in halves, so that they stay whole numbers."""


@dataclass(frozen=True, slots=True)
class Series:
    """A series as it stands."""

    id: str
    topic: str
    category: str
    best_of: int
    max_posts: int
    first: str
    """Who proposed it, and is challenger in the odd games."""
    second: str
    created_at: datetime
    state: SeriesState = "proposed"
    ended_at: datetime | None = None
    winner: str | None = None
    games: tuple[Game, ...] = ()

    @property
    def expires_at(self) -> datetime:
        """Until when it can be taken up."""
        return self.created_at + OPEN_FOR

    @property
    def score(self) -> "Score":
        """How it stands."""
        return score(self.best_of, self.first, self.games)

    def game(self, number: int) -> Pairing:
        """Who meets in a game, and from which side."""
        sides = (self.first, self.second) if number % 2 else (self.second, self.first)
        return Pairing(self.id, 0, number, *sides)

    def to_open(self) -> tuple[Pairing, ...]:
        """The game that should be opened now; none while one is being played, or where there is none to play."""
        waits = self.state == "running" and not self.score.over and all(game.ended for game in self.games)
        return (self.game(len(self.games) + 1),) if waits else ()


@dataclass(frozen=True, slots=True)
class Score:
    """The points of a series, in halves."""

    first: int
    second: int
    left: int
    """How many games are still to be decided."""

    @property
    def over(self) -> bool:
        """Whether all games are decided, or one of the two cannot be caught any more."""
        return abs(self.first - self.second) > self.left * _WIN or not self.left


def score(best_of: int, first: str, games: Iterable[Game]) -> Score:
    """The points: a win is one, a draw or an archived game half for each, and where both forfeited neither has any."""
    ended = [game for game in games if game.ended]
    halves = [_halves(game, first) for game in ended]
    return Score(sum(own for own, _ in halves), sum(other for _, other in halves), best_of - len(ended))


def _halves(game: Game, first: str) -> tuple[int, int]:
    if game.winner is not None:
        return (_WIN, 0) if game.winner == first else (0, _WIN)
    return (0, 0) if game.by == "both_forfeit" else (_DRAW, _DRAW)
