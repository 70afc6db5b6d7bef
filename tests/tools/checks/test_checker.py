"""Real checks in the real sandbox: what they find, what they cannot reach, and that what fails says so."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from moot.debate import InvalidInput
from moot.formats.workshop import Finding, Findings
from moot.sandbox import Ran, detected
from moot.sandbox.backends import Sandlock
from moot.tools.checks import Checker, commit_files, folder_files, offered
from moot.tools.checks.python_said import lizard
from moot.tools.checks.trees import packed
from tests.tools.checks.trees import FAULTY_TREE, PLAIN
from tests.tools.git.ground import Ground

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> Checker:
    """With two checks of the house's own."""
    if not detected()[-1].holds:
        pytest.skip("A sandbox could not be had: moot sandbox check says why")
    path = tmp_path_factory.mktemp("house") / "checks.toml"
    path.write_text(
        """[checks.todo]
command = ["grep", "-rn", "TODO", "."]
what = "Finds what is left to do."
when = ["*.txt"]
[checks.script]
command = ["lizard", "--version"]
when = ["*.txt"]
[checks.bad]
command = []
[checks.ruff]
command = ["true"]
"""
    )
    return Checker(path)


@pytest.fixture(scope="module")
async def found(checker: Checker) -> Findings:
    """What is found in faulty files."""
    return await checker.check(FAULTY_TREE)


def by(found: Findings, tool: str) -> list[Finding]:
    return [each for each in found.findings if each.tool == tool]


def outcomes(found: Findings) -> dict[str, str]:
    return {tool.name: tool.outcome for tool in found.tools}


def why(found: Findings, tool: str) -> str:
    return next(each.why for each in found.tools if each.name == tool)


def places(findings: list[Finding]) -> list[tuple[str, int | None, str]]:
    return [(each.path, each.line, each.code) for each in findings]


async def test_what_there_is_something_to_look_at_for_is_run(found: Findings):
    assert outcomes(found) == {
        "pytest": "found",
        "ruff": "found",
        "lizard": "found",
        "bandit": "found",
        "benchmark": "found",
        "bad in checks.toml": "failed",
        "ruff in checks.toml": "failed",
    }
    assert "command" in why(found, "bad in checks.toml")
    assert found.backend in ("bwrap", "sandlock")
    assert all(tool.version for tool in found.tools[:4])


async def test_findings_have_file_and_line_and_the_worst_come_first(found: Findings):
    assert ("solution.py", 10, "F821") in places(by(found, "ruff"))
    assert ("solution.py", 5, "B602") in places(by(found, "bandit"))
    assert places(by(found, "lizard")) == [("deep/ways.py", 1, "CCN")]
    assert places(by(found, "pytest")) == [("solution.py", 10, "test")]
    assert "test_solution.py::test_nothing: NameError" in by(found, "pytest")[0].message
    assert places(by(found, "benchmark")) == [("bench_broken.py", None, "")]
    grades = [each.severity for each in found.findings]
    assert grades == sorted(grades, key=["error", "warning", "info"].index)


async def test_numbers_are_measured(found: Findings):
    metrics = found.metrics
    assert [metrics[f"tests_{name}"] for name in ("passed", "failed", "skipped", "errors")] == [1, 1, 1, 0]
    assert 0 < metrics["coverage"] < 100
    assert (metrics["complexity_max"], metrics["functions"]) == (13, 6)
    assert metrics["seconds bench_total.py"] > 0
    assert "seconds bench_broken.py" not in metrics


async def test_clean_files_are_told_as_clean_and_what_is_named_but_not_there_as_absent(checker: Checker):
    told = await checker.check({"solution.py": PLAIN}, ["ruff", "security", "tests", "go-vet", "nonsense", "node-test"])
    assert outcomes(told) == {
        "ruff": "clean",
        "bandit": "clean",
        "go-vet": "absent",
        "node-test": "absent",
        "nonsense": "absent",
        "bad in checks.toml": "failed",
        "ruff in checks.toml": "failed",
    }
    assert told.findings == ()
    assert why(told, "nonsense") == "there is no check of this name"
    assert why(told, "node-test") in (
        "there is nothing here that it looks at",
        "there is no program 'node' where a guest could reach it",
    )


async def test_a_check_of_the_house_is_run_and_its_lines_are_read(checker: Checker):
    told = await checker.check({"notes.txt": b"one\nTODO: two\n", "other.md": b"TODO\n"}, ["todo", "script"])
    assert (outcomes(told)["todo"], outcomes(told)["script"]) == ("found", "clean")
    assert [(each.path, each.line) for each in by(told, "todo")] == [("notes.txt", 2), ("other.md", 1)]


