"""A vote: whoever the fewest voters hold worst wins."""

from fractions import Fraction

from moot.voting import Decision, Poll, decided


def veto(poll: Poll) -> Decision:
    """Counts for each candidate the ballots on which it is not last; who ranks nobody vetoes nobody."""
    tallies = {candidate: Fraction(len(poll.ballots)) for candidate in poll.candidates}
    for ballot in poll.ballots:
        ranked = [candidate for tier in ballot.tiers for candidate in tier]
        left_out = [candidate for candidate in poll.candidates if candidate not in ranked]
        last = left_out or list(ballot.tiers[-1] if ballot.tiers else ())
        for candidate in last if ballot.tiers else ():
            tallies[candidate] -= Fraction(1, len(last))
    return decided(poll, tallies, wins=any(ballot.tiers for ballot in poll.ballots))
