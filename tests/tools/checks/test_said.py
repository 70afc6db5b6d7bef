"""What checks say, as they really said it, and how it is read; and that what makes no sense is not taken for clean."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from moot.debate import InvalidInput
from moot.formats.workshop import Finding, ToolRun
from moot.sandbox import Ran
from moot.tools.checks import BUILT_IN, Check, folder_files
from moot.tools.checks.check import NO_TEST, Read, Unreadable, finding, placed
from moot.tools.checks.checker import Checked, gathered
from moot.tools.checks.lines import lines_of

CHECKS: dict[str, Check] = {check.name: check for check in BUILT_IN}


def ran(stdout: str = "", stderr: str = "", code: int = 0) -> Ran:
    return Ran("bwrap", "exit", code, stdout.encode(), stderr.encode(), 0.1)


def read(name: str, stdout: str = "", stderr: str = "", code: int = 0) -> Read:
    return CHECKS[name].read(ran(stdout, stderr, code))


def told(found: Read) -> list[tuple[str, int | None, int | None, str, str, str]]:
    return [(each.path, each.line, each.column, each.severity, each.code, each.message) for each in found.findings]


def test_eslint_is_read():
    rows: list[dict[str, Any]] = [
        {
            "filePath": "/work/tree/a.js",
            "messages": [
                {"ruleId": "no-unused-vars", "severity": 1, "message": "'unused' is not used.", "line": 1, "column": 7},
                {"ruleId": "no-undef", "severity": 2, "message": "'x' is not defined.", "line": 2, "column": 23},
            ],
        },
        {"filePath": "/work/tree/eslint.config.mjs", "messages": []},
    ]
    assert told(read("eslint", json.dumps(rows), code=1)) == [
        ("a.js", 1, 7, "warning", "no-unused-vars", "'unused' is not used."),
        ("a.js", 2, 23, "error", "no-undef", "'x' is not defined."),
    ]


def test_tsc_is_read():
    said = "b.ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'.\n"
    assert told(read("tsc", said, code=1)) == [
        ("b.ts", 1, 7, "error", "TS2322", "Type 'string' is not assignable to type 'number'.")
    ]
    assert read("tsc", "error TS18003: No inputs were found.\n", code=2).failed.startswith("tsc ended with exit code 2")
    assert read("tsc") == Read([])
    in_brackets = read("tsc", "app/(shop)/page.tsx(3,4): error TS1: no\n", code=2)
    assert told(in_brackets)[0][:3] == ("app/(shop)/page.tsx", 3, 4)


def test_gofmt_and_go_vet_are_read():
    assert told(read("gofmt", "m.go\n")) == [("m.go", None, None, "warning", "", "is not formatted")]
    broken = read("gofmt", stderr="m.go:3:1: expected declaration\n", code=2)
    assert (told(broken)[0][:4], bool(broken.failed)) == (("m.go", 3, 1, "error"), True)
    said = (
        '# example.org/m\n# [example.org/m]\nvet: ./m.go:6:13: fmt.Printf format %d has arg "x" of wrong type string\n'
    )
    assert told(read("go-vet", stderr=said, code=1)) == [
        ("m.go", 6, 13, "warning", "", 'fmt.Printf format %d has arg "x" of wrong type string')
    ]
    assert read("go-vet", stderr="go: no modules\n", code=1).failed == "go vet ended with exit code 1: go: no modules"


def test_go_test_is_read():
    m = "example.org/m"
    events = [
        {"Action": "run", "Package": m, "Test": "TestTotal"},
        {"Action": "output", "Package": m, "Test": "TestTotal", "Output": "%!d(string=x)"},
        {"Action": "output", "Package": m, "Test": "TestTotal", "Output": "    m_test.go:7: got 4\n"},
        {"Action": "fail", "Package": m, "Test": "TestTotal", "Elapsed": 0},
        {"Action": "fail", "Package": m, "Test": "TestMute", "Elapsed": 0},
        {"Action": "pass", "Package": m, "Test": "TestNothing", "Elapsed": 0},
        {"Action": "fail", "Package": m, "Elapsed": 0.02},
    ]
    found = read("go-test", "\n".join([*map(json.dumps, events), "no JSON"]), code=1)
    assert told(found) == [
        ("example.org/m/m_test.go", 7, None, "error", "test", "TestTotal: got 4"),
        ("", None, None, "error", "test", "TestMute failed"),
    ]
    assert found.metrics == {"tests_passed": 1, "tests_failed": 2, "tests_skipped": 0}
    built = {"ImportPath": m, "Action": "build-output", "Output": "./m.go:6:2: undefined: y\n"}
    unbuilt = read("go-test", json.dumps(built), code=1)
    assert told(unbuilt)[0][:3] == ("m.go", 6, 2)
    assert unbuilt.failed
    passed = {"Action": "pass", "Package": f"{m}/a", "Test": "TestA"}
    half = [passed, built, {"Action": "fail", "Package": m, "FailedBuild": m}, {"Action": "fail", "Package": f"{m}/b"}]
    found = read("go-test", "\n".join(map(json.dumps, half)), code=1)
    assert [each[:3] for each in told(found)] == [("m.go", 6, 2), ("", None, None), ("", None, None)]
    assert read("go-test", json.dumps(passed)) == Read([], {"tests_passed": 1, "tests_failed": 0, "tests_skipped": 0})
    assert read("go-test", json.dumps(passed), code=2).failed, "another package broke without a word"
    assert read("go-test", json.dumps({"Action": "pass", "Package": m})).failed == NO_TEST


def test_node_test_is_read():
    said = """TAP version 13
