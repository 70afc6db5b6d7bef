"""Instant run-off: whoever has the fewest votes goes, and those votes go on to the next choice."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from moot.voting.decision import Decision, Round, decided
from moot.voting.plurality import first_choices, tops_of
from moot.voting.poll import Order, Poll, places
from moot.voting.ties import worst


def irv(poll: Poll) -> Decision:
    """Runs on until one is left, so that the order tells who fell when; a majority can no longer be lost on the way.

    Those who share the fewest votes go together if even all their votes would not reach the next one; otherwise the
    tie-break says who goes. If it cannot, nobody wins. The tallies are those of the first round.
    """
    left, fallen, rounds = poll.candidates, (), ()
    tallies = first_choices(poll, left)
    if not any(tallies.values()):
        return decided(poll, tallies, wins=False)
    while len(left) > 1:
        rounds = (*rounds, _round(poll, left))
        gone = rounds[-1].eliminated
        if not gone:
            break
        left = tuple(each for each in left if each not in gone)
        fallen = (gone, *fallen)
    return _told(poll, tallies, left, fallen, rounds)


def _told(
    poll: Poll, tallies: Mapping[str, Fraction], left: tuple[str, ...], fallen: Order, rounds: tuple[Round, ...]
) -> Decision:
    order = (*places(first_choices(poll, left)), *fallen)
    decision = decided(poll, tallies, wins=len(left) == 1, order=order)
    return replace(decision, rounds=rounds, tie=rounds[-1].tie if rounds else None)


def _round(poll: Poll, left: tuple[str, ...]) -> Round:
    tallies = first_choices(poll, left)
    exhausted = sum(not any(tops_of(ballot, left)) for ballot in poll.ballots)
    *others, fewest = places(tallies)
    if len(fewest) == 1:
        return Round(tallies, exhausted, fewest, "fewest votes")
    if others and sum(tallies[each] for each in fewest) < tallies[others[-1][0]]:
        return Round(tallies, exhausted, fewest, "fewest votes, and together fewer than the next")
    last, tie = worst(poll, fewest)
    if last is None:
        return Round(tallies, exhausted, (), "fewest votes shared, and no tie-break decides", tie)
    return Round(tallies, exhausted, (last,), "fewest votes shared, and last by the tie-break", tie)
