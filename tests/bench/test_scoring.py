"""Answers are scored by what their task says, code in the sandbox alone, and what cannot be told is not told."""

import os
import subprocess
from pathlib import Path

import pytest

from moot.bench import (
    Candidate,
    Choice,
    Contains,
    Exact,
    Examiner,
    Number,
    Passes,
    Patch,
    Task,
    chosen,
    elected,
    letter_in,
    measures,
    patch_in,
    program_in,
)
from moot.bench.patches import applies, fault_of, files_of, localisation
from moot.sandbox import sandbox
from tests.bench.given import GOLD
from tests.support.company import confined

pytestmark = pytest.mark.anyio

__all__ = ["confined"]

DOUBLE = Passes((("two", "assert double(2) == 4"), ("none", "assert double(0) == 0")), "import math\n", 20)


@pytest.mark.parametrize(
    ("check", "answer", "passed"),
    [
        (Exact("yes"), " yes\n", True),
        (Exact("yes"), "Yes", False),
        (Contains(("white", "red")), "Red and white.", True),
        (Contains(("white", "red")), "White.", False),
        (Number("1,000.5"), "It is 2 * 500 and a half: #### 1000.50", True),
        (Number("6"), "6 eggs, so 7", False),
        (Number("6"), "none", False),
        (Choice("B", ("x", "y")), "B", True),
        (Choice("B", ("x", "y")), "The answer is (B), not A", True),
        (Choice("B", ("x", "the moon")), "The  Moon", True),
        (Choice("B", ("x", "y")), "A", False),
        (Choice("B", ("x", "y")), "I cannot say; B or A", False),
        (Choice("A", ("x", "y")), "The answer is a matter of taste", False),
        (Choice("B", ("x", "y")), "b", True),
        (Choice("B", ("x", "y")), "**Answer**: B", True),
        (Choice("B", ("x", "the moon")), "B. The moon", True),
        (Choice("A", ("x", "the moon")), "A. The moon", False),
        (Number("-5"), "\N{MINUS SIGN}5", True),
        (Number("5"), "\N{MINUS SIGN}5", False),
    ],
)
async def test_an_answer_is_held_against_its_check(check: Exact, answer: str, passed: bool):
    score = await Examiner().score(Task("t", "?", check), answer)
    assert score.passed is passed
    assert bool(score.why) is not passed


def test_a_letter_of_no_option_is_no_letter():
    assert letter_in("Z", ["x", "y"]) is None
    assert letter_in("the answer is Z", ["x", "y"]) is None


@pytest.mark.usefixtures("confined")
async def test_code_is_run_and_judged_test_by_test():
    examiner, task = Examiner(await sandbox()), Task("t", "?", DOUBLE)
    right = await examiner.score(task, "So:\n```python\ndef double(x):\n    return 2 * x\n```\n")
    assert (right.passed, right.why, right.metrics["correctness"]) == (True, "", 1.0)
    assert right.metrics["run_seconds"] > 0
    assert set(right.metrics) == {"correctness", "run_seconds"}
    half = await examiner.score(task, "def double(x): return x")
    assert (half.passed, half.metrics["correctness"]) == (False, 0.5)
    assert half.why.startswith("two: failed")
    long = await examiner.score(task, "#" * 200_001)
    assert (long.passed, long.metrics["run_seconds"]) == (False, 0.0)


@pytest.mark.usefixtures("confined")
async def test_programs_are_chosen_by_the_tests_that_came_with_them_and_other_answers_by_number():
    examiner, code = Examiner(await sandbox()), Task("t", "?", DOUBLE)
    wrong, right = "def double(x): return x + 1", "def double(x): return 2 * x"
    tests = ("assert double(1) == 2", "assert double(3) == 6")
    choice = await chosen(code, [Candidate(wrong, tests), Candidate(right, tests[:1])], examiner)
    assert (choice.answer, choice.by) == (right, "own tests, 2 of 2")
    untested = await chosen(code, [Candidate(wrong), Candidate(right)], examiner)
    assert (untested.answer, untested.by) == (wrong, "first, without tests of their own")
    number = Task("t", "?", Number("6"))
    most = await chosen(number, [Candidate("7"), Candidate("6"), Candidate("6.0")], Examiner())
    assert (most.answer, most.by) == ("6", "plurality, 2 of 3")
    assert (await chosen(number, [Candidate("7")], Examiner())).by == "only"


def test_of_equals_the_first_is_elected():
    assert elected(["a", "b"], {"1": {"a"}, "2": {"b"}}) == "a"
    assert elected(["a", "b"], {"1": {"b"}, "2": set()}) == "b"


@pytest.mark.parametrize(
    ("patch", "fault"),
    [
        (GOLD, None),
        ("I would change b.", "names no file"),
        ("--- a/x\n+++ b/x\n", "no hunk"),
        ("--- a/x\n+++ b/x\n@@ nonsense @@\n", "no head of a hunk"),
        (GOLD.replace("-1,2 +1,2", "-1,3 +1,2"), "as many lines"),
        ("--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n\\ No newline at end of file\n", None),
    ],
)
def test_what_is_no_patch_is_found_out(patch: str, fault: str | None):
    found = fault_of(patch)
    assert found is None if fault is None else fault in str(found)


