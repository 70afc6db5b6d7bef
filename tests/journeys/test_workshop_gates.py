"""Gates of workshops in a real house: every way that one ends, and a restart while it is shut."""

from pathlib import Path
from typing import Any

import pytest

from moot.debate import ActionNotAllowed
from moot.desk import OWNER
from tests.support.cast import said
from tests.support.company import Company, company, confined

pytestmark = [pytest.mark.journey, pytest.mark.usefixtures("confined")]

__all__ = ["confined"]

SHORT: dict[str, Any] = {
    "cast": ["generator", "executor", "judge"],
    "off": ["planning", "self_evolvement", "critique", "review", "optimization", "adversarial"],
    "seats": {"owner": "human"},
}
GATED = {**SHORT, "gates": ["proposal"]}


async def at_the_gate(house: Company, **agreed: Any) -> str:
    """A workshop that waits for its owner."""
    debate = await house.opens(**{**GATED, **agreed})
    assert await house.until(debate, lambda state: state.startswith("gate_after")) == "gate_after_proposal"
    gates = await house.desk.gates(OWNER, debate)
    assert (gates.pending, gates.may_go_back_to) == (True, ["proposal"])
    (shut,) = [gate for gate in gates.gates if gate.decision == "pending"]
    assert [each["passed"] for each in shut.artifacts] == [1]
    return debate


async def test_an_approved_gate_lets_the_workshop_go_on():
    async with company() as house:
        debate = await at_the_gate(house)
        await house.desk.approve(OWNER, debate, reason="Go on.")
        done = await house.ended(debate)
        assert (done.ending, done.phases) == ("decided", ["proposal", "convergence"])
        (gate,) = (await house.desk.gates(OWNER, debate)).gates
        assert (gate.decision, gate.reviewer, gate.reason) == ("approved", "owner", "Go on.")
        with pytest.raises(ActionNotAllowed):
            await house.desk.approve(OWNER, debate)


async def test_a_rejected_gate_ends_the_workshop():
    async with company() as house:
        debate = await at_the_gate(house)
        await house.desk.reject(OWNER, debate, reason="It must not block.")
        done = await house.ended(debate)
        assert (done.ending, done.winner, done.phases) == ("rejected", None, ["proposal"])


async def test_a_rejected_gate_sends_the_workshop_back_as_often_as_was_agreed():
    async with company({"propose": said.Proposal(summary="s", rationale="r", confidence=1)}) as house:
        gates = {"after": ["self_evolvement"], "rejections": 1}
        off = [phase for phase in SHORT["off"] if phase != "self_evolvement"]
        debate = await house.opens(**{**SHORT, "gates": gates, "off": off})
        await house.until(debate, lambda state: state.startswith("gate_after"))
        await house.desk.reject(OWNER, debate, reason="Once more.", back_to="self_evolvement")
        await house.until(debate, lambda state: state.startswith("gate_after"))
        assert (await house.desk.gates(OWNER, debate)).may_go_back_to == []
        await house.desk.approve(OWNER, debate)
        done = await house.ended(debate)
        assert done.phases == ["self_evolvement", "self_evolvement", "proposal", "convergence"]
        assert (done.ending, len(done.of("ATTEMPT"))) == ("decided", 2)
        decided = [gate.decision for gate in (await house.desk.gates(OWNER, debate)).gates]
        assert decided == ["rejected", "approved"]


async def test_silence_at_a_gate_never_means_yes():
    async with company() as house:
        debate = await house.opens(**{**GATED, "gates": {"after": ["proposal"], "timeout": 1}})
        done = await house.ended(debate)
        assert (done.ending, done.winner) == ("gate_timed_out", None)
        (gate,) = (await house.desk.gates(OWNER, debate)).gates
        assert (gate.decision, gate.reviewer) == ("timed_out", None)


async def test_a_gate_stays_shut_over_a_restart_while_other_workshops_go_on(tmp_path: Path):
    database = str(tmp_path / "moot.db")
    async with company(database=database) as house:
        debate = await at_the_gate(house)
        assert (await house.plays(**SHORT)).ending == "decided"
    async with company(database=database) as house:
        assert (await house.plays(**SHORT)).ending == "decided"
        assert (await house.desk.gates(OWNER, debate)).pending
        await house.desk.approve(OWNER, debate)
        done = await house.ended(debate)
        assert (done.ending, done.lapses()) == ("decided", [])
        assert len(done.of("REPORT")) == 1, "what was run before the restart was run again"
