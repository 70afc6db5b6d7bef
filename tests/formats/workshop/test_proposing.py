"""Proposal: the best tested version, or the code itself where nothing was attempted."""

from moot.formats.workshop import moves as said
from tests.support.cast import BAD, GOOD, HALF, code, opened


def words(**fields: object) -> said.Proposal:
    plain = {"summary": "It adds.", "rationale": "It was run.", "confidence": 0.7}
    return said.Proposal.model_validate({**plain, **fields})


def test_the_best_tested_version_is_proposed_and_code_is_not_brought_again():
    bench = opened("generator", "tester", "executor", script={"attempt": code(HALF, BAD, BAD)})
    turn = bench.until("propose")
    assert turn.answers == bench.of("ATTEMPT")[0].line
    assert "Leave files out" in str(bench.refused(turn, words(files={"solution.py": GOOD})).suggestion)
    bench.take(turn, words())
    assert [one.author for one in bench.state.standing] == ["generator"]


def test_without_attempts_the_proposal_brings_the_code_and_it_is_tested():
    bench = opened(
        "generator", "executor", self_evolvement=None, tests=[{"name": "a", "call": "f", "args": [[1]], "expected": 1}]
    )
    turn = bench.until("propose")
    assert "Propose a solution: the whole code" in bench.told(turn)
    assert "must bring the code" in str(bench.refused(turn, words()))
    bench.take(turn, words(files={"solution.py": GOOD}))
    run = bench.step()
    assert (run.kind, run.answers) == ("REPORT", bench.of("PROPOSAL")[0].line)
    assert bench.state.candidate("generator").versions[0].passed == 1


def test_what_is_not_proposed_is_no_candidate():
    bench = opened("generator", "implementer", "judge", script={"generator propose": None})
    bench.finish()
    assert bench.result["candidates"] == ["implementer"]
    assert bench.result["winner"] == "implementer"


def test_where_nobody_proposes_it_has_failed():
    bench = opened("generator", "judge", script={"propose": None}).finish()
    assert bench.ending == "failed"
    assert "convergence" not in bench.phases


def test_those_who_propose_at_once_read_each_other_when_all_have():
    bench = opened("generator", "implementer", "critic")
    bench.until("propose")
    first = bench.step()
    assert not bench.reads("implementer", first.line)
    bench.step()
    assert bench.reads("implementer", first.line)
