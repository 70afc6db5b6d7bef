"""Borda: points for places."""

from collections.abc import Iterator
from fractions import Fraction

from moot.voting.ballots import Ballot
from moot.voting.decision import Decision, decided
from moot.voting.poll import Poll


def borda(poll: Poll) -> Decision:
    """Of n candidates the first on a ballot gets n-1 points, the next n-2, the last 0; the most points win.

    Equals share the points of their places evenly, and so do those who are left out. A ballot that ranks nobody gives
    no points.
    """
    tallies = poll.summed(
        (each, voice * points) for ballot, voice in poll.voices() for each, points in _points(ballot, poll.candidates)
    )
    return decided(poll, tallies, wins=any(ballot.tiers for ballot in poll.ballots))


def _points(ballot: Ballot, candidates: tuple[str, ...]) -> Iterator[tuple[str, Fraction]]:
    if not ballot.tiers:
        return
    ranked = {each for tier in ballot.tiers for each in tier}
    below = len(candidates)
    for tier in (*ballot.tiers, tuple(each for each in candidates if each not in ranked)):
        below -= len(tier)
        # The places of a tier are worth below, below + 1, …: this is their mean.
        yield from ((each, below + Fraction(len(tier) - 1, 2)) for each in tier)
