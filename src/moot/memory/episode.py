"""An episode: an attempt that failed its tests, and what its author made of that."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from moot.debate import Entry, Json, argument_id

LONGEST_TASK = 2000
LONGEST_TEXT = 4000
LONGEST_DETAIL = 300
MOST_FAILURES = 20


@dataclass(frozen=True, slots=True)
class Failure:
    """A test that did not pass."""

    id: str
    outcome: str
    """How it came out: failed, error, timeout, memory or not_run."""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Episode:
    """An attempt that failed, as its author reflected on it. Long texts are cut; the record has them whole."""

    debate: str
    line: int
    """The line of the reflection."""
    seat: str
    thread: str
    """Whose candidate it was about."""
    agent: str | None
    """Who moved for the seat, as far as is known: a player's name, or a member."""
    task: str
    attempt: int
    """The first is 1."""
    attempt_line: int | None
    report_line: int | None
    failures: tuple[Failure, ...]
    """The first of them; `total - passed` says how many there were."""
    passed: int
    total: int
    root_cause: str
    went_wrong: str
    to_change: str
    confidence: float
    lesson: str
    """What it would tell anybody with a similar task; empty where there is nothing."""
    at: datetime
    passed_later: bool = False
    """Whether an attempt that was made after it passed more of the same tests."""

    @property
    def id(self) -> str:
        """The id of the reflection in its record."""
        return argument_id(self.debate, self.line)


def episode_in(
    debate: str, reflection: Entry, report: Entry | None = None, ran: Entry | None = None, task: Entry | None = None
) -> Episode:
    """The episode that a reflection tells of: with the report that it answers, what that ran, and the task."""
    told = dict(_outcomes(report))
    return Episode(
        debate=debate,
        line=reflection.line,
        seat=reflection.seat or "",
        thread=thread_of(reflection),
        agent=reflection.by,
        task=_said(task, "content", LONGEST_TASK),
        attempt=(None if ran is None else ran.stamp.round) or reflection.stamp.round or 1,
        attempt_line=None if ran is None else ran.line,
        report_line=None if report is None else report.line,
        failures=tuple(_failures(report)),
        passed=sum(outcome == "passed" for outcome in told.values()),
        total=len(told),
        root_cause=_said(reflection, "root_cause"),
        went_wrong=_said(reflection, "went_wrong"),
        to_change=_said(reflection, "to_change"),
        confidence=float(cast(float, reflection.move.get("confidence", 0))),
        lesson=_said(reflection, "lesson"),
        at=reflection.at,
    )


def thread_of(entry: Entry) -> str:
    """Whose candidate a line is about."""
    return entry.stamp.thread or entry.seat or ""


def did_better(before: Entry, now: Entry) -> bool:
    """Whether more of the tests of one report passed in another; tests that only one of them has do not count."""
    then, later = dict(_outcomes(before)), dict(_outcomes(now))
    passed_then = sum(outcome == "passed" for outcome in then.values())
    return sum(later.get(id) == "passed" for id in then) > passed_then


def _outcomes(report: Entry | None) -> Iterator[tuple[str, str]]:
    for told in _cases(report):
        yield str(told.get("id")), str(told.get("outcome"))


def _failures(report: Entry | None) -> Iterator[Failure]:
    # What is sealed is for its seat alone, so it is counted and not copied.
    if report is None or report.sealed:
        return
    failed = [told for told in _cases(report) if told.get("outcome") != "passed"]
    for told in failed[:MOST_FAILURES]:
        yield Failure(str(told.get("id")), str(told.get("outcome")), str(told.get("detail") or "")[:LONGEST_DETAIL])


def _cases(report: Entry | None) -> list[Mapping[str, Json]]:
    return [] if report is None else cast(list[Mapping[str, Json]], report.move.get("outcomes") or [])


def _said(entry: Entry | None, field: str, longest: int = LONGEST_TEXT) -> str:
    return "" if entry is None else str(entry.move.get(field) or "").strip()[:longest]
