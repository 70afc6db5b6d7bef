"""Checks of Python: tests, linter, complexity, types, security, benchmarks."""

from pathlib import PurePosixPath

from moot.tools.checks import driver_said
from moot.tools.checks import python_said as said
from moot.tools.checks.check import Check, Plan, Tree, named

RULES = "E4,E7,E9,F,B,PLE,ASYNC"
"""What ruff looks for where the files say nothing of it."""
_QUIET = ("-q", "-p", "no:cacheprovider", "--capture=sys", "--no-header", "--tb=short", "--color=no")
_COUNTED = (".py", ".js", ".ts", ".go", ".c", ".cpp", ".java", ".rs")


def _is_python(tree: Tree) -> bool:
    return bool(named(tree, ".py"))


def _tests(tree: Tree) -> list[str]:
    """Files that pytest would find by itself."""
    names = ((path, PurePosixPath(path).name) for path in named(tree, ".py"))
    return [path for path, name in names if name.startswith("test_") or name.endswith("_test.py")]


def _benchmarks(tree: Tree) -> list[str]:
    return [path for path in named(tree, ".py") if PurePosixPath(path).name.startswith("bench_")]


def _mentions(tree: Tree, tables: tuple[str, ...], *files: str) -> bool:
    project = tree.get("pyproject.toml", b"")
    return any(f"[tool.{table}".encode() in project for table in tables) or any(name in tree for name in files)


def _ruff(tree: Tree) -> Plan:
    words = ["ruff", "check", "--output-format=json-lines", "--no-cache", "--exit-zero"]
    if not _mentions(tree, ("ruff",), "ruff.toml", ".ruff.toml"):
        words += ["--isolated", f"--select={RULES}"]
    return Plan("program", (*words, "."))


PYTHON_CHECKS: tuple[Check, ...] = (
    Check(
        "pytest",
        "tests",
        "Runs the unit tests of the files, and measures what they cover.",
        lambda tree: bool(_tests(tree)),
        lambda tree: Plan("tests", _QUIET, tuple(_tests(tree))),
        driver_said.pytest,
        module="pytest",
    ),
    Check("ruff", "lint", "Finds faults and bad habits in Python.", _is_python, _ruff, said.ruff, module="ruff"),
    Check(
        "lizard",
        "static",
        "Counts the ways through each function, in many languages.",
        lambda tree: bool(named(tree, *_COUNTED)),
        # Each by its name: of a folder it leaves out what a .gitignore names, without a word.
        lambda tree: Plan("module", ("lizard", "--csv", *(f"./{path}" for path in named(tree, *_COUNTED)))),
        said.lizard,
        module="lizard",
    ),
    Check(
        "basedpyright",
        "static",
        "Checks types in Python, where the files say how.",
        lambda tree: _is_python(tree) and _mentions(tree, ("pyright", "basedpyright"), "pyrightconfig.json"),
        lambda tree: Plan("module", ("basedpyright", "--outputjson")),
        said.basedpyright,
        module="basedpyright",
    ),
    Check(
        "bandit",
        "security",
        "Looks for what is known to be unsafe in Python.",
        _is_python,
        # B101 is about assertions, which are what tests are made of.
        lambda tree: Plan("module", ("bandit", "-r", ".", "-f", "json", "-q", "--exit-zero", "-s", "B101")),
        said.bandit,
        module="bandit",
    ),
    Check(
        "benchmark",
        "benchmark",
        "Times each bench_*.py: the median of five runs.",
        lambda tree: bool(_benchmarks(tree)),
        lambda tree: Plan("benchmark", tuple(_benchmarks(tree))),
        driver_said.benchmark,
    ),
)
