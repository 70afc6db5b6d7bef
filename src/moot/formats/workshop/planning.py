"""How work is planned: by one for all (CPDE), by each for itself and then agreed (DPDE), or as the task suggests."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

PlanningStyle: TypeAlias = Literal["cpde", "dpde", "adaptive"]
Settled: TypeAlias = Literal["cpde", "dpde"]

ROUNDS = 2
"""How often plans are made and talked about before work begins, agreed or not."""
MANY_SEATS = 7
"""From here on negotiating costs more than it brings: each round is a word of each about the plans of all others."""
MANY_CONCERNS = 4
LONG_TASK = 1500
"""Characters."""


@dataclass(frozen=True, slots=True)
class TaskFacts:
    """What can be counted about a task and those who work on it."""

    seats: int
    authors: int
    concerns: int
    size: int
    """Characters of the task."""
    repo: bool
    """Whether there is code already that changes must fit into."""
    topology: str


@dataclass(frozen=True, slots=True)
class Choice:
    """The style that is used, and why."""

    style: Settled
    reason: str


@dataclass(frozen=True, slots=True)
class _Weighing:
    """One fact, and the words for it on either side."""

    central: Callable[[TaskFacts], bool]
    for_one_plan: str
    for_own_plans: str

    def told(self, facts: TaskFacts) -> str:
        words = self.for_one_plan if self.central(facts) else self.for_own_plans
        return words.format(f=facts)


_WEIGHED = (
    _Weighing(
        lambda facts: facts.seats >= MANY_SEATS,
        "{f.seats} seats are too many to negotiate",
        "{f.seats} seats can negotiate",
    ),
    _Weighing(
        lambda facts: facts.concerns >= MANY_CONCERNS,
        "{f.concerns} concerns must be brought together",
        "there are no more than {f.concerns} concerns",
    ),
    _Weighing(
        lambda facts: facts.size >= LONG_TASK,
        "the task is long ({f.size} characters)",
        "the task is short ({f.size} characters)",
    ),
    _Weighing(
        lambda facts: facts.repo,
        "changes must fit into code that is there",
        "there is no code yet to fit into",
    ),
    _Weighing(
        lambda facts: facts.topology != "mesh",
        "a {f.topology} has somebody whom the others follow or wait for",
        "in a mesh everybody hears everybody",
    ),
)
"""An odd number of facts, one voice each: there is no tie."""


def chosen(style: PlanningStyle, facts: TaskFacts) -> Choice:
    """The style as it was set; where it is to adapt, the one that more of the facts speak for.

    >>> chosen("adaptive", TaskFacts(6, 2, 3, 200, False, "star")).style
    'dpde'
    """
    if style != "adaptive":
        return Choice(style, f"{style}: the set-up says so.")
    if facts.authors < 2:
        return Choice("cpde", f"cpde: with {facts.authors} author there is nobody to negotiate with.")
    central = [weighed for weighed in _WEIGHED if weighed.central(facts)]
    own = [weighed for weighed in _WEIGHED if weighed not in central]
    if len(central) > len(own):
        return Choice("cpde", _reason("cpde", central, own, facts))
    return Choice("dpde", _reason("dpde", own, central, facts))


def _reason(style: Settled, speak_for: list[_Weighing], against: list[_Weighing], facts: TaskFacts) -> str:
    pro = "; ".join(weighed.told(facts) for weighed in speak_for)
    contra = "; ".join(weighed.told(facts) for weighed in against)
    return f"{style}: {pro}." + (f" Against it: {contra}." if contra else "")


@dataclass(frozen=True, slots=True)
class Stance:
    """What an author said to the plans of the others: it accepts them, or asks some for a change."""

    seat: str
    accepts: bool
    asks: tuple[str, ...] = ()
    """The seats whose plan it wants changed."""


@dataclass(frozen=True, slots=True)
class Negotiated:
    """Where a negotiation stands after a round."""

    agreed: bool
    """Whether every author accepts; one who said nothing did not."""
    over: bool
    """Whether work begins: all agree, nobody asks for anything, or the rounds are used up."""
    revising: tuple[str, ...]
    """Who plans again; nobody when it is over."""
    open: tuple[str, ...]
    """Whose plans somebody still wants changed."""
    silent: tuple[str, ...]
    """Authors who said nothing."""


def negotiated(authors: Iterable[str], stances: Iterable[Stance], round: int, rounds: int = ROUNDS) -> Negotiated:
    """Where a negotiation stands after its round, counted from 1. What is asked of somebody else does not count."""
    planning = tuple(authors)
    said = [stance for stance in stances if stance.seat in planning]
    asked = {seat for stance in said if not stance.accepts for seat in stance.asks if seat != stance.seat}
    wanted = tuple(seat for seat in planning if seat in asked)
    silent = tuple(seat for seat in planning if seat not in {stance.seat for stance in said})
    agreed = not silent and all(stance.accepts for stance in said)
    over = not wanted or round >= rounds
    return Negotiated(agreed, over, () if over else wanted, wanted, silent)
