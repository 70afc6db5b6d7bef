"""Workshops whose versions are checked by real programs in the real sandbox, between the phases."""

from pathlib import Path
from typing import Any

import pytest

from moot.desk import OWNER
from moot.formats.workshop import Findings, ToolRun
from moot.sandbox import SandboxUnavailable
from tests.support.cast import GOOD, ballot, code, patch
from tests.support.company import ACTOR, Company, company, confined
from tests.tools.git.ground import Ground

pytestmark = [pytest.mark.journey, pytest.mark.usefixtures("confined")]

__all__ = ["confined"]

CAST = ["generator", "implementer", "tester", "executor", "critic", "judge"]
UNSAFE = f"import subprocess\n\n\n{GOOD}\n\ndef g(words):\n    return subprocess.call(words, shell=True)\n"
SHORT: dict[str, Any] = {"cast": CAST, "planning": "none", "off": ["review", "adversarial"]}
SCRIPT = {
    "generator attempt": code(UNSAFE),
    "implementer attempt": code(GOOD),
    "generator patch": patch(GOOD),
    "vote": ballot("generator", "implementer"),
}


def told(house: Company, name: str, thread: str) -> str:
    """What the holder of such a turn was told."""
    calls = [call for call in house.actor.heard if call.turn.name == name and call.turn.stamp.thread == thread]
    return calls[0].brief.record


async def test_what_programs_find_reaches_those_who_come_next_and_mends_the_code():
    async with company(SCRIPT) as house:
        done = await house.plays(**SHORT, checks={"after": ["proposal", "optimization"], "run": ["bandit", "ruff"]})
        assert (done.ending, done.winner, done.lapses()) == ("decided", "generator", [])
        assert [(entry.stamp.phase, entry.stamp.thread) for entry in done.of("FINDINGS")] == [
            ("proposal", "generator"),
            ("proposal", "implementer"),
            ("optimization", "generator"),
        ]
        for name in ("criticise", "patch"):
            words = told(house, name, "generator")
            assert "> solution.py:9:12: error B602 (bandit): subprocess call with shell=True" in words
        assert "B602" not in told(house, "criticise", "implementer")
        rows = (await house.desk.versions(OWNER, done.debate)).versions
        checks = {(row.thread, row.turn): row.checks for row in rows}
        unsafe, mended = checks["generator", "ATTEMPT"], checks["generator", "PATCH"]
        assert unsafe is not None
        assert mended is not None
        assert (unsafe["error"], mended["error"]) == (1, 0)
        assert [tool["outcome"] for tool in mended["tools"]] == ["clean", "clean"]
        assert unsafe["backend"] in ("bwrap", "sandlock")
        audit = (await house.desk.audit(OWNER, done.debate)).summary
        assert audit is not None
        assert audit.workshop is not None
        assert [each["error"] for each in audit.workshop.checks] == [1, 0, 0]


async def test_on_a_repository_its_own_tests_and_files_are_checked_too(tmp_path: Path):
    ground = Ground(tmp_path)
    ground.git("init", "-q")
    ground.write(test_old_py="from solution import f\n\n\ndef test_old():\n    assert f([2]) == 3\n")
    ground.commit()
    repo = {"path": str(tmp_path)}
    checks = {"after": ["proposal"], "run": ["pytest"]}
    async with company({"implementer attempt": code(GOOD)}) as house:
        done = await house.plays(**SHORT, checks=checks, repo=repo)
        assert done.ending == "decided"
        first, *_ = done.result["checks"]
        assert [(each["path"], each["line"]) for each in first["findings"]] == [("test_old.py", 5)]
        assert first["metrics"]["tests_failed"] == 1


async def test_where_no_sandbox_holds_nothing_is_checked_and_the_workshop_goes_on(monkeypatch: pytest.MonkeyPatch):
    async def none(*_: object, **__: object) -> None:
        raise SandboxUnavailable("No sandbox holds here.")

    monkeypatch.setattr("moot.tools.checks.checker.sandbox", none)
    async with company(SCRIPT) as house:
        done = await house.plays(**SHORT, checks={"after": ["proposal"]})
        assert (done.ending, done.result["out"]) == ("decided", [])
        assert {(turn, reason) for _, turn, reason in done.lapses()} == {("check", "no sandbox")}
        assert {each["lapsed"] for each in done.result["checks"]} == {"no sandbox"}


async def test_a_program_from_outside_can_check_as_well():
    found = Findings(tools=(ToolRun(name="own", outcome="clean"),), metrics={"score": 1.0})
    async with company({**SCRIPT, "check": found}) as house:
        done = await house.plays(**SHORT, checks={"after": ["convergence"]}, seats={"executor": ACTOR})
        (entry,) = done.of("FINDINGS")
        assert entry.move["metrics"] == {"score": 1.0}
        assert entry.stamp.thread == done.winner
