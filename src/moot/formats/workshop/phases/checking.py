"""Checks at hook points: when the work of a phase is done, what stands is checked before anything else happens."""

from dataclasses import replace
from math import ceil

from moot.debate import Entry, called_on
from moot.formats.workshop.dealing import dealt
from moot.formats.workshop.setup import Workshop
from moot.formats.workshop.state import Candidate, Deal, State
from moot.formats.workshop.tally import counted

CHECK = "check"
"""The name of the turn."""
TOGETHER = 5
"""How many times the time of one check all checks of a version may take together."""
_STARTING = 30


def hooked(state: State, entry: Entry) -> State:
    """With the checks dealt that are due after this phase, if its work is done."""
    runners = state.doing("execute")
    if not runners or not _due(state):
        return state
    deals = [_check(state, one, runners[n % len(runners)]) for n, one in enumerate(_unchecked(state))]
    return dealt(replace(state, hooked=True), entry, *deals)


def heard(state: State, deal: Deal, entry: Entry) -> State:
    """A version is checked; what was found is there to be read, and decides nothing by itself."""
    version = state.candidate(str(deal.thread)).version(deal.answers)
    return state.with_version(replace(version, checked=entry.line))


def _due(state: State) -> bool:
    agreed = state.setup.checks
    if agreed is None or state.phase not in agreed.after or state.hooked or not state.idle:
        return False
    if state.gate is not None or state.gated or state.closed:
        return False
    return state.phase != "convergence" or state.tallied is not None


def _unchecked(state: State) -> tuple[Candidate, ...]:
    """The best versions that nobody checked yet; after the vote that of the winner, if there is one."""
    winner = counted(state)[0].winner if state.phase == "convergence" else None
    standing = (one for one in state.standing if winner in (None, one.author))
    return tuple(one for one in standing if one.best is not None and one.best.checked is None)


def _check(state: State, candidate: Candidate, seat: str) -> Deal:
    """Without a job: who cannot check is not put out for it, and nobody checks in its place."""
    assert candidate.best is not None
    return Deal(seat, CHECK, ("FINDINGS",), candidate.best.line, candidate.author, seconds=_seconds(state.setup, seat))


def _seconds(setup: Workshop, seat: str) -> int | None:
    if seat not in called_on(setup.players):
        return None
    assert setup.checks is not None
    return max(setup.timeout_per_turn, ceil(setup.checks.timeout * TOGETHER) + _STARTING)
