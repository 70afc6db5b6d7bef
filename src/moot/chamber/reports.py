"""What a debate of each format reports at its end, key by key; `docs/formats` says what each means."""

from typing import Any

from typing_extensions import TypedDict

Report = dict[str, Any]
"""What a format of another package reports."""


class ArbitrationReport(TypedDict):
    """How it ended; before the end there is nothing to report."""

    ending: str
    result: dict[str, Any]
    """`ruling`: the line of the ruling that closed it; `rounds`."""
    awards: list[Any]


class PanelReport(TypedDict):
    """What the judges recommend, and what each of them said."""

    question_id: str
    consensus: bool | None
    recommended_option: str | None
    confidence: str | None
    outcome: str | None
    distribution: dict[str, list[str]]
    perspectives: dict[str, str]
    change_log: list[dict[str, Any]]
    user_prompt: str | None
    choice: dict[str, Any] | None
    notes: list[str]
    rounds: int
    message: str
    state: str
    sycophancy: dict[str, Any]


class EvaluationReport(TypedDict):
    """The scores before and after, and why they moved."""

    title: str
    state: str
    ending: str | None
    scores: dict[str, dict[str, Any]]
    rounds: list[dict[str, Any]]
    final_adjustments: dict[str, float]
    evidence: list[dict[str, Any]]
    challenges: Any
    concessions: list[dict[str, Any]]
    missing: list[dict[str, Any]]
    synthesis: Any


class ArenaReport(TypedDict):
    """Who won, by what, and what it changed."""

    topic: str
    category: str
    tags: list[str]
    state: str
    challenger: dict[str, Any]
    opponent: dict[str, Any]
    max_posts: int
    how: str | None
    judgments: int
    result: dict[str, Any] | None
    awards: list[Any]


class WorkshopReport(TypedDict):
    """The code that won, and everything that was said and tried on the way."""

    title: str
    task_kind: str
    topology: str
    planning: Any
    phase: str | None
    phases: list[dict[str, Any]]
    lessons: list[dict[str, Any]]
    candidates: list[dict[str, Any]]
    tests: list[dict[str, Any]]
    matrix: Any
    attacks: list[dict[str, Any]]
    checks: list[dict[str, Any]]
    reflections: list[dict[str, Any]]
    tally: dict[str, Any] | None
    votes: Any
    gates: list[dict[str, Any]]
    out: list[Any]
    ending: str | None
    result: dict[str, Any] | None
    """`winner`, `version`, and `files` by path."""


class RoundTableReport(TypedDict):
    """The answer that most gave last, and every answer."""

    answer: str | None
    line: int | None
    votes: int | None
    of: int | None
    rounds: int | None
    missing: dict[str, str]
    final: list[int]
    answers: list[dict[str, Any]]
    ending: str | None