HOSTILE = {
    "solution.py": b"x = 1\n",
    "conftest.py": b"import os, socket\nopen('/etc/passwd', 'a')\n",
    "test_out.py": b"""import os, pathlib, socket

def test_network():
    socket.create_connection(("127.0.0.1", 22), 1)

def test_house():
    assert not pathlib.Path("HERE").exists()

def test_environment():
    ours = {name for name in os.environ if not name.startswith(("PYTEST", "COV"))}
    assert ours <= {"PATH", "HOME", "LANG", "PWD", "TMPDIR", "LC_CTYPE"}, ours
""".replace(b"HERE", str(Path(__file__).resolve()).encode()),
    "ruff.toml": b'extend = "/etc/passwd"\n',
    ".moot/checks.toml": b"""[checks.escape]
command = ["sh", "-c", "cat /etc/shadow; touch /usr/x; echo a.py:1: got here; exit 3"]
[checks.missing]
kind = "lint"
command = ["/no/such/program"]
[checks.bandit]
command = ["true"]
[checks."../x"]
command = ["true"]
""",
}


async def test_hostile_files_reach_nothing_and_what_breaks_says_so(checker: Checker, tmp_path: Path):
    told = await checker.check(HOSTILE, ["pytest", "ruff", "escape", "lint"])
    ended = outcomes(told)
    assert ended["ruff"] == "failed"
    assert "exit code 2" in why(told, "ruff")
    assert (ended["missing"], why(told, "missing").partition(":")[0]) == (
        "failed",
        "it could not be started (exit code 127)",
    )
    assert ended["escape"] == "found"
    assert [(each.path, each.line) for each in by(told, "escape")] == [("a.py", 1)]
    assert why(told, "bandit in .moot/checks.toml") == "badly configured: the name is taken"
    assert ended["../x in .moot/checks.toml"] == "failed"
    assert ended["pytest"] in ("found", "failed")
    assert "root:" not in told.model_dump_json()


async def test_tests_cannot_reach_the_network_or_the_house(checker: Checker):
    told = await checker.check({name: HOSTILE[name] for name in ("solution.py", "test_out.py")}, ["pytest"])
    (refused,) = by(told, "pytest")
    assert "test_network" in refused.message
    assert told.metrics["tests_passed"] == 2


SLOW: Mapping[str, bytes] = {"test_slow.py": b"def test_slow():\n    while True: pass\n"}
HUNGRY: Mapping[str, bytes] = {"test_big.py": b"def test_big():\n    x = bytearray(10**9)\n    assert x\n"}


async def test_a_check_that_hangs_or_eats_memory_fails_and_says_why(checker: Checker):
    hung = await checker.check(SLOW, ["pytest"], seconds=1.5)
    assert (outcomes(hung)["pytest"], why(hung, "pytest")) == ("failed", "the time was up")
    hungry = await checker.check(HUNGRY, ["pytest"], memory=128)
    assert (outcomes(hungry)["pytest"], why(hungry, "pytest")) == ("failed", "it held more memory than it may")


async def test_a_job_of_a_workshop_is_done_and_an_unfit_one_refused(checker: Checker):
    job = {"job": "checks", "files": {"solution.py": "import os\n"}, "run": ["lint"]}
    told = await checker.job(json.dumps(job))
    assert places(by(told, "ruff")) == [("solution.py", 1, "F401")]
    with pytest.raises(InvalidInput, match="not a job of checks"):
        await checker.job("Please check my code.")


def test_the_list_says_what_is_missing_and_what_is_badly_configured(checker: Checker):
    there, faults = offered(checker.commands)
    rows = {each.check.name: each for each in there}
    assert not rows["ruff"].why_not
    assert rows["ruff"].version
    assert "'gofmt'" in rows["gofmt"].why_not or rows["gofmt"].version == ""
    assert rows["todo"].check.what == "Finds what is left to do."
    assert set(faults) == {"bad", "ruff"}
    assert faults["ruff"] == "the name is taken"


def test_a_file_of_checks_that_is_no_toml_is_refused(tmp_path: Path):
    (tmp_path / "checks.toml").write_text("[checks")
    with pytest.raises(InvalidInput, match=r"checks\.toml' is not TOML"):
        offered(tmp_path / "checks.toml")


