"""Counting: what each judgment weighs, and what the two sides got."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from moot.debate import JsonObject
from moot.formats.arena.setup import SIDES, SideName, other
from moot.formats.arena.state import State, Vote
from moot.rating.score import Part, is_outlier, leader, tally, weight


@dataclass(frozen=True, slots=True)
class Known:
    """A member as the deciding lapse was told of it."""

    handle: str
    score: int
    agreed: int
    settled: int

    @property
    def weight(self) -> Fraction:
        """What its vote weighs."""
        return weight(self.score, self.agreed, self.settled)


@dataclass(frozen=True, slots=True)
class Counted:
    """A judgment with all that the count makes of it."""

    vote: Vote
    weight: Fraction
    of_itself: bool
    """Whether a debater judged its own debate."""
    counts: bool
    against: int
    """How many of the others are for the other side."""
    others: int

    @property
    def outlier(self) -> bool:
        """Whether it contradicts nearly all others."""
        return self.counts and is_outlier(self.against, self.others)


@dataclass(frozen=True, slots=True)
class Count:
    """All judgments, and what they come to."""

    judgments: tuple[Counted, ...]
    parts: Mapping[SideName, Part]

    @property
    def votes(self) -> int:
        """How many judgments count."""
        return sum(part.votes for part in self.parts.values())

    @property
    def leader(self) -> SideName | None:
        """The side with more weight; None: a tie, or no votes."""
        return leader(self.parts)


def known_from(told: JsonObject) -> Mapping[str, Known]:
    """The members, from the facts of a lapse."""
    return {member: _known(each) for member, each in _facts(told, "standing").items() if isinstance(each, Mapping)}


def likes_from(told: JsonObject) -> Mapping[int, int]:
    """The likes by line, from the facts of a lapse; none where it was not told of any."""
    return {int(line): int(str(likes)) for line, likes in _facts(told, "likes").items()}


def counted(state: State, known: Mapping[str, Known]) -> Count:
    """The judgments of a debate, counted."""
    cast = [vote for vote in state.votes if _counts(state, vote)]
    heads: Counter[SideName] = Counter(vote.side for vote in cast)
    weighed: list[tuple[SideName, Fraction]] = [(vote.side, known[vote.judge].weight) for vote in cast]
    judgments = tuple(_counted(state, vote, known[vote.judge].weight, heads) for vote in state.votes)
    return Count(judgments, tally(weighed, SIDES))


def _counts(state: State, vote: Vote) -> bool:
    return state.terms.count_self or state.seat_of(vote.judge) is None


def _counted(state: State, vote: Vote, weight: Fraction, heads: Counter[SideName]) -> Counted:
    counts, of_itself = _counts(state, vote), state.seat_of(vote.judge) is not None
    others = heads.total() - 1 if counts else heads.total()
    return Counted(vote, weight, of_itself, counts, heads[other(vote.side)], others)


def _facts(told: JsonObject, what: str) -> JsonObject:
    facts = told["facts"]
    assert isinstance(facts, Mapping)
    named = facts.get(what, {})
    assert isinstance(named, Mapping)
    return named


def _known(told: JsonObject) -> Known:
    agreed, settled, score = (int(str(told[name])) for name in ("agreed", "settled", "score"))
    return Known(str(told["handle"]), score, agreed, settled)
