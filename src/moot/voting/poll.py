"""A poll: the candidates, everybody who may vote, what they handed in, and how ties are to be broken."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from moot.voting.ballots import Absence, Ballot

Order = tuple[tuple[str, ...], ...]
"""Places, best first; those who share a place are tied."""


@dataclass(frozen=True, slots=True)
class Poll:
    """What a method counts."""

    candidates: tuple[str, ...]
    ballots: tuple[Ballot, ...]
    absences: tuple[Absence, ...] = ()
    tie_break: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    by_weight: bool = False

    @property
    def electorate(self) -> int:
        return len(self.ballots) + len(self.absences)

    def weighed(self) -> "Poll":
        """The same poll, in which a ballot counts as much as it weighs."""
        return replace(self, by_weight=True)

    def voices(self) -> Iterator[tuple[Ballot, Fraction]]:
        """The ballots, each with what it counts."""
        return ((ballot, Fraction(ballot.weight) if self.by_weight else Fraction(1)) for ballot in self.ballots)

    def summed(self, shares: Iterable[tuple[str, Fraction]]) -> dict[str, Fraction]:
        """Adds up what the candidates got, in the order of the candidates; who got nothing has 0."""
        sums = dict.fromkeys(self.candidates, Fraction())
        for candidate, share in shares:
            sums[candidate] += share
        return sums

    def check(self) -> None:
        """Raises ValueError for what no method could count."""
        if not self.candidates:
            raise ValueError("there are no candidates")
        _no_two(self.candidates, "the candidate {} is listed twice")
        _no_two([each.voter for each in (*self.ballots, *self.absences)], "the voter {} is counted twice")
        _known(self.given, self.candidates, "the given order")
        for ballot in self.ballots:
            self._check_ballot(ballot)

    def _check_ballot(self, ballot: Ballot) -> None:
        whose = f"the ballot of {ballot.voter!r}"
        if not ballot.ranking and ballot.approves is None:
            raise ValueError(f"{whose} says nothing: note an Absence instead")
        if () in ballot.ranking:
            raise ValueError(f"{whose} has an empty tier")
        if ballot.weight < 0:
            raise ValueError(f"{whose} weighs less than nothing")
        _known([candidate for tier in ballot.ranking for candidate in tier], self.candidates, whose)
        _known(ballot.approves or (), self.candidates, whose)


def places(tallies: Mapping[str, Fraction]) -> Order:
    """The candidates by what they got, most first.

    >>> places({"a": Fraction(1), "b": Fraction(2), "c": Fraction(1)})
    (('b',), ('a', 'c'))
    """
    steps = sorted(set(tallies.values()), reverse=True)
    return tuple(tuple(candidate for candidate, tally in tallies.items() if tally == step) for step in steps)


def _known(named: Sequence[str], candidates: Sequence[str], whose: str) -> None:
    for candidate in named:
        if candidate not in candidates:
            raise ValueError(f"{whose} names {candidate!r}, who is no candidate")
    _no_two(named, whose + " names {} twice")


def _no_two(names: Sequence[str], told: str) -> None:
    for name, times in Counter(names).items():
        if times > 1:
            raise ValueError(told.format(repr(name)))