def test_a_folder_is_read_without_links_hidden_folders_and_what_is_installed(tmp_path: Path):
    for name in ("a.py", "node_modules/b.js", ".git/config", ".venv/c.py", ".moot/checks.toml", "d/e.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    (tmp_path / "link.py").symlink_to("/etc/passwd")
    (tmp_path / "big.py").write_bytes(b"x" * (2**20 + 1))
    assert sorted(folder_files(tmp_path)) == [".moot/checks.toml", "a.py", "d/e.py"]
    assert folder_files(tmp_path / "a.py") == {"a.py": b"x"}
    with pytest.raises(InvalidInput, match="There is no file and no folder"):
        folder_files(tmp_path / "nowhere")


def test_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("moot.tools.checks.trees.MOST_FILES", 2)
    for number in range(3):
        (tmp_path / f"{number}.py").touch()
    with pytest.raises(InvalidInput, match="at most 2 files"):
        folder_files(tmp_path)


def test_files_that_are_too_large_when_packed_are_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("moot.tools.checks.trees.MOST_PACKED", 100)
    with pytest.raises(InvalidInput, match="too large to be checked"):
        packed({"a.py": bytes(range(256)) * 4})


async def test_a_version_is_laid_over_its_repository(checker: Checker, tmp_path: Path):
    ground = Ground(tmp_path)
    ground.git("init", "-q")
    ground.write(solution_py="import os\n", helper_py="import sys\n")
    (tmp_path / "link.py").symlink_to("/etc/passwd")
    commit = ground.commit()
    assert sorted(commit_files(tmp_path, commit)) == ["helper.py", "solution.py"]
    repo = {"path": str(tmp_path), "commit": commit}
    job = {"job": "checks", "files": {"solution.py": "x = 1\n"}, "repo": repo, "run": ["ruff"]}
    told = await checker.job(json.dumps(job))
    assert places(by(told, "ruff")) == [("helper.py", 1, "F401")]


def test_the_same_files_are_packed_the_same(tmp_path: Path):
    assert packed({"b": b"2", "a": b"1"}) == packed({"a": b"1", "b": b"2"})


class Elsewhere:
    """A sandbox by name that runs nothing."""

    def __init__(self, name: str) -> None:
        self.name = name

    def obstacle(self) -> None:
        return None

    async def run(self, *_: object) -> Ran:
        return Ran(self.name, "refused", None, b"", b"", 0.0)


@pytest.mark.parametrize(
    ("name", "ended"),
    [
        ("none", {"own": "absent", "ruff": "failed"}),
        ("wasm", {"own": "absent", "ruff": "absent"}),
    ],
)
async def test_what_the_files_name_is_never_run_without_a_sandbox(
    name: str, ended: dict[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    async def chosen(**_: object) -> Elsewhere:
        return Elsewhere(name)

    monkeypatch.setattr("moot.tools.checks.checker.sandbox", chosen)
    tree = {"a.py": b"", ".moot/checks.toml": b'[checks.own]\ncommand = ["true"]\n'}
    told = await Checker(tmp_path / "none.toml").check(tree, ["own", "ruff"])
    assert outcomes(told) == ended


async def test_the_same_is_found_in_the_other_sandbox(checker: Checker, monkeypatch: pytest.MonkeyPatch):
    if (obstacle := Sandlock().obstacle()) is not None:
        pytest.skip(f"The sandbox sandlock could not be had: {obstacle.why}")
    named = ("pytest", "ruff", "lizard", "bandit")
    usual = await checker.check(FAULTY_TREE, named)
    monkeypatch.setattr("moot.tools.checks.checker.sandbox", _only_sandlock)
    other = await checker.check(FAULTY_TREE, named)
    assert other.backend == "sandlock"
    assert [(tool.name, tool.outcome) for tool in other.tools] == [(tool.name, tool.outcome) for tool in usual.tools]
    assert other.findings == usual.findings


async def _only_sandlock(unconfined: bool = False) -> Sandlock:
    return Sandlock()


async def test_many_files_are_checked_too(checker: Checker):
    tree = {f"part{number}/module.py": b"import os\n" for number in range(150)}
    found = await checker.check(tree, ("ruff",))
    assert {finding.path for finding in found.findings} == set(tree)


def test_a_program_that_breaks_without_a_word_is_not_clean():
    broken = Ran("bwrap", "exit", 1, b"", b"TypeError: broken\n", 0.1)
    assert lizard(broken).failed == "TypeError: broken"
