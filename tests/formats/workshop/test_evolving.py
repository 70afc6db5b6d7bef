"""Self-evolvement: tests that were tried, attempts that were run, and what is learnt from one to the next."""

import pytest

from moot.formats.workshop import moves as said
from tests.support.cast import BAD, GOOD, HALF, NONE, ONE, Answer, Bench, by_round, code, opened, outcomes, suite

TEAM = ("generator", "tester", "executor")
VACUOUS = said.Case(name="vacuous", code="assert True")


def evolving(*versions: str, **script: Answer) -> Bench:
    return opened(*TEAM, script={"attempt": code(*versions), **script})


def rounds(bench: Bench) -> list[int | None]:
    return [entry.stamp.round for entry in bench.of("ATTEMPT")]


def test_tests_are_tried_on_an_empty_program_before_anybody_writes_code():
    bench = evolving(GOOD)
    bench.until("attempt")
    assert [entry.kind for entry in bench.entries[2:]] == ["phase_began", "TESTS", "REPORT"]
    tried = opened(*TEAM)
    job = tried.until("try")
    assert '"solution.py": ""' in tried.brief(job).asks[0].task


def test_a_test_that_passes_already_does_not_count():
    bench = evolving(GOOD, test=suite(ONE, VACUOUS, NONE))
    bench.until("propose")
    line = bench.of("TESTS")[0].line
    assert bench.state.case_ids == (f"{line}.1", f"{line}.3")
    assert bench.state.candidate("generator").versions[0].total == 2


@pytest.mark.parametrize("came", ["timeout", "memory", "not_run"])
def test_a_test_that_could_not_be_run_does_not_count(came: str):
    bench = evolving(GOOD, test=suite(ONE, NONE), **{"try": outcomes(came, "failed")})
    bench.until("attempt")
    assert bench.state.case_ids == (f"{bench.of('TESTS')[0].line}.2",)


def test_where_there_is_code_already_a_test_may_pass_on_it():
    bench = opened(*TEAM, task_kind="bugfix", files={"solution.py": BAD}, script={"test": suite(ONE, VACUOUS)})
    bench.until("attempt")
    assert len(bench.state.case_ids) == 2


def test_tests_of_which_none_counts_are_written_again_once():
    bench = evolving(GOOD, test=by_round(suite(VACUOUS), suite(ONE)))
    bench.until("attempt")
    first, second = bench.of("TESTS")
    assert (first.stamp.round, second.stamp.round) == (1, 2)
    assert bench.state.case_ids == (f"{second.line}.1",)


def test_after_two_tries_work_begins_without_tests():
    bench = evolving(GOOD, test=suite(VACUOUS))
    bench.until("propose")
    assert len(bench.of("TESTS")) == 2
    assert bench.state.candidate("generator").versions[0].passed is None


def test_the_tester_is_told_what_came_of_the_first_tests():
    bench = evolving(GOOD, test=suite(VACUOUS))
    told = bench.told(bench.until("test", round=2))
    assert "1 of 1 passed" in told


def test_success_at_the_first_attempt_needs_no_reflection():
    bench = evolving(GOOD)
    bench.until("propose")
    assert (rounds(bench), bench.of("REFLECTION")) == ([1], [])


def test_success_at_the_second_attempt():
    bench = evolving(BAD, GOOD)
    bench.until("propose")
    assert (rounds(bench), len(bench.of("REFLECTION"))) == ([1, 2], 1)
    assert bench.state.candidate("generator").best == bench.state.candidate("generator").versions[1]


def test_success_at_the_third_attempt():
    bench = evolving(BAD, HALF, GOOD)
    bench.until("propose")
    assert (rounds(bench), len(bench.of("REFLECTION"))) == ([1, 2, 3], 2)
    assert [version.passed for version in bench.state.candidate("generator").versions] == [0, 1, 2]


def test_exhaustion_keeps_the_best_tested_version_and_not_the_last():
    bench = evolving(BAD, HALF, BAD)
    bench.until("propose")
    candidate = bench.state.candidate("generator")
    assert [version.passed for version in candidate.versions] == [0, 1, 0]
    assert candidate.best is not None
    assert candidate.best.line == candidate.versions[1].line
    assert len(bench.of("REFLECTION")) == 2


def test_how_often_it_is_tried_is_agreed_before():
    bench = opened(*TEAM, self_evolvement={"attempts": 1}, script={"attempt": attempt_bad()})
    bench.until("propose")
    assert rounds(bench) == [1]


def attempt_bad() -> said.Attempt:
    return said.Attempt(files={"solution.py": BAD})


def test_every_attempt_is_told_all_earlier_reflections():
    def reflection(name: str) -> said.Reflection:
        return said.Reflection(root_cause=name, went_wrong="All.", to_change="Much.", confidence=0.2)

    bench = evolving(BAD, BAD, BAD, reflect=by_round(reflection("The first cause."), reflection("The second cause.")))
    second = bench.told(bench.until("attempt", round=2))
    assert "The first cause." in second
    third = bench.told(bench.until("attempt", round=3))
    assert "The first cause." in third
    assert "The second cause." in third


def test_what_failed_and_the_code_it_failed_on_are_told_with_it():
    bench = evolving(HALF)
    told = bench.told(bench.until("reflect"))
    assert ">    2     return sum(xs) if xs else None" in told
    assert "1 of 2 passed" in told
    assert "> none\n> AssertionError" in told


def test_who_does_not_reflect_keeps_what_it_has():
    bench = evolving(HALF, reflect=None)
    bench.until("propose")
    assert rounds(bench) == [1]


def test_without_an_executor_nothing_is_tested_and_nothing_claims_to_be():
    bench = opened("generator", "tester")
    bench.until("propose")
    assert not bench.of("TESTS", "REPORT", "REFLECTION")
    assert "It was not tested" in bench.told(bench.until("propose"))


def test_tests_that_come_with_the_task_count_without_being_tried():
    bench = opened(
        "generator", "executor", tests=[ONE.model_dump(exclude_none=True)], script={"attempt": code(BAD, GOOD)}
    )
    bench.until("propose")
    assert bench.state.case_ids == ("1.1",)
    assert [version.passed for version in bench.state.candidate("generator").versions] == [0, 1]


def test_authors_work_apart_until_they_propose():
    bench = opened("generator", "implementer", "tester", "executor", script={"attempt": code(BAD, GOOD)})
    bench.until("propose")
    for entry in bench.of("ATTEMPT", "REFLECTION"):
        other = "implementer" if entry.seat == "generator" else "generator"
        assert not bench.reads(other, entry.line)
        assert bench.reads("executor", entry.line)


def test_a_report_tells_of_each_test_once_and_in_order():
    bench = evolving(GOOD)
    run = bench.until("run")
    ids = bench.state.case_ids
    for listed in (ids[:1], ids[::-1], (*ids, "9.9")):
        each = [{"id": id, "outcome": "passed"} for id in listed]
        report = said.Report.model_validate({"outcomes": each, "backend": "pretended"})
        assert "must tell of each test once" in str(bench.refused(run, report))
