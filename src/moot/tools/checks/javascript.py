"""Checks of JavaScript and TypeScript, by the programs of this machine."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from pydantic import BaseModel, Field, TypeAdapter

from moot.formats.workshop import Finding
from moot.sandbox import Ran, plain
from moot.tools.checks.check import NO_TEST, Check, Plan, Read, Tree, Unreadable, finding, last_words, named

_SCRIPTS = (".js", ".mjs", ".cjs")
_TYPED = (".ts", ".tsx", ".mts", ".cts")
_TSC = re.compile(r"^(?P<path>.+?)\((?P<line>\d+),(?P<column>\d+)\): (?P<grade>\w+) (?P<code>TS\d+): (?P<message>.+)$")
_TAP = re.compile(r"^\s*not ok \d+ - (?P<name>.+?)(?: # (?P<note>.*))?$")
_COUNTED = re.compile(r"^# (?P<name>pass|fail|skipped) (?P<count>\d+)$")
_LOCATED = re.compile(r"^\s*location: '?(?P<path>[^']+?):(?P<line>\d+):(?P<column>\d+)'?$")


def _js_tests(tree: Tree) -> list[str]:
    """Files that `node --test` would find by itself."""
    found = named(tree, *_SCRIPTS)
    return [path for path in found if _is_js_test(PurePosixPath(path))]


def _is_js_test(path: PurePosixPath) -> bool:
    stem = path.name.removesuffix(path.suffix)
    return "test" in path.parts[:-1] or stem == "test" or stem.startswith("test-") or stem.endswith((".test", "-test"))


def _node(ran: Ran) -> Read:
    """Reads TAP: each test that is not ok, with where it is, and the counts at the end."""
    lines = plain(ran.stdout, 400_000).splitlines()
    counts = {told["name"]: float(told["count"]) for told in map(_COUNTED.match, lines) if told is not None}
    if not counts:
        raise Unreadable(f"it counted no tests (exit code {ran.exit_code}): {last_words(ran)}")
    metrics = {f"tests_{_COUNTS[name]}": count for name, count in counts.items()}
    found = [*_not_ok(lines)]
    if (ran.exit_code or counts.get("fail")) and not found:
        return Read((), metrics, f"node ended with exit code {ran.exit_code}: {last_words(ran)}")
    return Read(found, metrics, "" if counts.get("pass") or found else NO_TEST)


_COUNTS = {"pass": "passed", "fail": "failed", "skipped": "skipped"}


def _not_ok(lines: list[str]) -> Iterator[Finding]:
    for number, line in enumerate(lines):
        told = _TAP.match(line)
        if told is None or (told["note"] or "").upper().startswith(("TODO", "SKIP")):
            continue
        below = lines[number + 1 : number + 12]
        place = next((found for found in map(_LOCATED.match, below) if found is not None), None)
        error = next((each.partition("error:")[2].strip(" '|-") for each in below if "error:" in each), "")
        where = {} if place is None else {"path": place["path"], "line": int(place["line"])}
        yield finding("node-test", "error", ": ".join(filter(None, [told["name"], error])), code="test", **where)


class _EslintRow(BaseModel):
    rule: str | None = Field(default=None, alias="ruleId")
    severity: int
    message: str
    line: int | None = None
    column: int | None = None


class _EslintFile(BaseModel):
    path: str = Field(alias="filePath")
    messages: list[_EslintRow]


_ESLINT = TypeAdapter(list[_EslintFile])
_ESLINT_ERROR = 2


def _eslint(ran: Ran) -> Read:
    return Read(
        [
            finding(
                "eslint",
                "error" if row.severity == _ESLINT_ERROR else "warning",
                row.message,
                code=row.rule,
                path=each.path,
                line=row.line,
                column=row.column,
            )
            for each in _ESLINT.validate_json(ran.stdout)
            for row in each.messages
        ]
    )


def _tsc(ran: Ran) -> Read:
    told = [found for found in map(_TSC.match, plain(ran.stdout, 400_000).splitlines()) if found is not None]
    if ran.exit_code and not told:
        return Read(failed=f"tsc ended with exit code {ran.exit_code}: {last_words(ran)}")
    return Read(
        [
            finding(
                "tsc",
                "error",
                row["message"],
                code=row["code"],
                path=row["path"],
                line=int(row["line"]),
                column=int(row["column"]),
            )
            for row in told
        ]
    )


def _program(*words: str) -> Plan:
    return Plan("program", words)


def _has_eslint(tree: Tree) -> bool:
    names = {PurePosixPath(path).name for path in tree}
    return any(name.startswith(("eslint.config.", ".eslintrc")) for name in names)


JAVASCRIPT_CHECKS: tuple[Check, ...] = (
    Check(
        "node-test",
        "tests",
        "Runs the unit tests of JavaScript with node --test.",
        lambda tree: bool(_js_tests(tree)),
        # A file may have the name of an option.
        lambda tree: _program("node", "--test", "--test-reporter=tap", *(f"./{path}" for path in _js_tests(tree))),
        _node,
        program="node",
        asked="--version",
    ),
    Check(
        "eslint",
        "lint",
        "Finds faults in JavaScript and TypeScript, where the files say how.",
        lambda tree: bool(named(tree, *_SCRIPTS, *_TYPED)) and _has_eslint(tree),
        lambda tree: _program("eslint", "--format=json", "."),
        _eslint,
        program="eslint",
        asked="--version",
    ),
    Check(
        "tsc",
        "static",
        "Checks the types of TypeScript, where there is a tsconfig.json.",
        lambda tree: "tsconfig.json" in tree,
        lambda tree: _program("tsc", "--noEmit", "--pretty", "false"),
        _tsc,
        program="tsc",
        asked="--version",
    ),
)