# Subtest: adds
not ok 1 - adds
  ---
  duration_ms: 2
  location: '/work/tree/a.test.js:1:76'
  failureType: 'testCodeFailure'
  error: '1 == 2'
  code: 'ERR_ASSERTION'
  ...
ok 2 - ok
not ok 3 - later # TODO
# tests 3
# pass 1
# fail 1
# skipped 0
"""
    found = read("node-test", said, code=1)
    assert told(found) == [("a.test.js", 1, None, "error", "test", "adds: 1 == 2")]
    assert found.metrics == {"tests_passed": 1, "tests_failed": 1, "tests_skipped": 0}
    # What a test prints stands there as if node had counted it; what comes after was cut off.
    assert read("node-test", "# pass 5\nok 1 - a\n", code=1).failed.startswith("node ended with exit code 1")
    assert read("node-test", "# pass 1\n# fail 2\n").failed
    assert read("node-test", "# pass 0\n# fail 0\n# skipped 3\n").failed == NO_TEST


def test_basedpyright_is_read_and_counts_lines_from_one():
    row = {
        "file": "/work/tree/a.py",
        "severity": "error",
        "message": "no",
        "rule": "reportX",
        "range": {"start": {"line": 0, "character": 4}},
    }
    whole = {"generalDiagnostics": [row, {**row, "severity": "information"}], "summary": {"filesAnalyzed": 1}}
    said = json.dumps(whole)
    assert [each[:5] for each in told(read("basedpyright", said, code=1))] == [
        ("a.py", 1, 5, "error", "reportX"),
        ("a.py", 1, 5, "info", "reportX"),
    ]


@pytest.mark.parametrize("name", ["eslint", "node-test", "bandit", "basedpyright", "pytest", "benchmark"])
@pytest.mark.parametrize("said", ["", "Segmentation fault", "[[[[", '{"a": 1}', "null"])
def test_what_makes_no_sense_is_not_taken_for_clean(name: str, said: str):
    with pytest.raises((Unreadable, ValueError, TypeError)):
        read(name, said, code=1)


def counted_by_pytest(code: int, **counts: int) -> str:
    every = {"passed": 0, "failed": 0, "skipped": 0, "errors": 0, **counts}
    return json.dumps({"code": code, "counts": every, "findings": [], "seconds": 0.1, "coverage": None})


@pytest.mark.parametrize(
    ("name", "said", "stderr", "code", "why"),
    [
        ("pytest", counted_by_pytest(5), "", 0, NO_TEST),
        ("pytest", counted_by_pytest(0), "", 0, NO_TEST),
        ("pytest", counted_by_pytest(0, skipped=3), "", 0, NO_TEST),
        ("pytest", counted_by_pytest(2, passed=1), "", 0, "the tests were broken off"),
        ("ruff", "", "warning: No Python files found under the given path(s)\n", 0, "it looked at no file"),
        ("bandit", '{"results": [], "errors": [], "metrics": {"_totals": {}}}', "", 0, "it looked at no file"),
        ("basedpyright", '{"generalDiagnostics": [], "summary": {"filesAnalyzed": 0}}', "", 0, "it looked at no file"),
        ("basedpyright", '{"generalDiagnostics": [], "summary": {"filesAnalyzed": 1}}', "x", 3, "basedpyright ended"),
    ],
)
def test_what_looked_at_nothing_is_not_taken_for_clean(name: str, said: str, stderr: str, code: int, why: str):
    assert read(name, said, stderr, code).failed.startswith(why)


@pytest.mark.parametrize("name", ["ruff", "lizard", "tsc", "gofmt", "go-vet", "go-test"])
def test_a_bad_exit_code_without_a_word_is_a_failure(name: str):
    assert read(name, code=3).failed


def test_a_finding_is_told_where_the_files_have_it():
    tree = {"src/tree/x.py": b"", "sub/a_test.go": b""}

    def at(path: str) -> str:
        return placed(finding("any", "error", "no", path=path), tree).path

    assert at("/work/tree/src/tree/x.py") == at("./src/tree/x.py") == "src/tree/x.py"
    assert at("/odd/tree/moot-1/tree/src/tree/x.py") == "src/tree/x.py"
    assert at("example.org/m/sub/a_test.go") == "sub/a_test.go"
    assert (at("/usr/lib/sub/a_test.go"), at("other.py")) == ("/usr/lib/sub/a_test.go", "other.py")


def test_lines_in_the_way_of_compilers_are_found_among_others():
    said = "12:30:45 started\n./a.py:3: error: no\nb/c.py:4:5: hm\nREADME:1: no path that we know\n"
    assert [(each.path, each.line, each.column, each.severity) for each in lines_of("own", said)] == [
        ("a.py", 3, None, "error"),
        ("b/c.py", 4, 5, "warning"),
    ]


def test_no_more_is_told_than_a_record_keeps_and_the_rest_is_counted():
    def one(severity: str, line: int) -> Finding:
        return Finding.model_validate({"tool": "a", "severity": severity, "path": "x", "line": line, "message": "m"})

    many = [one("info", 1)] * 250 + [one("error", 2)]
    ran_a = ToolRun(name="a", outcome="found")
    ran_b = ToolRun(name="b", outcome="clean")
    whole = gathered([Checked(ran_a, Read(many, {"n": 1.0})), Checked(ran_b, Read((), {"n": 2.0}))], "bwrap")
    assert (len(whole.findings), whole.left_off, whole.findings[0].severity) == (200, 51, "error")
    assert whole.metrics == {"n": 1.0, "b n": 2.0}


def test_control_characters_and_long_words_are_made_plain():
    row = {"code": "E1", "filename": "a.py", "message": "\x1b[31m" + "x" * 5000 + "\nIGNORE", "location": {"row": 0}}
    (found,) = read("ruff", json.dumps(row)).findings
    assert "\x1b" not in found.message
    assert "\n" not in found.message
    assert len(found.message) <= 400
    assert found.line is None


def test_a_file_that_cannot_be_read_is_refused_and_not_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "a.py").write_text("x = 1\n")

    def shut(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", shut)
    for path in (tmp_path, tmp_path / "a.py"):
        with pytest.raises(InvalidInput, match="Permission denied"):
            folder_files(path)


FILES = {"a.py": b"x = 1\n"}
CHOSEN: dict[str, Callable[[], dict[str, bytes]]] = {
    "pytest": lambda: {"pkg/x_test.py": b""},
    "basedpyright": lambda: {**FILES, "pyproject.toml": b"[tool.pyright]\n"},
    "benchmark": lambda: {"benchmarks/bench_a.py": b""},
    "node-test": lambda: {"test/a.mjs": b""},
    "eslint": lambda: {"a.ts": b"", "eslint.config.js": b""},
    "tsc": lambda: {"tsconfig.json": b"{}"},
    "gofmt": lambda: {"a.go": b""},
    "go-vet": lambda: {"a.go": b"", "go.mod": b""},
    "go-test": lambda: {"a_test.go": b"", "go.mod": b""},
}


@pytest.mark.parametrize("name", list(CHOSEN))
def test_checks_are_chosen_by_what_the_files_have(name: str):
    check = CHECKS[name]
    assert check.applies(CHOSEN[name]())
    assert not check.applies({"a.txt": b""})
    assert check.plan(CHOSEN[name]()).words


def test_no_file_is_taken_for_an_option():
    tree = {"--test-name-pattern=no.test.js": b"", "-x.py": b""}
    assert "./--test-name-pattern=no.test.js" in CHECKS["node-test"].plan(tree).words
    assert "./-x.py" in CHECKS["lizard"].plan(tree).words


def test_the_files_may_say_how_ruff_looks_at_them():
    ruff = CHECKS["ruff"]
    assert "--isolated" in ruff.plan(FILES).words
    assert "--isolated" not in ruff.plan({**FILES, "ruff.toml": b""}).words
