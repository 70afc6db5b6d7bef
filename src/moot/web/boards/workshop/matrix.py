"""The matrix: how every test and attack came out on every version."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from moot.web.boards.workshop.bench import Bench
from moot.web.boards.workshop.making import Made
from moot.web.seats import in_a_sentence
from moot.web.words import in_words

_MOST_COLUMNS = 16
_TIP = 400


@dataclass(frozen=True, slots=True)
class Cell:
    """How one test came out on one version."""

    outcome: str
    """Empty where it was not run on it."""
    detail: str = ""
    report: int | None = None
    """The line that tells of it."""

    @property
    def said(self) -> str:
        """In words."""
        return in_words(self.outcome) if self.outcome else "not run"


@dataclass(frozen=True, slots=True)
class TestRow:
    """One test, or one attack."""

    id: str
    name: str
    counts: bool
    body: str
    """What it calls or runs."""
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Tests that came from one place."""

    title: str
    rows: tuple[TestRow, ...]


@dataclass(frozen=True, slots=True)
class Matrix:
    """The whole table."""

    versions: tuple[Made, ...]
    """Those of one candidate beside each other."""
    groups: tuple[Group, ...]
    left_out: int
    """Earlier versions that are not shown."""

    @property
    def candidates(self) -> tuple[tuple[str, int], ...]:
        """Whose the versions are, and how many there are of each."""
        threads = [one.thread for one in self.versions]
        return tuple((thread, threads.count(thread)) for thread in dict.fromkeys(threads))

    @property
    def size(self) -> int:
        """How many tests and attacks there are."""
        return sum(len(group.rows) for group in self.groups)


def matrix(found: Bench) -> Matrix | None:
    """All that was run; None where there is no test yet."""
    told: Mapping[str, Mapping[str, str]] = found.result["matrix"]
    shown = _shown(found)
    details = _details(found)
    groups = [Group(title, tuple(_row(test, shown, told, details) for test in tests)) for title, tests in _tests(found)]
    kept = tuple(group for group in groups if group.rows)
    return Matrix(shown, kept, len(found.versions) - len(shown)) if kept else None


def body_of(case: Mapping[str, Any]) -> str:
    """What a test does.

    >>> body_of({"call": "f", "args": [[1, 2]], "expected": 3})
    'f([1, 2]) == 3'
    >>> body_of({"call": "f", "args": ["x"], "kwargs": {"n": 1}, "raises": "TypeError"})
    "f('x', n=1) raises TypeError"
    """
    if case.get("code") is not None:
        return str(case["code"])
    if case.get("call") is None:
        return ""
    named: Mapping[str, Any] = case.get("kwargs") or {}
    given = [repr(each) for each in case.get("args") or ()]
    given += [f"{name}={value!r}" for name, value in named.items()]
    came = f"raises {case['raises']}" if case.get("raises") else f"== {case.get('expected')!r}"
    return f"{case['call']}({', '.join(given)}) {came}"


def _shown(found: Bench) -> tuple[Made, ...]:
    """The last versions, and the best of each candidate however old it is."""
    recent = {one.line for one in found.versions[-_MOST_COLUMNS:]}
    kept = [one for one in found.versions if one.best or one.line in recent]
    return tuple(sorted(kept, key=lambda one: (found.authors.index(one.thread), one.number)))


def _tests(found: Bench) -> Iterator[tuple[str, Sequence[Mapping[str, Any]]]]:
    tests = found.result["tests"]
    lines = list(dict.fromkeys(test["line"] for test in tests))
    for line in lines:
        author = found.at(line)
        mine = author is not None and author.argument.type == "TASK"
        title = "With the task" if mine else f"Written at line {line}"
        yield title, [test for test in tests if test["line"] == line]
    cases = dict(_attacks(found))
    attacks = [{**cases.get(made["id"], {}), **made, "counts": True} for made in found.result["attacks"]]
    for author in found.authors:
        yield f"Attacks on {in_a_sentence(author)}", [made for made in attacks if made["thread"] == author]


def _attacks(found: Bench) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for one in found.of_kind("ATTACK"):
        for number, case in enumerate(one.said.get("tests") or (), start=1):
            yield f"{one.line}.{number}", case


def _row(
    test: Mapping[str, Any],
    versions: Sequence[Made],
    told: Mapping[str, Mapping[str, str]],
    details: Mapping[tuple[int, str], tuple[str, int]],
) -> TestRow:
    id = str(test["id"])
    cells: list[Cell] = []
    for version in versions:
        outcome = told.get(str(version.line), {}).get(id, "")
        detail, report = details.get((version.line, id), ("", None))
        cells.append(Cell(outcome, detail, report))
    return TestRow(id, str(test.get("name") or f"attack {id}"), bool(test["counts"]), body_of(test), tuple(cells))


def _details(found: Bench) -> Mapping[tuple[int, str], tuple[str, int]]:
    """What the reports say of each, by version and test; the last report wins, as in the matrix."""
    on = {made["line"]: made["on"] for made in found.result["attacks"]}
    details: dict[tuple[int, str], tuple[str, int]] = {}
    for report in found.of_kind("REPORT"):
        version = on.get(report.about, report.about)
        for each in report.said.get("outcomes") or ():
            if version is not None:
                details[version, str(each["id"])] = (_short(each), report.line)
    return details


def _short(each: Mapping[str, Any]) -> str:
    detail = str(each.get("detail") or "").strip()
    return detail if len(detail) <= _TIP else detail[: _TIP - 1].rstrip() + "…"
