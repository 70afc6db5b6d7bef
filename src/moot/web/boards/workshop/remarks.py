"""Remarks: what was said about a candidate, beside the code it points at, and against the rubric."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from moot.web.boards.workshop.bench import Bench, Spoken
from moot.web.boards.workshop.making import Made

_WHOLE = 60
"""A file of no more lines is shown whole; of a longer one, what stands around the remarks."""
_AROUND = 3


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that is wrong with a line."""

    by: str
    line: int
    """Of the record."""
    problem: str
    severity: str
    suggestion: str


@dataclass(frozen=True, slots=True)
class CodeLine:
    """A line of code, with what was said of it; None as a number is a gap."""

    number: int | None
    text: str
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """A file of a version with the remarks beside it."""

    path: str
    lines: tuple[CodeLine, ...]


@dataclass(frozen=True, slots=True)
class Criticised:
    """A version that was criticised."""

    version: Made
    critiques: tuple[Spoken, ...]
    sheets: tuple[Sheet, ...]
    count: int


@dataclass(frozen=True, slots=True)
class Criterion:
    """One row of the rubric, as each reviewer scored it."""

    name: str
    weight: int
    high: str
    scores: tuple[tuple[float | None, str], ...]
    """By reviewer: the score and why."""
    mean: float | None


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A candidate against the rubric."""

    author: str
    version: Made | None
    reviews: tuple[Spoken, ...]
    criteria: tuple[Criterion, ...]
    score: float | None


def criticised(found: Bench) -> tuple[Criticised, ...]:
    """The versions that were criticised, each with its critiques."""
    about: dict[int, list[Spoken]] = {}
    for one in found.of_kind("CRITIQUE"):
        if one.about is not None:
            about.setdefault(one.about, []).append(one)
    versions = [(found.version(line), said) for line, said in about.items()]
    return tuple(_criticised(version, said) for version, said in versions if version is not None)


def reviewed(found: Bench) -> tuple[Reviewed, ...]:
    """The candidates that were reviewed, in the order of the cast."""
    rubric = () if found.setup.review is None else found.setup.review.rubric
    by_author: dict[str, list[Spoken]] = {}
    for one in found.of_kind("REVIEW"):
        version = found.version(one.about)
        if version is not None:
            by_author.setdefault(version.thread, []).append(one)
    scores = {one["author"]: one["score"] for one in found.result["candidates"]}
    return tuple(
        Reviewed(
            author,
            found.version(said[-1].about),
            tuple(said),
            tuple(_criterion(each.name, each.weight, each.high, said) for each in rubric),
            scores.get(author),
        )
        for author in found.authors
        for said in [by_author.get(author, [])]
        if said
    )


def _criterion(name: str, weight: int, high: str, reviews: Sequence[Spoken]) -> Criterion:
    found = [_scored(name, one.said) for one in reviews]
    known = [score for score, _ in found if score is not None]
    return Criterion(name, weight, high, tuple(found), sum(known) / len(known) if known else None)


def _scored(name: str, review: Mapping[str, Any]) -> tuple[float | None, str]:
    for each in review["scores"]:
        if each["criterion"] == name:
            return float(each["score"]), str(each.get("why") or "")
    return None, ""


def _criticised(version: Made, said: Sequence[Spoken]) -> Criticised:
    points = [(one, point) for one in said for point in one.said.get("points") or ()]
    remarks: dict[str, dict[int, list[Remark]]] = {}
    for one, point in points:
        remark = Remark(one.seat, one.line, point["problem"], point["severity"], point.get("suggestion") or "")
        remarks.setdefault(point["path"], {}).setdefault(int(point["line"]), []).append(remark)
    files = version.files or {}
    sheets = tuple(Sheet(path, tuple(_beside(files.get(path), told))) for path, told in sorted(remarks.items()))
    return Criticised(version, tuple(said), sheets, len(points))


def _beside(text: str | None, told: Mapping[int, Sequence[Remark]]) -> Iterator[CodeLine]:
    """The lines of a file with what was said of them; without the file, what was said alone."""
    if text is None:
        yield from (CodeLine(number, "", tuple(told[number])) for number in sorted(told))
        return
    lines = text.splitlines()
    near = range(1, len(lines) + 1) if len(lines) <= _WHOLE else _near(told, len(lines))
    last = 0
    for number in near:
        if number != last + 1:
            yield CodeLine(None, f"{number - last - 1} lines")
        yield CodeLine(number, lines[number - 1], tuple(told.get(number, ())))
        last = number
    yield from (CodeLine(number, "", tuple(told[number])) for number in sorted(told) if number > len(lines))


def _near(told: Mapping[int, Sequence[Remark]], size: int) -> list[int]:
    wanted = {at for number in told for at in range(number - _AROUND, number + _AROUND + 1)}
    return sorted(at for at in wanted if 1 <= at <= size)
