"""Gates: the owner opens one, or shuts it for good, or sends the workshop back; silence never means yes."""

from dataclasses import replace
from typing import cast

from moot.debate import Entry, Json, Notice, Stamp
from moot.formats.workshop.setup import OWNER, Phase
from moot.formats.workshop.state import Deal, State


def gate_notice(state: State) -> Notice:
    """What the house says where a gate is shut: after which phase, and what there is to decide on."""
    assert state.phase is not None
    told: dict[str, Json] = {
        "phase": state.phase,
        "timeout": state.setup.gates.timeout,
        "candidates": [
            {
                "author": one.author,
                "version": one.best.line,
                "passed": one.best.passed,
                "total": one.best.total,
                "failing": list(one.best.failing),
            }
            for one in state.ranked
            if one.best is not None
        ],
        "rejections": state.rejections,
    }
    return Notice("gate_opened", told, stamp=Stamp(state.phase))


def shut(state: State, entry: Entry) -> State:
    """A gate waits for the owner."""
    kinds = ("APPROVAL", "REJECTION")
    deal = Deal(OWNER, "gate", kinds, entry.line, seconds=state.setup.gates.timeout)
    return replace(state, gate=entry.line).dealing([deal], entry.line, entry.at)


def opened(state: State, entry: Entry) -> State:
    """The workshop goes on."""
    return replace(state, gate=None, gated=True, deals=())


def refused(state: State, entry: Entry) -> State:
    """It ends, or goes back to the phase that was named."""
    state = replace(state, gate=None, deals=(), rejections=state.rejections + 1)
    back = entry.move.get("back_to")
    if back is None:
        return replace(state, ending="rejected")
    return replace(state, back_to=cast(Phase, back), gated=True)


def may_go_back(state: State) -> tuple[Phase, ...]:
    """The phases that a rejection may name: those held up to this one, while it was not sent back too often."""
    if state.phase is None or state.rejections >= state.setup.gates.rejections:
        return ()
    phases = state.setup.phases
    return tuple(phase for phase in phases[: phases.index(state.phase) + 1] if phase in state.held)
