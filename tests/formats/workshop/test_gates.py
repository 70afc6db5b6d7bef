"""Gates: approved, rejected, sent back and on, timed out. Silence never means yes."""

from datetime import timedelta

import pytest

from moot.debate import Json
from moot.debate.position import Downtime
from moot.formats.workshop import PHASES, Phase, gates
from moot.formats.workshop import moves as said
from tests.support.cast import (
    BAD,
    BREAKS,
    GOOD,
    HALF,
    NONE,
    ONE,
    STURDY,
    Bench,
    Script,
    attack,
    by_round,
    code,
    opened,
    suite,
)

TEAM = ("generator", "tester", "executor", "critic", "judge")


def gated(*after: Phase, **gate: object) -> Bench:
    return opened(*TEAM, gates={"after": after, **gate})


def back(phase: str) -> said.Rejection:
    return said.Rejection(reason="Not yet.", back_to=phase)


def test_there_is_no_gate_unless_it_is_asked_for():
    assert not opened(*TEAM).finish().of("gate_opened")


@pytest.mark.parametrize("phase", PHASES)
def test_a_gate_can_stand_after_any_phase(phase: Phase):
    roles = (*TEAM, "implementer", "red_team")
    bench = opened(*roles, gates={"after": [phase]}, planning="cpde", dehallucination={"simple": True})
    turn = bench.until("gate")
    assert (turn.seat, turn.stamp.phase, bench.status) == ("owner", phase, f"gate_after_{phase}")
    bench.finish()
    assert bench.ending == "decided"
    assert gates(bench.seen())[0]["decision"] == "approved"


def test_at_a_gate_nobody_else_may_move():
    bench = gated("proposal")
    bench.until("gate")
    assert bench.position.waits_for() == ("owner",)


def test_a_gate_says_what_there_is_to_decide_on():
    bench = gated("proposal")
    bench.until("gate")
    told = bench.of("gate_opened")[0].move
    candidate: dict[str, Json] = {"author": "generator", "version": 5, "passed": 2, "total": 2, "failing": []}
    assert told == {"phase": "proposal", "timeout": 1800, "candidates": [candidate], "rejections": 0}
    assert "return sum(xs)" in bench.told(bench.until("gate"))


def test_a_rejection_ends_it_with_its_reason():
    bench = gated("proposal")
    bench.take(bench.until("gate"), said.Rejection(reason="Too dear."))
    assert bench.ending == "rejected"
    (gate,) = gates(bench.seen())
    assert (gate["decision"], gate["reason"], gate["back_to"], gate["reviewer"]) == (
        "rejected",
        "Too dear.",
        None,
        "owner",
    )


def test_a_rejection_that_names_a_phase_sends_it_back_and_it_goes_on_from_there():
    bench = gated("critique")
    bench.take(bench.until("gate"), back("self_evolvement"))
    assert bench.state.phase == "self_evolvement"
    bench.finish()
    assert bench.phases[:3] == ["self_evolvement", "proposal", "critique"]
    assert bench.phases[3:6] == ["self_evolvement", "proposal", "critique"]
    assert bench.ending == "decided"
    assert [gate["decision"] for gate in gates(bench.seen())] == ["rejected", "approved"]


def test_what_was_made_before_is_not_lost_when_it_is_sent_back():
    bench = gated("proposal")
    bench.take(bench.until("gate"), back("self_evolvement"))
    bench.script["attempt"] = code(BAD)
    bench.until("gate")
    best = bench.state.candidate("generator").best
    assert best is not None
    assert best.line == bench.of("ATTEMPT")[0].line


def test_sent_back_all_versions_are_measured_by_the_new_tests_too():
    bench = gated("proposal")
    bench.script["test"] = suite(ONE)
    bench.script["attempt"] = code(HALF)
    bench.take(bench.until("gate"), back("self_evolvement"))
    bench.script["test"] = suite(NONE)
    bench.until("attempt")
    best = bench.state.candidate("generator").best
    assert best is not None
    assert (best.passed, best.total) == (1, 2)
    assert not bench.of("REFLECTION")
    bench.script["attempt"] = code(GOOD)
    bench.until("gate")
    assert bench.state.candidate("generator").versions[-1] == bench.state.candidate("generator").best


def test_sent_back_after_attacks_new_versions_meet_them_too():
    script: Script = {"attack": by_round(attack(BREAKS), said.Attack(claim="Nothing new.")), "defend": None}
    bench = opened(*TEAM, "red_team", "blue_team", gates={"after": ["adversarial"]}, script=script)
    bench.take(bench.until("gate"), back("self_evolvement"))
    attempt = bench.until("attempt")
    assert "> assert f(None) == 0" in bench.told(attempt)
    bench.script["attempt"] = code(GOOD, STURDY)
    bench.until("propose")
    best = bench.state.candidate("generator").best
    assert best is not None
    assert (best.held, best.attacked, best.failing) == (1, 1, ())


def test_it_can_go_back_to_phases_that_were_held_but_never_ahead():
    bench = gated("proposal", "critique")
    assert "cannot be 'critique'" in str(bench.refused(bench.until("gate"), back("critique")))
    bench.step()
    bench.take(bench.until("gate"), back("proposal"))
    ahead = bench.refused(bench.until("gate"), back("critique"))
    assert "It can go back to: self_evolvement, proposal." in str(ahead.suggestion)


def test_it_is_sent_back_as_often_as_was_agreed():
    bench = gated("proposal", rejections=2)
    for _ in range(2):
        bench.take(bench.until("gate"), back("proposal"))
    assert "none any more" in str(bench.refused(bench.until("gate"), back("proposal")).suggestion)
    bench.take(bench.until("gate"), said.Rejection(reason="Enough."))
    assert bench.ending == "rejected"


def test_a_gate_that_nobody_opens_in_time_ends_it():
    bench = gated("proposal", timeout=60)
    turn = bench.until("gate")
    assert turn.until == bench.entries[-1].at + timedelta(seconds=60)
    bench.clock.advance(seconds=59)
    assert not bench.settle()
    bench.clock.advance(seconds=1)
    bench.settle()
    assert bench.ending == "gate_timed_out"
    (gate,) = gates(bench.seen())
    assert (gate["decision"], gate["reviewer"], gate["decided_at"]) == ("timed_out", None, turn.until)


def test_a_gate_waits_half_an_hour_unless_agreed_otherwise():
    bench = gated("proposal")
    assert bench.until("gate").until == bench.entries[-1].at + timedelta(minutes=30)


def test_a_gate_does_not_shut_while_the_house_was_down():
    turn = gated("proposal").until("gate")
    assert turn.until is not None
    down = Downtime(turn.until - timedelta(hours=1), turn.until + timedelta(hours=1), turn.until + timedelta(hours=2))
    assert down.spares(turn, turn.until + timedelta(minutes=90))


def test_a_gate_after_the_vote_can_still_refuse_the_winner():
    bench = gated("convergence")
    bench.take(bench.until("gate"), back("convergence"))
    assert bench.turn("vote")
    bench.take(bench.until("gate"), said.Rejection(reason="No."))
    assert bench.ending == "rejected"


def test_the_owner_can_call_it_off_at_any_time_and_no_ballot_stays_sealed():
    for name in ("attempt", "gate", "vote"):
        bench = gated("critique")
        bench.until(name)
        voted = bench.step() if name == "vote" else None
        bench.take(next(turn for turn in bench.position.due() if turn.name == "stop"), said.Stop(reason="Enough."))
        assert bench.ending == "cancelled"
        assert voted is None or bench.reads("generator", voted.line)
