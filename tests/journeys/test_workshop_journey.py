"""Whole workshops in a real house: scripted players, code that really runs in the sandbox, on both databases."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from moot.desk import OWNER
from moot.formats.workshop import PHASES
from moot.notation.jsonl import verify_jsonl
from tests.support.cast import (
    BAD,
    BREAKS,
    COMPANY,
    GOOD,
    HALF,
    NONE,
    ONE,
    STURDY,
    attack,
    ballot,
    by_round,
    code,
    patch,
    said,
    suite,
)
from tests.support.company import Company, Played, company, confined
from tests.support.trails import record_in

pytestmark = [pytest.mark.journey, pytest.mark.usefixtures("confined")]

__all__ = ["confined"]

VACUOUS = said.Case(name="nothing at all", code="assert True")
EMPTY = said.Case(name="many", code="assert f(range(1000)) == 499500")
BETTER = "def f(xs):\n    # Written once.\n    return sum(xs)\n"
ASKS = said.Questions(questions=(said.Question(question="May it be empty?", category="edge_cases"),), confidence=0.5)
LEARNT = said.Reflection(
    root_cause="One is added.",
    went_wrong="Sums.",
    to_change="Add none.",
    confidence=0.5,
    lesson="Add no constant to sums.",
)
WHOLE = {
    "clarify": by_round(ASKS, said.Questions(confidence=1)),
    "answer": said.Answers(answers=("It may, and gives 0.",), confidence=0.95),
    "test": suite(ONE, NONE, VACUOUS),
    "generator attempt": code(BAD, GOOD),
    "implementer attempt": code(HALF, GOOD),
    "reflect": LEARNT,
    "generator patch": patch(BETTER),
    "attack": by_round(attack(BREAKS), attack(EMPTY), attack()),
    "vote": ballot("generator", "implementer"),
    "implementer vote": ballot("implementer"),
}


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of its own, of each kind."""
    return str(tmp_path / "moot.db") if request.param == "sqlite" else request.getfixturevalue("postgres_url")


async def test_a_workshop_goes_through_all_nine_phases_to_code_that_held(database: str):
    async with company(WHOLE, database=database) as house:
        done = await house.plays(cast=list(COMPANY), planning="dpde", dehallucination={"simple": True})
        assert (done.ending, done.winner, done.phases) == ("decided", "generator", list(PHASES))
        assert (done.lapses(), done.result["out"]) == ([], [])
        await read_through(house, done)


async def read_through(house: Company, done: Played) -> None:
    """What the desk tells of the workshop above."""
    ran_in = {str(entry.move["backend"]) for entry in done.of("REPORT")}
    assert len(ran_in) == 1
    assert ran_in <= {"bwrap", "sandlock", "wasm"}, "somebody else ran the code"
    # The test that passes without any code does not count; the others, and the one that came with the task, do.
    assert [each["name"] for each in done.result["tests"] if each["counts"]] == ["given", "one and two", "none"]
    turns = await house.desk.workshop_turns(OWNER, done.debate, limit=500)
    kinds = {turn.kind for turn in turns.turns}
    assert kinds >= {"QUESTIONS", "ANSWERS", "OWN_PLAN", "NEGOTIATION", "TESTS", "ATTEMPT", "REFLECTION", "PROPOSAL"}
    assert kinds >= {"CRITIQUE", "REVIEW", "PATCH", "REST", "ATTACK", "DEFENCE", "BALLOT", "EXPLANATION", "REPORT"}

    versions = (await house.desk.versions(OWNER, done.debate)).versions
    mine = [each for each in versions if each.thread == "generator"]
    assert [(each.turn, each.passed, each.total) for each in mine] == [
        ("ATTEMPT", 0, 3), ("ATTEMPT", 3, 3), ("PATCH", 3, 3), ("DEFENCE", 3, 3)
    ]  # fmt: skip
    best = mine[-1]
    assert (best.best, best.held, best.attacked, best.failing) == (True, 2, 2, [])
    assert (await house.desk.version(OWNER, done.debate, best.version_number)).files == {"solution.py": STURDY}
    changed = await house.desk.version_diff(OWNER, done.debate, from_=mine[2].version_number, to=best.version_number)
    assert "+    return sum(xs or ())" in changed.diff
    broke = [each for each in done.result["attacks"] if each["thread"] == "generator"]
    assert [each["broke"] for each in broke] == [True, False]

    audit = await house.desk.audit(OWNER, done.debate)
    assert audit.summary is not None
    assert audit.summary.result["result"]["winner"] == "generator"
    assert audit.summary.workshop is not None
    assert len(audit.lines) == len(done.entries)
    assert all(line.sound for line in audit.lines if line.provenance)
    assert verify_jsonl(record_in(audit.model_dump(mode="json")))
    papers = (await house.desk.papers(OWNER, done.debate)).files
    assert "**generator**" in papers["workshop.md"]
    assert STURDY in papers.values()


