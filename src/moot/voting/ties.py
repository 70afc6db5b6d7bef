"""Breaking ties: rules that are stated beforehand, tried one after the other, and never drawn by lot."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from moot.voting.pairwise import margins
from moot.voting.poll import Order, Poll, places

Merits = Mapping[str, Fraction]
"""How well a rule thinks of each of the tied: more is better."""
TieBreak = Callable[[Poll, Sequence[str]], Merits]


@dataclass(frozen=True, slots=True)
class Tie:
    """Who was tied, and which rule decided; None where none did."""

    candidates: tuple[str, ...]
    by: str | None


def _pairwise(poll: Poll, tied: Sequence[str]) -> Merits:
    """Who beats each of the others is best, who loses to each of them is worst."""
    table = margins(poll)

    def merit(one: str) -> Fraction:
        ahead = [table[one][other] for other in tied if other != one]
        return Fraction(all(margin > 0 for margin in ahead) - all(margin < 0 for margin in ahead))

    return {one: merit(one) for one in tied}


def _approvals(poll: Poll, tied: Sequence[str]) -> Merits:
    """Who is approved by more is better."""
    counted = poll.summed((each, voice) for ballot, voice in poll.voices() for each in ballot.approved)
    return {each: counted[each] for each in tied}


def _given(poll: Poll, tied: Sequence[str]) -> Merits:
    """Who comes earlier in the order that the caller gave is better; whom it leaves out comes last."""
    return _by_order(poll.given, tied)


def _first(poll: Poll, tied: Sequence[str]) -> Merits:
    """Who comes earlier among the candidates is better."""
    return _by_order(poll.candidates, tied)


def _by_order(order: Sequence[str], tied: Sequence[str]) -> Merits:
    return {each: Fraction(-order.index(each) if each in order else -len(order)) for each in tied}


TIE_BREAKS: Mapping[str, TieBreak] = {
    "pairwise": _pairwise,
    "approvals": _approvals,
    "given": _given,
    "first": _first,
}


def best(poll: Poll, tied: Sequence[str]) -> tuple[str | None, Tie | None]:
    """The one whom the rules put first; a tie is told where there was more than one to choose from."""
    return _narrowed(poll, tied, lambda order: order[0])


def worst(poll: Poll, tied: Sequence[str]) -> tuple[str | None, Tie | None]:
    """The one whom the rules put last."""
    return _narrowed(poll, tied, lambda order: order[-1])


def _narrowed(
    poll: Poll, tied: Sequence[str], keep: Callable[[Order], tuple[str, ...]]
) -> tuple[str | None, Tie | None]:
    if len(tied) == 1:
        return tied[0], None
    left = tuple(tied)
    for name in poll.tie_break:
        left = keep(places(TIE_BREAKS[name](poll, left)))
        if len(left) == 1:
            return left[0], Tie(tuple(tied), name)
    return None, Tie(tuple(tied), None)
