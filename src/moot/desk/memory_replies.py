"""What the desk answers about memory: episodes and lessons."""

from datetime import datetime

from pydantic import Field

from moot.desk.replies import Reply


class FailureTold(Reply, frozen=True):
    """A test that did not pass."""

    id: str
    outcome: str = Field(description="`failed`, `error`, `timeout`, `memory` or `not_run`.")
    detail: str


class EpisodeTold(Reply, frozen=True):
    """An attempt that failed, and what its author made of that."""

    id: str = Field(description="The id of the reflection in its debate.")
    debate_id: str
    seq: int = Field(description="The line of the reflection.")
    role: str
    thread: str = Field(description="Whose candidate it was about.")
    agent: str | None = Field(description="Who moved for the seat; null where nobody knows.")
    task: str
    attempt: int
    attempt_id: str | None = Field(description="The argument with the code that failed.")
    report_id: str | None = Field(description="The argument that says how it failed.")
    failures: tuple[FailureTold, ...] = Field(description="The first of them; `total - passed` says how many.")
    passed: int
    total: int
    root_cause: str
    went_wrong: str
    to_change: str
    confidence: float
    lesson: str | None
    passed_later: bool = Field(description="Whether an attempt made after it passed more of the same tests.")
    created_at: datetime


class EpisodePage(Reply, frozen=True):
    """A page of episodes, the newest first."""

    episodes: tuple[EpisodeTold, ...]
    next_cursor: str | None = None


class LessonTold(Reply, frozen=True):
    """A lesson that helped, and why it fits where a task was given."""

    id: str
    text: str
    debate_id: str
    argument_id: str = Field(description="The reflection that it was drawn from.")
    agent: str | None
    helped: int = Field(description="In how many remembered episodes it helped.")
    created_at: datetime
    score: float | None = Field(description="How well it fits the task, from 0 to 1; null where none was given.")
    words: tuple[str, ...] = Field(
        description="The telling words in common: of the task given, and of the lesson and its own task."
    )
    meaning: float | None = Field(description="How alike the meanings are; null where they were not compared.")


class LessonPage(Reply, frozen=True):
    """Lessons: those that fit a task, the best first; or a page of all, the newest first."""

    lessons: tuple[LessonTold, ...]
    next_cursor: str | None = None
