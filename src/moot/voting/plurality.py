"""Plurality: the most first choices win."""

from collections.abc import Collection, Iterator
from fractions import Fraction

from moot.voting.ballots import Ballot
from moot.voting.decision import Decision, decided
from moot.voting.poll import Poll


def plurality(poll: Poll) -> Decision:
    """The most first choices win, be they ever so few. Equal first choices share the voice of their ballot."""
    tallies = first_choices(poll, poll.candidates)
    return decided(poll, tallies, wins=any(tallies.values()))


def first_choices(poll: Poll, among: Collection[str]) -> dict[str, Fraction]:
    """What each of these candidates has, where every ballot counts for the best of them that it ranks."""
    tallies = poll.summed(
        (each, voice / len(tops)) for ballot, voice in poll.voices() for tops in tops_of(ballot, among) for each in tops
    )
    return {each: tally for each, tally in tallies.items() if each in among}


def tops_of(ballot: Ballot, among: Collection[str]) -> Iterator[tuple[str, ...]]:
    """The best tier of these candidates; nothing where the ballot ranks none of them."""
    tiers = (tuple(each for each in tier if each in among) for tier in ballot.tiers)
    first = next((tier for tier in tiers if tier), None)
    if first:
        yield first
