"""How a workshop ends, and what it came to."""

from moot.debate import Json, Outcome
from moot.formats.workshop.state import Candidate, State, mean
from moot.formats.workshop.table import following
from moot.formats.workshop.tally import counted


def outcome(state: State) -> Outcome | None:
    """`decided` or `contested` by the vote; `rejected` or `gate_timed_out` at a gate; `cancelled` by the owner.

    `unvoted` where nobody votes, `failed` without a candidate.
    """
    if state.ending is not None:
        return Outcome(state.ending, {"phase": state.phase, **_so_far(state)})
    if state.task is None or not state.idle or state.gate is not None:
        return None
    if state.phase is not None and state.phase in state.setup.gates.after and not state.gated:
        return None
    if following(state) is not None:
        return None
    if state.phase == "convergence":
        return None if state.tallied is None else _voted(state)
    return Outcome("unvoted" if state.standing else "failed", {"phase": state.phase, **_so_far(state)})


def _voted(state: State) -> Outcome:
    result, _ = counted(state)
    told: dict[str, Json] = {
        "winner": result.winner,
        "runner_up": result.runner_up,
        "method": result.method,
        "consensus": result.consensus,
        "alone": result.alone,
        "support": str(result.support),
        "tallied": state.tallied,
    }
    if result.winner is not None:
        told |= _candidate(state.candidate(result.winner))
    return Outcome("decided" if result.winner is not None else "contested", {**told, **_so_far(state)})


def _candidate(candidate: Candidate) -> dict[str, Json]:
    best = candidate.best
    assert best is not None
    return {
        "version": best.line,
        "passed": best.passed,
        "total": best.total,
        "held": best.held,
        "attacked": best.attacked,
        "score": mean(candidate.scores),
    }


def _so_far(state: State) -> dict[str, Json]:
    return {
        "phases": list(state.held),
        "candidates": [one.author for one in state.ranked],
        "best_tested": state.ranked[0].author if state.ranked else None,
        "out": list(state.out),
    }
