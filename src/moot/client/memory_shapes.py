"""The desk's replies about memory as plain dictionaries; a test keeps them alike."""

from typing import TypedDict


class FailureTold(TypedDict):
    """A test that did not pass."""

    id: str
    outcome: str
    detail: str


class EpisodeTold(TypedDict):
    """An attempt that failed, and what its author made of that."""

    id: str
    debate_id: str
    seq: int
    role: str
    thread: str
    agent: str | None
    task: str
    attempt: int
    attempt_id: str | None
    report_id: str | None
    failures: list[FailureTold]
    passed: int
    total: int
    root_cause: str
    went_wrong: str
    to_change: str
    confidence: float
    lesson: str | None
    passed_later: bool
    created_at: str


class EpisodePage(TypedDict):
    """A page of episodes."""

    episodes: list[EpisodeTold]
    next_cursor: str | None


class LessonTold(TypedDict):
    """A lesson that helped."""

    id: str
    text: str
    debate_id: str
    argument_id: str
    agent: str | None
    helped: int
    created_at: str
    score: float | None
    words: list[str]
    meaning: float | None


class LessonPage(TypedDict):
    """Lessons that fit a task, or a page of all."""

    lessons: list[LessonTold]
    next_cursor: str | None