@pytest.mark.parametrize("topology", ["mesh", "star", "chain", "tree"])
async def test_each_topology_comes_to_a_vote_with_each_style_of_planning(topology: str):
    cast = ["architect", "generator", "implementer", "executor", "critic", "judge"]
    agreed: dict[str, Any] = {"cast": cast, "topology": topology, "off": ["optimization", "adversarial", "review"]}
    async with company({"test": suite(ONE)}) as house:
        styles = ("cpde", "dpde", "adaptive")
        done = await asyncio.gather(*(house.plays(**agreed, planning=style) for style in styles))
        for style, played in zip(styles, done, strict=True):
            assert (played.ending, played.lapses()) == ("decided", [])
            assert "planning" in played.phases
            plan = played.result["planning"]
            assert plan["style"] == style or style == "adaptive"
            assert plan["reason"].startswith(plan["style"])
            assert bool(played.of("PLAN")) == (plan["style"] == "cpde")
            assert {"passed"} == {outcome for report in played.reports()[1:] for outcome in report}


BALLOTS = {
    "judge vote": ballot("implementer", "generator", approves=("implementer", "generator"), confidence=0.2),
    "critic vote": ballot("implementer", "generator", approves=("generator",), confidence=0.3),
    "reviewer vote": ballot("generator", "implementer", approves=("generator",), confidence=0.9),
}
WINNERS = {
    "plurality": "implementer",
    "majority": "implementer",
    "weighted": "generator",
    "approval": "generator",
    "borda": "implementer",
    "condorcet": "implementer",
    "irv": "implementer",
    "unanimous": None,
}


async def test_each_way_of_counting_counts_the_same_ballots_in_its_own_way():
    cast = ["generator", "implementer", "executor", "critic", "reviewer", "judge"]
    off = ["planning", "self_evolvement", "critique", "review", "optimization", "adversarial"]
    async with company(BALLOTS) as house:
        for method, winner in WINNERS.items():
            played = await house.plays(cast=cast, off=off, convergence={"method": method, "ties": ["pairwise"]})
            tally = played.result["tally"]
            assert (tally["method"], tally["winner"]) == (method, winner), method
            assert played.ending == ("contested" if winner is None else "decided")
            assert tally["pairwise"]["implementer"]["generator"]["heads"] == 2


async def test_the_best_tested_version_is_kept_where_reflecting_does_not_help():
    script = {"test": suite(ONE), "attempt": code(BAD, HALF, BAD), "reflect": LEARNT}
    tests = [{"name": each.name, "code": each.code} for each in (ONE, NONE)]
    agreed: dict[str, Any] = {"cast": ["generator", "executor", "judge"], "off": ["optimization", "adversarial"]}
    async with company(script) as house:
        done = await house.plays(**agreed, tests=tests, self_evolvement={"attempts": 3})
        versions = (await house.desk.versions(OWNER, done.debate)).versions
        assert [(each.passed, each.best) for each in versions] == [(0, False), (2, True), (0, False)]
        assert done.result["result"]["files"] == {"solution.py": HALF}
        assert len(done.of("REFLECTION")) == 2
        # Each attempt saw all earlier reflections.
        attempts = [call for call in house.actor.heard if call.turn.name == "attempt"]
        assert [call.brief.record.count("root cause: One is added.") for call in attempts] == [0, 1, 2]


async def test_a_later_workshop_is_told_what_an_earlier_one_learnt_and_the_record_says_so():
    agreed: dict[str, Any] = {"cast": ["generator", "executor", "judge"], "off": ["optimization", "adversarial"]}
    async with company({"attempt": code(BAD, GOOD), "reflect": LEARNT}) as house:
        first = await house.plays(**agreed)
        again = await house.plays(**agreed)
        (lesson,) = again.result["lessons"]
        assert (lesson["text"], lesson["debate"]) == (LEARNT.lesson, first.debate)
        assert lesson["why"].startswith("fits ")
        assert first.result["lessons"] == []
        heard = [call for call in house.actor.heard if call.turn.name == "attempt"]
        told = {call.debate: LEARNT.lesson in call.brief.record for call in reversed(heard)}
        assert told == {first.debate: False, again.debate: True}
        assert json.dumps(lesson["id"]) in json.dumps(again.entries[0].move["setup"])
