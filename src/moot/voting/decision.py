"""What a method makes of a poll."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from moot.voting.poll import Order, Poll, places
from moot.voting.ties import Tie, best


@dataclass(frozen=True, slots=True)
class Threshold:
    """A share of the electorate that is needed, and whether it was reached."""

    share: Fraction
    at_least: bool
    """Whether the share itself suffices; otherwise it takes more."""
    reached: Fraction
    """The share of whoever came first; 0 where there is no electorate."""
    met: bool


@dataclass(frozen=True, slots=True)
class Round:
    """One round of a run-off: what those who were left had, and who had to go."""

    tallies: Mapping[str, Fraction]
    exhausted: int
    """Ballots that rank nobody who is left."""
    eliminated: tuple[str, ...]
    """Nobody where the fewest were shared and no tie-break decided: the run-off ended there."""
    why: str
    tie: Tie | None = None


@dataclass(frozen=True, slots=True)
class Fallback:
    """Another method decided, because of these candidates."""

    method: str
    why: Literal["cycle", "tie"]
    candidates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """How a poll came out by one method."""

    tallies: Mapping[str, Fraction]
    order: Order
    winner: str | None
    runner_up: str | None
    tie: Tie | None
    threshold: Threshold | None = None
    rounds: tuple[Round, ...] = ()
    fallback: Fallback | None = None


def decided(
    poll: Poll,
    tallies: Mapping[str, Fraction],
    *,
    wins: bool,
    order: Order | None = None,
    threshold: Threshold | None = None,
) -> Decision:
    """The decision by these tallies. Only if the first place `wins` is there a winner, and then a runner-up."""
    ranked = places(tallies) if order is None else order
    if not wins:
        return Decision(tallies, ranked, None, None, None, threshold)
    winner, tie = best(poll, ranked[0])
    return Decision(tallies, ranked, winner, _second(poll, ranked, winner), tie, threshold)


def needed(poll: Poll, tallies: Mapping[str, Fraction], share: Fraction, *, at_least: bool) -> Threshold:
    """Whether the most that anybody got is so large a share of the electorate, absences included."""
    most = max(tallies.values())
    wanted = share * poll.electorate
    met = most > wanted or (at_least and most == wanted and most > 0)
    return Threshold(share, at_least, most / poll.electorate if poll.electorate else Fraction(), met)


def _second(poll: Poll, order: Order, winner: str | None) -> str | None:
    if winner is None:
        return None
    rest = [tuple(each for each in place if each != winner) for place in order]
    following = next((place for place in rest if place), None)
    return best(poll, following)[0] if following else None
