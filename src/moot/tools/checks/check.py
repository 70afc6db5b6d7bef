"""What a check is: what it looks at, what it needs, how it is run, and how its words are read."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, get_args

from moot.formats.workshop import Finding
from moot.formats.workshop.findings import FARTHEST, Grade
from moot.sandbox import Ran, plain

Kind: TypeAlias = Literal["tests", "lint", "static", "security", "benchmark", "format", "command"]
KINDS: tuple[Kind, ...] = get_args(Kind)
Tree: TypeAlias = Mapping[str, bytes]
"""The files that are checked, by path."""
LONGEST = 400
NO_TEST = "no test was run"
"""What is told of tests that could be run and were not: these have not passed."""
_LONGEST_CODE = 60
_LONGEST_PATH = 300


@dataclass(frozen=True, slots=True)
class Plan:
    """What the driver is told to do."""

    way: Literal["program", "module", "tests", "benchmark"]
    words: tuple[str, ...]
    tests: tuple[str, ...] = ()
    """The files that have tests."""
    environment: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Read:
    """What a check had to say."""

    findings: Sequence[Finding] = ()
    metrics: Mapping[str, float] = field(default_factory=dict[str, float])
    failed: str = ""
    """Why it could not finish; empty where it did."""


@dataclass(frozen=True, slots=True)
class Check:
    """A check of one kind."""

    name: str
    kind: Kind
    what: str
    """What it does, in a line."""
    applies: Callable[[Tree], bool]
    """Whether there is something for it to look at."""
    plan: Callable[[Tree], Plan]
    read: Callable[[Ran], Read]
    module: str | None = None
    """The Python package that it is; None: a program."""
    program: str | None = None
    asked: str | None = None
    """What makes the program tell its version; None: it is not asked, since nobody vouches for it."""
    own: bool = False
    """Whether the files that are checked name it themselves."""


class Unreadable(ValueError):
    """The words of a check that make no sense."""


def finding(
    tool: str,
    severity: Grade,
    message: str,
    *,
    code: object = "",
    path: object = "",
    line: Any = None,
    column: Any = None,
) -> Finding:
    """A finding, as short and plain as a record wants it."""
    return Finding(
        tool=tool,
        code=plain(str(code or ""), _LONGEST_CODE),
        severity=severity,
        path=plain(_relative(str(path or "")), _LONGEST_PATH),
        line=_place(line),
        column=_place(column),
        message=plain(" ".join(message.split()), LONGEST) or "it says nothing",
    )


def placed(found: Finding, tree: Tree) -> Finding:
    """A finding with the path that the files have it under, where a check put folders before it that they have not.

    >>> placed(finding("go-test", "error", "no", path="example.org/m/sub/a_test.go"), {"sub/a_test.go": b""}).path
    'sub/a_test.go'
    """
    if found.path in tree or found.path.startswith("/"):
        return found
    parts = found.path.split("/")
    shorter = ("/".join(parts[place:]) for place in range(1, len(parts)))
    path = next((path for path in shorter if path in tree), None)
    return found if path is None else found.model_copy(update={"path": path})


def named(tree: Tree, *endings: str) -> list[str]:
    """The files with one of these endings, in order."""
    return sorted(path for path in tree if path.endswith(endings))


ENDED: Mapping[str, str] = {
    "timeout": "the time was up",
    "memory": "it held more memory than it may",
    "output": "it said more than it may",
    "signal": "it was ended by a signal",
    "refused": "the sandbox could not start it",
}
"""Why a run ended that did not end by itself."""


def last_words(ran: Ran) -> str:
    """The last line that a program said."""
    said = [line.strip() for line in plain(ran.stderr or ran.stdout, 2000).splitlines() if line.strip()]
    return said[-1][: LONGEST // 2] if said else "without a word"


def _relative(path: str) -> str:
    """A path as the files are named: the driver lays them out in a folder `tree`, and they may have one themselves."""
    _, found, below = path.partition("/tree/") if path.startswith("/") else ("", "", path)
    return (below if found else path).removeprefix("./")


def _place(number: Any) -> int | None:
    return number if isinstance(number, int) and 1 <= number <= FARTHEST else None
