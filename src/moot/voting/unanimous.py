"""Unanimous: everybody, or nobody."""

from fractions import Fraction

from moot.voting.decision import Decision, decided, needed
from moot.voting.poll import Poll


def unanimous(poll: Poll) -> Decision:
    """Whoever is held best, alone or with equals, by everybody who could vote. An absence agrees with nothing."""
    tallies = poll.summed((each, voice) for ballot, voice in poll.voices() for each in ballot.first)
    threshold = needed(poll, tallies, Fraction(1), at_least=True)
    return decided(poll, tallies, wins=threshold.met, threshold=threshold)
