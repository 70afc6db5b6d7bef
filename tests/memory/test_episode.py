"""An episode is what a reflection, the report that it answers and the task say; a lesson is its words."""

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.debate import Entry, Stamp, argument_id
from moot.memory import did_better, episode_in, lesson_id, lesson_text, thread_of
from moot.memory.episode import LONGEST_DETAIL, LONGEST_TASK, LONGEST_TEXT, MOST_FAILURES
from moot.memory.lesson import LONGEST_LESSON

AT = datetime(2026, 11, 16, tzinfo=UTC)
REFLECTED = {"root_cause": "R", "went_wrong": "W", "to_change": "C", "confidence": 1, "lesson": ""}

outcomes = st.dictionaries(st.sampled_from("abcdef"), st.sampled_from(["passed", "failed", "timeout"]), min_size=1)


def entry(line: int, kind: str, move: dict[str, Any], seat: str = "ann", **more: Any) -> Entry:
    return Entry(line, AT, AT, kind, move, seat, **more)


def report(told: dict[str, str], **more: Any) -> Entry:
    cases = [{"id": id, "outcome": outcome} for id, outcome in told.items()]
    return entry(3, "REPORT", {"outcomes": cases}, "runner", **more)


def test_what_is_not_known_is_left_out():
    episode = episode_in("d", entry(4, "REFLECTION", REFLECTED))
    assert (episode.task, episode.failures, episode.attempt, episode.agent) == ("", (), 1, None)
    assert (episode.attempt_line, episode.report_line, episode.passed, episode.total) == (None, None, 0, 0)
    assert episode.id == argument_id("d", 4)


def test_the_number_of_the_attempt_is_that_of_what_was_run():
    ran = entry(2, "ATTEMPT", {}, stamp=Stamp(round=2))
    reflection = entry(4, "REFLECTION", REFLECTED, stamp=Stamp(round=7))
    assert episode_in("d", reflection, report({}), ran).attempt == 2
    assert episode_in("d", reflection, report({})).attempt == 7


def test_long_texts_and_many_failures_are_cut():
    cases = [{"id": f"t{place}", "outcome": "error", "detail": "x" * 5000} for place in range(100)]
    told = entry(3, "REPORT", {"outcomes": cases}, "runner")
    reflection = entry(4, "REFLECTION", {**REFLECTED, "root_cause": "r" * 9000})
    episode = episode_in("d", reflection, told, task=entry(1, "TASK", {"content": "t" * 9000}))
    assert (len(episode.task), len(episode.root_cause)) == (LONGEST_TASK, LONGEST_TEXT)
    assert (len(episode.failures), episode.total) == (MOST_FAILURES, 100)
    assert {len(failure.detail) for failure in episode.failures} == {LONGEST_DETAIL}


def test_a_sealed_report_is_counted_and_not_copied():
    episode = episode_in("d", entry(4, "REFLECTION", REFLECTED), report({"a": "failed", "b": "passed"}, sealed=True))
    assert (episode.failures, episode.passed, episode.total) == ((), 1, 2)


def test_a_thread_is_named_or_its_authors():
    assert thread_of(entry(2, "ATTEMPT", {}, stamp=Stamp(thread="ben"))) == "ben"
    assert thread_of(entry(2, "ATTEMPT", {})) == "ann"


@given(outcomes, outcomes)
def test_better_is_more_of_the_same_tests(then: dict[str, str], now: dict[str, str]):
    better = did_better(report(then), report(now))
    kept = {id: now.get(id) for id in then}
    gained = sum(kept[id] == "passed" != then[id] for id in then)
    lost = sum(then[id] == "passed" != kept[id] for id in then)
    assert better == (gained > lost)
    assert not did_better(report(then), report(then))
    # Further tests change nothing.
    assert did_better(report(then), report({**now, "z": "passed"})) == better
    assert not (better and did_better(report(now), report(then)) and then.keys() == now.keys())


@pytest.mark.parametrize(
    ("said", "kept"),
    [("", None), (" \n\t ", None), (" a\n  b ", "a b"), ("x" * 5000, "x" * LONGEST_LESSON)],
)
def test_a_lesson_is_kept_in_one_line(said: str, kept: str | None):
    assert lesson_text(said) == kept


@given(st.text(min_size=1))
def test_the_same_words_are_the_same_lesson(text: str):
    assert lesson_id(f"  {text.upper().lower()}  ") == lesson_id(text.upper().lower())
    assert lesson_id(f"{text}.") == lesson_id(text)
    assert lesson_id(text) != lesson_id(f"{text}x")
