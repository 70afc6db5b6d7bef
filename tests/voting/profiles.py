"""Ballots in short, and polls of every kind."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from hypothesis import strategies as st

from moot.voting import Absence, Ballot, Result, Tier, count

NEUTRAL = ("pairwise", "approvals")
"""Tie-breaks that care for no name and no order."""


def tiers(text: str) -> tuple[Tier, ...]:
    """`a b=c d` is a, then b and c as equals, then d."""
    return tuple(tuple(tier.split("=")) for tier in text.split())


def cast(*groups: tuple[int, str]) -> list[Ballot]:
    """So many ballots of each ranking, from voters v0, v1, …"""
    rankings = [tiers(text) for times, text in groups for _ in range(times)]
    return [Ballot(f"v{place}", ranking) for place, ranking in enumerate(rankings)]


def absent(abstained: int = 0, failed: int = 0) -> list[Absence]:
    quiet = [Absence(f"quiet{each}", "abstained") for each in range(abstained)]
    return [*quiet, *(Absence(f"broken{each}", "failed") for each in range(failed))]


@dataclass(frozen=True)
class Asked:
    """A poll that has not been counted."""

    candidates: tuple[str, ...]
    ballots: tuple[Ballot, ...]
    absences: tuple[Absence, ...]

    def counted(self, method: str, tie_break: Sequence[str] = NEUTRAL) -> Result:
        return count(method, self.candidates, self.ballots, self.absences, tie_break)

    @property
    def speaking(self) -> int:
        """The ballots that rank somebody."""
        return sum(bool(ballot.tiers) for ballot in self.ballots)


@st.composite
def rankings(draw: st.DrawFn, candidates: Sequence[str]) -> tuple[Tier, ...]:
    """Anything from one name to all of them, with equals anywhere."""
    order = draw(st.permutations(candidates))[: draw(st.integers(1, len(candidates)))]
    found: list[Tier] = [(order[0],)]
    for each in order[1:]:
        if draw(st.booleans()):
            found.append((each,))
        else:
            found[-1] = (*found[-1], each)
    return tuple(found)


@st.composite
def ballots(draw: st.DrawFn, voter: str, candidates: Sequence[str]) -> Ballot:
    weight = Fraction(draw(st.integers(0, 6)), draw(st.integers(1, 4)))
    if draw(st.integers(0, 5)) == 0:
        approved = draw(st.lists(st.sampled_from(candidates), unique=True))
        return Ballot(voter, approves=tuple(approved), weight=weight)
    return Ballot(voter, draw(rankings(candidates)), weight=weight)


@st.composite
def polls(draw: st.DrawFn) -> Asked:
    """One to four candidates, up to seven ballots of any kind, up to two absences."""
    candidates = tuple("abcd"[: draw(st.integers(1, 4))])
    cast = [draw(ballots(f"v{place}", candidates)) for place in range(draw(st.integers(0, 7)))]
    return Asked(candidates, tuple(cast), tuple(absent(draw(st.integers(0, 1)), draw(st.integers(0, 1)))))
