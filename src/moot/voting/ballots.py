"""What a voter hands in, and what is noted of a voter who handed in nothing."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

Tier = tuple[str, ...]
"""Candidates that are held equal."""


@dataclass(frozen=True, slots=True)
class Ballot:
    """One voter's view of the candidates.

    Candidates who are left out of a ranking stand together below all who are in it. Without `approves`, a ballot
    approves its first tier alone: whoever ranks all candidates has not thereby approved the worst of them. Without a
    `ranking`, those it approves are its first and only tier.

    >>> Ballot("ann", ranking=(("a",), ("b", "c"))).approved
    ('a',)
    >>> Ballot("bob", approves=("b", "c")).tiers
    (('b', 'c'),)
    """

    voter: str
    ranking: tuple[Tier, ...] = ()
    approves: tuple[str, ...] | None = None
    weight: Fraction = Fraction(1)
    """Read by the method `weighted` and by the pairwise matrix; with every other method a voter is a voter."""

    @property
    def tiers(self) -> tuple[Tier, ...]:
        if self.ranking or not self.approves:
            return self.ranking
        return (self.approves,)

    @property
    def first(self) -> Tier:
        """Whom the voter holds best; nobody where the ballot approves none and ranks none."""
        return self.tiers[0] if self.tiers else ()

    @property
    def approved(self) -> tuple[str, ...]:
        return self.first if self.approves is None else self.approves


@dataclass(frozen=True, slots=True)
class Absence:
    """A voter of whom there is no ballot. It stays in the electorate; an unreadable vote is an abstention."""

    voter: str
    why: Literal["abstained", "failed"]
    detail: str = ""


def ranked(voter: str, *candidates: str, weight: Fraction = Fraction(1)) -> Ballot:
    """A ballot that holds no two candidates equal, best first.

    >>> ranked("ann", "b", "a").ranking
    (('b',), ('a',))
    """
    return Ballot(voter, tuple((candidate,) for candidate in candidates), weight=weight)
