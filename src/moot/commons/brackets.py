"""A bracket: whoever loses is out. Who meets whom follows from the seeds and the results, and from nothing else."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from moot.commons.games import Game, Pairing

BracketState: TypeAlias = Literal["entering", "running", "won", "void"]
MatchState: TypeAlias = Literal["waiting", "running", "won", "bye", "walkover", "void"]

SMALLEST, LARGEST = 2, 64

_WON_BY = {
    "votes": "Won by votes.",
    "likes": "Won by likes, for want of judgments.",
    "forfeit": "The other side forfeited.",
}
_NOBODY = {
    "both_forfeit": "Both forfeited: nobody goes on.",
    "gone": "Both accounts are gone: nobody goes on.",
}


@dataclass(frozen=True, slots=True)
class Match:
    """One match of the tree. Whoever plays is named by the seed, from 1."""

    round: int
    number: int
    first: int | None
    second: int | None
    state: MatchState
    winner: int | None = None
    """Who goes on."""
    reason: str = ""
    """Why, in words."""
    debate: str | None = None

    @property
    def decided(self) -> bool:
        """Whether it is known who goes on, or that nobody does."""
        return self.state not in ("waiting", "running")

    @property
    def ready(self) -> bool:
        """Whether it can be opened."""
        return self.state == "waiting" and self.first is not None and self.second is not None


@dataclass(frozen=True, slots=True)
class Bracket:
    """A bracket as it stands."""

    id: str
    topic: str
    category: str
    size: int
    """How many may enter."""
    max_posts: int
    created_at: datetime
    closes_at: datetime
    state: BracketState = "entering"
    ended_at: datetime | None = None
    winner: str | None = None
    entrants: tuple[str, ...] = ()
    """In the order of entering, and of the seeds once it has begun."""
    games: tuple[Game, ...] = ()

    @property
    def drawn(self) -> bool:
        """Whether the seeds are known."""
        return self.state != "entering" and len(self.entrants) >= SMALLEST

    @property
    def rounds(self) -> int:
        """How many rounds there are, or would be if it began now."""
        return rounds(len(self.entrants))

    def matches(self) -> tuple[Match, ...]:
        """The tree, once the seeds are known."""
        return tree(self.entrants, self.games) if self.drawn else ()

    def to_open(self) -> tuple[Pairing, ...]:
        """The matches that should be opened now."""
        return tuple(self.pairing(match) for match in self.matches() if match.ready)

    def pairing(self, match: Match) -> Pairing:
        """Who meets in a match: the better seed is the challenger in odd rounds, and the opponent in even ones."""
        assert match.first is not None
        assert match.second is not None
        better, other = sorted((match.first, match.second))
        sides = (better, other) if match.round % 2 else (other, better)
        return Pairing(self.id, match.round, match.number, *(self.entrants[seed - 1] for seed in sides))


def rounds(entrants: int) -> int:
    """How many rounds it takes until one is left."""
    return max(0, entrants - 1).bit_length()


def seeding(size: int) -> list[int]:
    """The seeds from top to bottom of a tree of that many places, so that the best two meet last.

    >>> seeding(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    order = [1]
    while len(order) < size:
        order = [seed for better in order for seed in (better, 2 * len(order) + 1 - better)]
    return order


def tree(members: Sequence[str], games: Iterable[Game]) -> tuple[Match, ...]:
    """Every match of a bracket of these members, the best seed first; round by round, as far as it is known."""
    entrants, seeds = len(members), {member: seed for seed, member in enumerate(members, start=1)}
    played = {(game.pairing.round, game.pairing.number): game for game in games}
    places = seeding(2 ** rounds(entrants))
    feeding = [_seeded(seed if seed <= entrants else None) for seed in places]
    matches: list[Match] = []
    for round in range(1, rounds(entrants) + 1):
        pairs = zip(feeding[::2], feeding[1::2], strict=True)
        feeding = [
            _match(round, number, *pair, played.get((round, number)), seeds)
            for number, pair in enumerate(pairs, start=1)
        ]
        matches += feeding
    return tuple(matches)


def _seeded(seed: int | None) -> Match:
    """A place of the first round, as if a match before had led to it."""
    return Match(0, 0, seed, None, "bye", seed)


def _match(round: int, number: int, upper: Match, lower: Match, game: Game | None, seeds: dict[str, int]) -> Match:
    first, second = upper.winner, lower.winner
    if not (upper.decided and lower.decided):
        return Match(round, number, first, second, "waiting")
    if first is None or second is None:
        return _alone(round, number, first, second)
    if game is None:
        return Match(round, number, first, second, "waiting")
    state, winner, reason = _result(game, seeds, min(first, second))
    return Match(round, number, first, second, state, winner, reason, game.debate)


def _alone(round: int, number: int, first: int | None, second: int | None) -> Match:
    """A match that at most one side came to."""
    winner = first or second
    if winner is None:
        return Match(round, number, first, second, "void", None, "Nobody came through on either side.")
    if round == 1:
        return Match(round, number, first, second, "bye", winner, "A bye: there is no opponent in this round.")
    return Match(round, number, first, second, "walkover", winner, "Nobody came through on the other side.")


def _result(game: Game, seeds: dict[str, int], better: int) -> tuple[MatchState, int | None, str]:
    if game.by is None:
        return "running", None, ""
    if game.by == "draw":
        return "won", better, "A draw: the better seed goes on."
    if game.winner is None:
        return "void", None, _NOBODY.get(game.by, "The debate was archived: nobody goes on.")
    winner = seeds[game.winner]
    if game.by == "gone":
        return "walkover", winner, "The other account is gone."
    return "won", winner, _WON_BY[game.by]
