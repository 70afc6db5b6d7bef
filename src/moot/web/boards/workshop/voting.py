"""The vote: ballots, points as bars, the table of pairs, and in words how it was counted."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from moot.web.boards.workshop.bench import Bench
from moot.web.seats import seat_name
from moot.web.words import listed

METHODS: Mapping[str, str] = {
    "plurality": "Plurality",
    "majority": "Majority",
    "weighted": "Weighted votes",
    "approval": "Approval",
    "borda": "Borda",
    "condorcet": "Condorcet",
    "irv": "Instant run-off",
    "unanimous": "Unanimity",
}
_COUNTED: Mapping[str, str] = {
    "plurality": "first choices",
    "majority": "first choices",
    "weighted": "weight of first choices",
    "approval": "approvals",
    "borda": "points",
    "condorcet": "pairs won",
    "irv": "voices in the last round",
    "unanimous": "first choices",
}
_TIES: Mapping[str, str] = {
    "pairwise": "more voters prefer it to the other",
    "approvals": "more voters approve of it",
    "given": "it passed more when all candidates ran the same tests",
    "first": "it stands first in the cast",
}


@dataclass(frozen=True, slots=True)
class Bar:
    """What the method counted for one candidate."""

    name: str
    amount: str
    share: int
    """Of the highest, in percent."""
    won: bool


@dataclass(frozen=True, slots=True)
class Pair:
    """How many prefer the one of the row to the one of the column; and the other way round."""

    other: str
    ahead: int | None
    behind: int | None

    @property
    def standing(self) -> str:
        """won, lost or even; empty for a candidate and itself."""
        if self.ahead is None or self.behind is None:
            return ""
        return "won" if self.ahead > self.behind else "lost" if self.ahead < self.behind else "even"


@dataclass(frozen=True, slots=True)
class Poll:
    """The whole vote."""

    method: str
    reason: str
    counted: str
    line: int | None
    bars: tuple[Bar, ...]
    pairs: tuple[tuple[str, tuple[Pair, ...]], ...]
    ballots: tuple[Mapping[str, Any], ...]
    weights: Mapping[str, str]
    rounds: Sequence[Mapping[str, Any]]
    words: tuple[str, ...]
    """Fallback, tie, threshold, absences: a sentence each."""


def poll(found: Bench) -> Poll | None:
    """The vote once it was counted."""
    tally: Mapping[str, Any] | None = found.result["tally"]
    if tally is None:
        return None
    method = str(tally["method"])
    counted_by = tally["fallback"]["method"] if tally["fallback"] else method
    lines = [one.seq for one in found.context.arguments if one.type == "tallied"]
    return Poll(
        method=METHODS.get(method, method),
        reason=str(tally["reason"]),
        counted=_COUNTED.get(str(counted_by), "counted"),
        line=lines[-1] if lines else None,
        bars=tuple(_bars(tally)),
        pairs=tuple(_pairs(tally["pairwise"])),
        ballots=tuple(found.result["votes"]),
        weights={voter: number(weight) for voter, weight in tally["weights"].items()},
        rounds=tally["rounds"] or (),
        words=tuple(_words(tally)),
    )


def number(amount: str) -> str:
    """A fraction as people read it.

    >>> number("5"), number("7/2"), number("1/3")
    ('5', '3.5', '0.33')
    """
    value = Fraction(amount)
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.2f}".rstrip("0")


def _bars(tally: Mapping[str, Any]) -> Iterator[Bar]:
    counted = {name: Fraction(amount) for name, amount in tally["tallies"].items()}
    most = max(counted.values(), default=Fraction(0))
    places = [name for place in tally["order"] for name in place if name in counted]
    for name in dict.fromkeys((*places, *counted)):
        share = 0 if most <= 0 else round(100 * max(counted[name], Fraction(0)) / most)
        yield Bar(name, number(tally["tallies"][name]), share, name == tally["winner"])


def _pairs(told: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> Iterator[tuple[str, tuple[Pair, ...]]]:
    for one in told:
        yield one, tuple(Pair(other, _heads(told, one, other), _heads(told, other, one)) for other in told)


def _heads(told: Mapping[str, Mapping[str, Mapping[str, Any]]], one: str, other: str) -> int | None:
    found = told.get(one, {}).get(other)
    return None if found is None or one == other else int(found["heads"])


def _words(tally: Mapping[str, Any]) -> Iterator[str]:
    if (fallback := tally["fallback"]) is not None:
        yield f"It fell back to {METHODS.get(fallback['method'], fallback['method'])}: {fallback['why']}."
    if (tie := tally["tie"]) is not None:
        yield _tied(tie, tally["winner"])
    if (threshold := tally["threshold"]) is not None:
        met = "was reached" if threshold["met"] else "was not reached"
        yield f"The threshold of {percent(threshold['share'])} {met}: {percent(threshold['reached'])}."
    if tally["alone"]:
        yield "A single voter decided, who agrees with nobody."
    elif tally["consensus"]:
        yield "Everybody holds the winner best."
    missing = [f"{tally[how]} {how}" for how in ("abstained", "failed") if tally[how]]
    absent = f"; {listed(missing)}" if missing else ""
    yield f"{tally['voted']} of {tally['electorate']} voted{absent}. {percent(tally['support'])} hold the first best."


def _tied(tie: Mapping[str, Any], winner: str | None) -> str:
    names = listed([seat_name(name) for name in tie["candidates"]])
    if tie["by"] is None or winner is None:
        return f"{names} were tied, and nothing broke the tie."
    return f"{names} were tied. {seat_name(winner)} won the tie: {_TIES.get(tie['by'], tie['by'])}."


def percent(share: str) -> str:
    """A share as people read it.

    >>> percent("2/3"), percent("1")
    ('67 %', '100 %')
    """
    return f"{round(100 * Fraction(share))} %"
