"""Weighted: plurality, in which a ballot counts as much as it weighs."""

from moot.voting.decision import Decision
from moot.voting.plurality import plurality
from moot.voting.poll import Poll


def weighted(poll: Poll) -> Decision:
    """The most weight of first choices wins; nobody does where all ballots together weigh nothing."""
    return plurality(poll.weighed())
