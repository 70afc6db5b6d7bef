"""The methods by name, and the one way to count."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from moot.voting.approval import approval
from moot.voting.ballots import Absence, Ballot
from moot.voting.borda import borda
from moot.voting.condorcet import condorcet
from moot.voting.decision import Decision
from moot.voting.irv import irv
from moot.voting.majority import majority
from moot.voting.plurality import plurality
from moot.voting.poll import Poll
from moot.voting.result import Result, result
from moot.voting.ties import TIE_BREAKS
from moot.voting.unanimous import unanimous
from moot.voting.weighted import weighted

Vote: TypeAlias = Callable[[Poll], Decision]
"""A way to count: what it makes of a poll. Pure, and the same for ever, for whoever verifies a record counts anew."""
_METHODS: dict[str, Vote] = {
    "plurality": plurality,
    "majority": majority,
    "weighted": weighted,
    "approval": approval,
    "borda": borda,
    "condorcet": condorcet,
    "irv": irv,
    "unanimous": unanimous,
}
METHODS: Mapping[str, Vote] = MappingProxyType(_METHODS)
"""Every way to count that is known, ours and those that were admitted."""
FAIR = ("pairwise", "approvals", "given")
"""The tie-breaks that are used unless others are named: who was listed first is no reason to win."""


def count(
    method: str,
    candidates: Sequence[str],
    ballots: Sequence[Ballot],
    absences: Sequence[Absence] = (),
    tie_break: Sequence[str] = FAIR,
    given: Sequence[str] = (),
) -> Result:
    """Counts the ballots. What cannot be counted is a ValueError: a stranger on a ballot, a voter who comes twice.

    The rules of `tie_break` are tried in order; each goes on with those whom the one before it left. `given` is the
    order that the rule of that name goes by, best first. If no rule decides, nobody wins, and the tie is told.
    """
    for name in tie_break:
        if name not in TIE_BREAKS:
            raise ValueError(f"there is no tie-break {name!r}, only {', '.join(TIE_BREAKS)}")
    counted = known(method)
    poll = Poll(tuple(candidates), tuple(ballots), tuple(absences), tuple(tie_break), tuple(given))
    poll.check()
    return result(method, poll, counted(poll))


def admit(name: str, method: Vote) -> None:
    """Makes another way to count known under a name of its own; twice the same is no harm."""
    if _METHODS.setdefault(name, method) is not method:
        raise ValueError(f"there is a voting method {name!r} already")


def known(method: str) -> Vote:
    """The method of this name, or a ValueError."""
    if method not in METHODS:
        raise ValueError(f"there is no voting method {method!r}, only {', '.join(METHODS)}")
    return METHODS[method]
