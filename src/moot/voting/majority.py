"""Majority: more than half of everybody who could vote."""

from fractions import Fraction

from moot.voting.decision import Decision, decided, needed
from moot.voting.plurality import first_choices
from moot.voting.poll import Poll

HALF = Fraction(1, 2)


def majority(poll: Poll) -> Decision:
    """Whoever is the first choice of more than half of the electorate, or nobody: 1 of 2 is no majority."""
    tallies = first_choices(poll, poll.candidates)
    threshold = needed(poll, tallies, HALF, at_least=False)
    return decided(poll, tallies, wins=threshold.met, threshold=threshold)
