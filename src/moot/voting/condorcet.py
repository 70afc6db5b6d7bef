"""Condorcet: whoever beats everybody else head to head; where nobody does, Borda decides and the decision says so."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate

from moot.voting.borda import borda
from moot.voting.decision import Decision, Fallback, decided
from moot.voting.pairwise import margins
from moot.voting.poll import Poll, places

_Table = Mapping[str, Mapping[str, Fraction]]


def condorcet(poll: Poll) -> Decision:
    """Whoever is preferred to each other candidate by more voters than prefer the other.

    The tallies are wins, an even match being half of one. Where nobody beats everybody, Borda counts all candidates
    (Black's method): the tallies are then Borda's.
    """
    table = margins(poll)
    tallies = {one: sum((_win(margin) for margin in row.values()), Fraction()) for one, row in table.items()}
    champion = any(all(margin > 0 for margin in row.values()) for row in table.values())
    voted = any(ballot.tiers for ballot in poll.ballots)
    if champion or not voted:
        return decided(poll, tallies, wins=voted)
    return replace(borda(poll), fallback=_fallback(table, tallies))


def _win(margin: Fraction) -> Fraction:
    return Fraction((margin > 0) - (margin < 0) + 1, 2)


def _fallback(table: _Table, tallies: Mapping[str, Fraction]) -> Fallback:
    top = _unbeaten(table, tallies)
    beaten = {one: _beaten_in_the_end(table, one) for one in top}
    cycle = tuple(one for one in top if one in beaten[one])
    return Fallback("borda", "cycle", cycle) if cycle else Fallback("borda", "tie", top)


def _unbeaten(table: _Table, tallies: Mapping[str, Fraction]) -> tuple[str, ...]:
    """The smallest group of whom each beats everybody outside (the Smith set)."""
    # Who is in has more wins than who is out, so the group is a first few of the places.
    firsts = accumulate(places(tallies))
    top = next(group for group in firsts if _beats_the_rest(table, group))
    return tuple(one for one in table if one in top)


def _beats_the_rest(table: _Table, group: tuple[str, ...]) -> bool:
    return all(margin > 0 for one in group for other, margin in table[one].items() if other not in group)


def _beaten_in_the_end(table: _Table, start: str) -> set[str]:
    """Everybody whom a chain of wins leads to."""
    found: set[str] = set()
    chain = [start]
    while chain:
        here = chain.pop()
        chain += [other for other, margin in table[here].items() if margin > 0 and other not in found]
        found.update(chain)
    return found
