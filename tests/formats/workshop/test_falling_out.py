"""Whoever fails twice is out; what it was to do is dealt anew to whoever does the same, and a tree closes up."""

import pytest

from moot.formats.workshop import moves as said
from moot.formats.workshop.arranged import arranged
from tests.support.cast import BREAKS, GOOD, attack, attempt, by_round, opened


def test_one_failure_is_forgiven_and_the_turn_is_dealt_again():
    bench = opened("generator", "judge")
    bench.lapse(bench.until("attempt"))
    bench.until("propose")
    assert bench.state.out == ()
    assert len(bench.of("ATTEMPT")) == 1


def test_who_fails_twice_is_out_and_the_record_says_so():
    bench = opened("generator", "implementer", "judge", script={"generator attempt": None}).finish()
    (out,) = bench.of("seat_out")
    assert out.move == {"seat": "generator", "failures": 2}
    assert bench.result["out"] == ["generator"]
    assert bench.result["winner"] == "implementer"
    assert not [entry for entry in bench.entries[out.line :] if entry.seat == "generator"]


@pytest.mark.parametrize(
    ("first", "second", "turn"),
    [
        ("executor", "executor-2", "run"),
        ("executor", "executor-2", "try"),
        ("tester", "tester-2", "test"),
        ("red_team", "red_team-2", "attack"),
        ("blue_team", "blue_team-2", "defend"),
    ],
)
@pytest.mark.parametrize("topology", ["mesh", "star", "chain", "tree"])
def test_another_who_does_the_same_takes_over_and_can_read_what_it_needs(
    first: str, second: str, turn: str, topology: str
):
    roles = ("architect", "generator", "tester", "tester", "executor", "executor")
    cast = (*roles, "red_team", "red_team", "blue_team", "blue_team", "judge")
    script = {f"{first} {turn}": None, "attack": by_round(attack(BREAKS), None)}
    bench = opened(*cast, topology=topology, script=script)
    taken = bench.until(turn, second)
    assert bench.state.out == (first,)
    told = bench.told(taken)
    assert "not yours to read" not in told
    if turn in ("attack", "defend", "run"):
        assert "def f(xs):" in told
    if turn == "defend":
        assert "> assert f(None) == 0" in told


def test_without_another_executor_what_was_tested_stays_and_nothing_more_is():
    bench = opened("generator", "tester", "executor", "red_team", "judge")
    bench.until("attack")
    bench.script |= {"attack": attack(BREAKS), "siege": None}
    bench.finish()
    assert bench.ending == "decided"
    assert bench.result["passed"] == 2
    assert bench.result["held"] is None


def test_where_the_only_author_falls_out_it_has_failed():
    bench = opened("generator", "tester", "executor", "judge", script={"attempt": None}).finish()
    assert bench.ending == "failed"


def test_failures_are_counted_over_all_phases():
    bench = opened("generator", "critic", "judge", script={"critic criticise": None, "critic vote": None}).finish()
    assert bench.state.out == ("critic",)
    assert (bench.ending, bench.of("tallied")[0].move["failed"]) == ("contested", 1)


def test_the_owner_is_never_put_out():
    asks = said.Questions(questions=(said.Question(question="Why?", category="requirements"),), confidence=0.1)
    bench = opened(
        "architect", "generator", "judge", dehallucination={"simple": True}, gates={"after": ["dehallucination"]}
    )
    bench.script |= {"clarify": asks, "answer": None}
    for _ in range(2):
        bench.take(bench.until("gate"), said.Rejection(reason="Again.", back_to="dehallucination"))
    bench.finish()
    assert len(bench.of("lapsed")) == 3
    assert "owner" not in bench.state.out


def test_in_a_tree_the_subtree_of_who_falls_out_goes_to_its_siblings():
    cast = ("architect", "reviewer", "critic", "tester", "generator", "implementer", "executor", "security", "red_team")
    bench = opened(*cast, topology="tree")
    before = arranged(bench.state)
    parents = {child: parent for parent, child in before.links()}
    lead = next(parent for parent in parents.values() if parent != "architect")
    children = [child for child, parent in parents.items() if parent == lead]
    siblings = {child for child, parent in parents.items() if parent == parents[lead]} - {lead, "executor"}
    bench.script |= {
        f"{lead} {name}": None for name in ("criticise", "review", "vote", "test", "attack", "propose", "attempt")
    }
    while lead not in bench.state.out:
        bench.step()
    after = {child: parent for parent, child in arranged(bench.state).links()}
    assert children
    assert {after[child] for child in children} <= siblings


def test_a_seat_that_is_out_leaves_its_work_to_be_judged():
    bench = opened("generator", "implementer", "critic", "judge")
    bench.script |= {"generator attempt": None}
    bench.lapse(bench.until("attempt", "generator"))
    bench.script |= {"generator attempt": attempt(GOOD)}
    bench.until("patch", "generator")
    bench.script |= {"generator patch": None}
    bench.finish()
    assert bench.state.out == ("generator",)
    assert bench.result["candidates"] == ["generator", "implementer"]
