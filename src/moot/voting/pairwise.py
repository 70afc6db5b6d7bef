"""Head to head: how many prefer one candidate to another."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from moot.voting.ballots import Ballot
from moot.voting.poll import Poll


@dataclass(frozen=True, slots=True)
class Preferring:
    """Those who prefer one candidate to another: how many they are, and what they weigh together."""

    heads: int
    weight: Fraction


Pairwise = Mapping[str, Mapping[str, Preferring]]
"""`pairwise["a"]["b"]` are those who prefer a to b. Whoever holds them equal is on neither side."""


def pairwise(poll: Poll) -> Pairwise:
    """Everybody against everybody else. Who is ranked is preferred to who is not."""
    ranked = [(_ranks(ballot), Fraction(ballot.weight)) for ballot in poll.ballots]

    def preferring(one: str, other: str) -> Preferring:
        weights = [weight for ranks, weight in ranked if _is_before(ranks, one, other)]
        return Preferring(len(weights), sum(weights, Fraction()))

    return {
        one: {other: preferring(one, other) for other in poll.candidates if other != one} for one in poll.candidates
    }


def margins(poll: Poll) -> Mapping[str, Mapping[str, Fraction]]:
    """By how much each candidate is ahead of each other, as the poll counts voices; negative where it is behind."""
    table = pairwise(poll)

    def ahead(one: str, other: str) -> Fraction:
        by, against = table[one][other], table[other][one]
        return by.weight - against.weight if poll.by_weight else Fraction(by.heads - against.heads)

    return {one: {other: ahead(one, other) for other in table[one]} for one in table}


def _ranks(ballot: Ballot) -> dict[str, int]:
    return {candidate: place for place, tier in enumerate(ballot.tiers) for candidate in tier}


def _is_before(ranks: Mapping[str, int], one: str, other: str) -> bool:
    unranked = len(ranks)
    return ranks.get(one, unranked) < ranks.get(other, unranked)
