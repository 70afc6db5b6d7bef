"""Adversarial: an attack counts only if it was run and failed; blue mends; red comes again with something new."""

import pytest
from pydantic import ValidationError

from moot.formats.workshop import moves as said
from tests.support.cast import (
    BAD,
    BREAKS,
    GOOD,
    STURDY,
    Answer,
    Asked,
    Bench,
    Script,
    attack,
    by_round,
    code,
    defence,
    opened,
    outcomes,
)

TEAM = ("generator", "tester", "executor", "red_team", "blue_team", "judge")
HELD = said.Case(name="negative", code="assert f([-1]) == -1")


def again(asked: Asked) -> said.Move:
    """Something new that breaks, every time."""
    return attack(said.Case(name="odd", code=f"assert f([{asked.round}]) is None"))


def fought(*roles: str, **script: Answer) -> Bench:
    return opened(*roles or TEAM, script=script)


def told(bench: Bench) -> list[str | None]:
    return [entry.turn for entry in bench.entries if entry.stamp.phase == "adversarial" and entry.seat]


def test_red_attacks_it_is_run_blue_mends_it_is_run_and_red_finds_nothing_new():
    bench = fought(attack=by_round(attack(BREAKS), said.Attack(claim="Nothing new."))).finish()
    assert told(bench) == ["attack", "siege", "defend", "run", "attack"]
    version = bench.state.candidate("generator").best
    assert version is not None
    assert (version.line, version.held, version.attacked) == (bench.of("DEFENCE")[0].line, 1, 1)


def test_an_attack_that_is_withstood_ends_the_fight():
    bench = fought(attack=attack(HELD)).finish()
    assert told(bench) == ["attack", "siege"]
    assert bench.state.attacks[0].broke == ()
    assert bench.result["held"] == bench.result["attacked"] == 1


def test_an_attack_that_was_not_run_broke_nothing():
    bench = fought(attack=attack(BREAKS), siege=outcomes("not_run")).finish()
    assert told(bench) == ["attack", "siege"]
    assert (bench.state.attacks[0].broke, bench.state.attacks[0].held) == ((), ())
    assert (bench.result["held"], bench.result["attacked"]) == (None, 0)


@pytest.mark.parametrize("came", ["failed", "error", "timeout", "memory"])
def test_whatever_else_came_of_it_it_broke(came: str):
    bench = fought(attack=attack(BREAKS), siege=outcomes(came))
    assert bench.until("defend")


def test_red_that_has_nothing_at_all_ends_it_at_once():
    assert told(fought().finish()) == ["attack"]


def test_the_same_attack_is_not_tried_twice_whatever_it_is_called():
    bench = fought(attack=attack(BREAKS))
    turn = bench.until("attack", round=2)
    same = said.Case(name="another name", code="assert   f(None)  == 0")
    assert "was tried before" in str(bench.refused(turn, attack(same)))


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_there_are_at_most_the_agreed_rounds(rounds: int):
    bench = opened(*TEAM, adversarial={"rounds": rounds}, script={"attack": again}).finish()
    assert len(bench.of("ATTACK")) == rounds


def test_a_patch_of_blue_that_breaks_the_suite_does_not_win():
    bench = fought(attack=by_round(attack(BREAKS), attack(HELD)), defend=defence("def f(xs):\n    return 0\n")).finish()
    version = bench.state.candidate("generator").best
    assert version is not None
    assert version.line == bench.of("ATTEMPT")[0].line
    assert bench.result["passed"] == 2


def test_a_defence_is_run_against_the_suite_and_all_attacks_so_far():
    bench = fought(attack=again, defend=defence(STURDY))
    bench.until("defend", round=2)
    bench.step()
    assert len(bench.state.deals[0].ids) == 4


def test_blue_may_dispute_what_broke_and_only_that():
    bench = fought(attack=by_round(attack(BREAKS), said.Attack(claim="Nothing new.")))
    turn = bench.until("defend")
    broke = bench.state.attacks[0].broke[0]
    strange = said.Defence(explanation="-", disputes=(said.Dispute(id="1.9", reason="No."),))
    assert "broke nothing" in str(bench.refused(turn, strange))
    bench.take(turn, said.Defence(explanation="-", disputes=(said.Dispute(id=broke, reason="None is no list."),)))
    assert "is disputed by blue_team:\n> None is no list." in bench.told(bench.until("vote"))


def test_where_there_is_no_blue_team_the_author_defends():
    bench = fought("generator", "tester", "executor", "red_team", attack=attack(BREAKS))
    assert bench.until("defend").seat == "generator"


def test_without_an_executor_nothing_is_attacked():
    assert "adversarial" not in fought("generator", "red_team", "judge").finish().phases


def test_only_the_best_candidates_are_attacked():
    cast = ("generator", "implementer", "refactorer", "tester", "executor", "red_team")
    bad = said.Attempt(files={"solution.py": BAD})
    bench = fought(*cast, **{"implementer attempt": bad})
    bench.until("attack")
    assert [turn.stamp.thread for turn in bench.due] == ["generator", "refactorer"]


def test_nobody_attacks_what_it_wrote_where_there_is_another():
    bench = fought("ann=author+attack", "bob=author+attack", "run=execute", "test=test")
    bench.until("attack")
    assert {(turn.seat, turn.stamp.thread) for turn in bench.due} == {("bob", "ann"), ("ann", "bob")}


@pytest.mark.parametrize("topology", ["mesh", "star", "chain", "tree"])
def test_fighters_read_the_code_and_each_others_moves_in_every_topology(topology: str):
    roles = ("architect", "generator", "blue_team", "tester", "executor", "critic", "red_team", "judge")
    script: Script = {"attack": by_round(attack(BREAKS), again), "attempt": code(BAD, GOOD)}
    bench = opened(*roles, topology=topology, script=script)
    for name, number in (("attack", 1), ("defend", 1), ("attack", 2)):
        text = bench.told(bench.until(name, round=number))
        assert "def f(xs):" in text
        assert "not yours to read" not in text
        if (name, number) != ("attack", 1):
            assert "> assert f(None) == 0" in text


def test_the_version_that_was_attacked_counts_what_it_withstood():
    bench = fought(attack=attack(BREAKS, HELD), defend=None).finish()
    version = bench.state.candidate("generator").best
    assert version is not None
    assert (version.held, version.attacked, len(version.failing)) == (1, 2, 1)
    assert GOOD in (bench.seen().files(version.line) or {}).values()


def test_attacks_count_where_there_are_no_other_tests():
    bench = fought("generator", "executor", "red_team", "judge", attack=by_round(attack(BREAKS), attack(HELD)))
    bench.script["defend"] = defence(STURDY)
    bench.finish()
    assert (bench.result["passed"], bench.result["held"], bench.result["attacked"]) == (None, 2, 2)


def test_a_call_is_known_again_too():
    call = said.Case(name="a", call="f", args=(None,), expected=0)
    bench = fought(attack=attack(call))
    same = said.Case(name="b", call="f", args=(None,), kwargs={}, expected=0)
    assert "was tried before" in str(bench.refused(bench.until("attack", round=2), attack(same)))


def test_a_defence_does_something():
    with pytest.raises(ValidationError, match="changes files, or disputes"):
        said.Defence(explanation="All is well.")
