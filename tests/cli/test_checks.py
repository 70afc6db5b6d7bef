"""`moot checks`: which there are, and a run of them by hand."""

import pytest

from moot.cli.workshop.running import HOOKS, checks_asked
from moot.formats.workshop import HOOKS as ALL_HOOKS
from moot.sandbox import detected
from tests.cli.shell import Said, Shell


def checks(aw: Shell, *words: str) -> Said:
    return aw("checks", *words, name="moot")


def test_each_check_is_listed_with_its_version_or_with_why_not(aw: Shell):
    (aw.home / "checks.toml").write_text('[checks.own]\ncommand = ["true"]\n[checks.bad]\nkind = "odd"\n')
    aw.set(MOOT_CHECKS_FILE=str(aw.home / "checks.toml"))
    rows = {one["name"]: one for one in checks(aw, "list").data["checks"]}
    assert rows["ruff"]["version"]
    assert rows["own"]["kind"] == "command"
    assert rows["bad"]["why_not"].startswith("badly configured")
    for format_ in ("table", "markdown"):
        assert "bandit" in checks(aw, "list", "--format", format_).out


def test_files_are_checked_and_the_exit_code_says_whether_they_passed(aw: Shell):
    if not detected()[-1].holds:
        pytest.skip("A sandbox could not be had: moot sandbox check says why")
    good, bad = aw.home / "good", aw.home / "bad"
    for folder, text in ((good, "x = 1\n"), (bad, "x = y\n")):
        folder.mkdir()
        (folder / "a.py").write_text(text)
    said = checks(aw, "run", str(good), "--only", "lint")
    assert (said.code, said.data["passed"], said.data["findings"]) == (0, True, [])
    said = checks(aw, "run", str(bad / "a.py"), "--only", "ruff", "--format", "table")
    assert said.code == 1
    assert "a.py:1:5" in said.out
    assert "F821" in said.out
    absent = checks(aw, "run", str(good), "--only", "go-test", "--format", "markdown")
    assert absent.code == 1
    assert "**go-test**: absent" in absent.out
    untested = checks(aw, "run", str(good), "--only", "lint", "--only", "tests")
    assert (untested.code, untested.data["passed"], [tool["name"] for tool in untested.data["tools"]]) == (
        1,
        False,
        ["ruff"],
    )
    aw.patch.setattr("moot.tools.checks.bench.folders", lambda: (aw.home / "none",))
    missing = checks(aw, "run", str(good))
    assert {tool["outcome"] for tool in missing.data["tools"]} == {"absent"}
    assert (missing.code, missing.data["passed"]) == (1, False), "what nobody looked at has passed"


def test_a_check_that_there_is_not_is_refused(aw: Shell):
    (aw.home / "a.py").write_text("x = 1\n")
    said = checks(aw, "run", str(aw.home / "a.py"), "--only", "nonsense")
    assert (said.code, said.error["code"]) == (1, "INVALID_INPUT")
    assert "ruff" in said.error["suggestion"]


def test_a_task_is_put_with_the_checks_that_are_asked_for():
    assert checks_asked([], ()) is None
    assert checks_asked(["all"], ()) == {}
    assert checks_asked(["proposal"], ("ruff",)) == {"after": ["proposal"], "run": ["ruff"]}
    assert HOOKS == ALL_HOOKS
