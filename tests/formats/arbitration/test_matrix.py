"""The validation matrix: every state, every role, every kind, allowed and refused."""

from collections.abc import Callable

import pytest

from moot.formats.arbitration import format as arbitration
from moot.testing import Transcript
from tests.formats.arbitration.stages import KINDS, SEATS, answered, appealed, closed, fields, opened, resolved, stopped


def unmoved() -> Transcript:
    return Transcript.opened(arbitration, title="A plan", debate_type="general_debate")


def stopped_after_parking() -> Transcript:
    debate = stopped()
    debate.say("opponent", "CLAIM", content="A draft.", target=1)
    return debate


def stopped_on_proposer() -> Transcript:
    return stopped(answered())


STATES: dict[Callable[[], Transcript], tuple[str, str]] = {
    unmoved: ("UNMOVED", "proposer"),
    opened: ("AWAITING_OPPONENT", "opponent"),
    answered: ("AWAITING_PROPOSER", "proposer"),
    appealed: ("AWAITING_ARBITRATOR", "arbitrator"),
    resolved: ("AWAITING_ARBITRATOR", "arbitrator"),
    stopped: ("INTERVENTION_PENDING", "arbitrator"),
    stopped_on_proposer: ("INTERVENTION_PENDING", "arbitrator"),
    stopped_after_parking: ("INTERVENTION_PENDING", "arbitrator"),
    closed: ("CLOSED", ""),
}

ALLOWED: dict[tuple[Callable[[], Transcript], str, str], str] = {
    (unmoved, "proposer", "MOTION"): "AWAITING_OPPONENT",
    (opened, "opponent", "CLAIM"): "AWAITING_PROPOSER",
    (opened, "arbitrator", "INTERVENTION"): "INTERVENTION_PENDING",
    (answered, "proposer", "CLAIM"): "AWAITING_OPPONENT",
    (answered, "proposer", "APPEAL"): "AWAITING_ARBITRATOR",
    (answered, "proposer", "RESOLUTION"): "AWAITING_ARBITRATOR",
    (answered, "arbitrator", "INTERVENTION"): "INTERVENTION_PENDING",
    (appealed, "arbitrator", "RULING"): "AWAITING_PROPOSER",
    (resolved, "arbitrator", "RULING"): "AWAITING_PROPOSER",
    (stopped, "arbitrator", "RULING"): "AWAITING_PROPOSER",
    (stopped, "opponent", "CLAIM"): "INTERVENTION_PENDING",
    (stopped_on_proposer, "arbitrator", "RULING"): "AWAITING_PROPOSER",
    (stopped_on_proposer, "proposer", "CLAIM"): "INTERVENTION_PENDING",
    (stopped_after_parking, "arbitrator", "RULING"): "AWAITING_PROPOSER",
}
"""The cells of the matrix that are allowed, and the state each leads to. All others are refused."""

CELLS = [(stage, seat, kind) for stage in STATES for seat in SEATS for kind in KINDS]


@pytest.mark.parametrize(("stage", "seat", "kind"), CELLS)
def test_each_cell_is_allowed_or_refused(stage: Callable[[], Transcript], seat: str, kind: str):
    debate = stage()
    status, floor = STATES[stage]
    assert debate.status == status
    leads_to = ALLOWED.get((stage, seat, kind))
    if leads_to is not None:
        assert kind in debate.position.allowed(seat)
        debate.say(seat, kind, **fields(kind))
        assert debate.status == leads_to
        return
    before = debate.position
    refusal = debate.refuse("ACTION_NOT_ALLOWED", seat, kind, **fields(kind))
    assert refusal.fields == {"current_state": status, "allowed_roles": [floor] if floor else []}
    assert kind not in debate.position.allowed(seat)
    assert debate.position is before


@pytest.mark.parametrize("stage", [appealed, resolved, stopped], ids=lambda stage: stage.__name__)
def test_a_ruling_may_close_wherever_one_is_due(stage: Callable[[], Transcript]):
    debate = stage()
    ruling = debate.say("arbitrator", "RULING", content="Over.", close=True)
    assert debate.status == "CLOSED"
    assert debate.position.ended
    assert debate.entries[-1].move == {
        "ending": "closed_by_ruling",
        "result": {"ruling": ruling.line, "rounds": debate.position.state.rounds},
        "awards": [],
    }


@pytest.mark.parametrize("stage", STATES, ids=lambda stage: stage.__name__)
def test_a_role_that_does_not_exist_is_invalid_in_every_state(stage: Callable[[], Transcript]):
    refusal = stage().refuse("INVALID_INPUT", "referee", "CLAIM", content="Me!", target=1)
    assert refusal.suggestion == "Its roles are: proposer, opponent, arbitrator."


def test_a_refusal_says_whom_to_wait_for_or_what_would_be_allowed():
    assert opened().refuse("ACTION_NOT_ALLOWED", "proposer", "CLAIM", content="I.", target=1).told() == {
        "code": "ACTION_NOT_ALLOWED",
        "message": "Role 'proposer' cannot make a CLAIM in state 'AWAITING_OPPONENT'.",
        "current_state": "AWAITING_OPPONENT",
        "allowed_roles": ["opponent"],
        "suggestion": "Wait for opponent to move.",
    }
    refusal = answered().refuse("ACTION_NOT_ALLOWED", "arbitrator", "RULING", content="Now.")
    assert refusal.suggestion == "Now arbitrator may make: INTERVENTION."
    refusal = closed().refuse("ACTION_NOT_ALLOWED", "proposer", "CLAIM", content="But.", target=1)
    assert refusal.suggestion == "The debate is over and can only be read."