def test_localisation_is_by_files():
    assert files_of(GOLD) == {"src/x.py"}
    both = GOLD + GOLD.replace("x.py", "y.py")
    assert localisation(both, GOLD) == {"file_precision": 0.5, "file_recall": 1.0}
    assert localisation("nothing", GOLD) == {"file_precision": 0.0, "file_recall": 0.0}
    dashes = "--- a/x.sql\n+++ b/x.sql\n@@ -1,2 +1,2 @@\n a\x0cb\n--- gone\n+++ come\n"
    assert (files_of(dashes), fault_of(dashes)) == ({"x.sql"}, None)
    assert patch_in(f"So:\n```diff\n{GOLD} ```\n```\nDone.") == f"{GOLD} ```\n"


@pytest.mark.parametrize(
    ("said", "program"),
    [
        ("```bash\npip install x\n```\nThen:\n```python\nx = 1\n```\n", "x = 1\n"),
        ("```Python3\nx = 1\n```", "x = 1\n"),
        ("Two:\n```\nx = 1\n```\n```py\ny = 2\n```", "x = 1\n"),
        ("```python\nx = 1```\n", "x = 1"),
        ("  ```python\n  x = '```'\n  ```", "  x = '```'\n"),
        ("x = 1", "x = 1"),
    ],
)
def test_a_program_is_what_stands_between_the_first_fences_for_it(said: str, program: str):
    assert program_in(said) == program


def repo(folder: Path) -> str:
    """A repository whose configuration would run a program, and its commit."""

    def git(*words: str) -> str:
        told = ("-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false")
        return subprocess.run(["git", "-C", folder, *told, *words], check=True, capture_output=True, text=True).stdout

    (folder / "src").mkdir(parents=True)
    (folder / "src/x.py").write_text("a = 1\nb = 2\n")
    subprocess.run(["git", "init", "-q", folder], check=True)
    git("add", ".")
    git("commit", "-qm", "one")
    trap = folder / "trap.sh"
    trap.write_text(f"#!/bin/sh\ntouch {folder}/sprung\n")
    trap.chmod(0o755)
    git("config", "core.fsmonitor", str(trap))
    # What is missing would be fetched, by a program that the clone names.
    git("config", "core.repositoryformatversion", "1")
    git("config", "extensions.partialClone", "origin")
    git("config", "remote.origin.url", str(folder))
    git("config", "remote.origin.promisor", "true")
    git("config", "remote.origin.uploadpack", str(trap))
    return git("rev-parse", "HEAD").strip()


async def test_a_patch_is_tried_on_a_repository_without_changing_or_running_any_of_it(tmp_path: Path):
    folder = tmp_path / "own__x"
    commit = repo(folder)
    before = sorted(path.name for path in folder.rglob("*"))
    examiner = Examiner(repos=tmp_path)
    task = Task("t", "?", Patch(GOLD, "own/x", commit))
    fits = await examiner.score(task, f"```diff\n{GOLD}```")
    assert (fits.passed, fits.why, fits.metrics["applies"], fits.metrics["well_formed"]) == (
        None,
        "tests not run",
        1,
        1,
    )
    wrong = await examiner.score(task, GOLD.replace("b = 2", "c = 2"))
    assert (wrong.passed, wrong.metrics["applies"]) == (None, 0)
    assert "does not apply" in wrong.why
    none, said = await applies(GOLD, folder, "f" * 40)
    assert none is None
    assert "not in" in said
    assert sorted(path.name for path in folder.rglob("*")) == before
    elsewhere = await examiner.score(Task("t", "?", Patch(GOLD, "own/y", commit)), GOLD)
    assert "applies" not in elsewhere.metrics
    assert "no patch" in (await examiner.score(task, "I would change b.")).why


async def test_programs_are_measured_by_the_tools_that_are_installed_and_by_no_others(monkeypatch: pytest.MonkeyPatch):
    pytest.importorskip("lizard")
    program = "import os\n\ndef f(x):\n    if x:\n        os.system(x)\n    return 1\n"
    monkeypatch.setattr(measures, "find_spec", lambda name: name == "lizard" or None)  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    assert await measures.measured(program) == {"complexity": 2.0}
    assert await measures.measured("x = 1") == {}
    monkeypatch.setattr(measures, "find_spec", lambda name: None)  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    assert await measures.measured(program) == {}


async def test_findings_of_security_are_counted_without_running_the_program():
    pytest.importorskip("bandit")
    found = await measures.measured("import subprocess\nsubprocess.call('ls', shell=True)\nopen('sprung', 'w')\n")
    assert found["security_findings"] >= 2
    assert "sprung" not in os.listdir()
