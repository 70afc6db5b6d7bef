"""Approval: a ballot counts in full for everybody it approves."""

from moot.voting.decision import Decision, decided
from moot.voting.poll import Poll


def approval(poll: Poll) -> Decision:
    """The most approvals win; nobody does where no ballot approves anybody."""
    tallies = poll.summed((each, voice) for ballot, voice in poll.voices() for each in ballot.approved)
    return decided(poll, tallies, wins=any(tallies.values()))
