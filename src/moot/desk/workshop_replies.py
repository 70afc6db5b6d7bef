"""What the desk answers about workshops: the session, its turns, the versions of its code, gates, the whole trail."""

from datetime import datetime
from typing import Any, Literal

from pydantic import Field

from moot.desk.replies import Reply


def _none(value: object) -> bool:
    return value is None


class SessionTold(Reply, frozen=True):
    """A workshop as one row."""

    id: str
    topic: str
    status: Literal["pending", "running", "paused", "completed", "failed", "cancelled"]
    topology_type: str
    coordination_protocol: str
    config: dict[str, Any] = Field(description="What was agreed, without the title and the lessons.")
    initiated_by: str | None
    created_at: datetime
    updated_at: datetime
    completed_at: datetime | None
    total_rounds: int = Field(description="How many phases were held.")
    final_consensus_score: float | None = Field(description="The share of the vote that the winner had, from 0 to 1.")
    outcome: dict[str, Any] | None


class TurnTold(Reply, frozen=True):
    """A turn that was taken or lapsed, as its reader may read it."""

    id: str = Field(description="The argument's id.")
    seq: int
    round: int | None
    phase: str | None
    agent_id: str | None = Field(description="The seat.")
    agent_role: str | None
    provider: str | None = Field(description="Whom the house called on for it; null where somebody came by itself.")
    model: str | None = Field(description="Who answered, as exactly as it told.")
    kind: str
    thread: str | None = Field(description="Whose candidate it is about.")
    answers: int | None = Field(description="The line that it answers.")
    content: dict[str, Any] | None = Field(description="What was said; null where this reader may not read it.")
    hidden: bool
    confidence: float | None
    test_results: list[dict[str, Any]] | None
    reflections: dict[str, Any] | None
    tool_calls: list[dict[str, Any]] | None = Field(
        description="What it used before it answered: `name`, `arguments`, `result`, `ok`, `milliseconds`; null where "
        "it used nothing, or where this reader may not read it."
    )
    created_at: datetime
    response_time_ms: int | None
    tokens: int | None
    money: float | None


class TurnPage(Reply, frozen=True):
    """Turns in order."""

    debate_id: str
    turns: tuple[TurnTold, ...]
    next_cursor: str | None = None


class CodeVersion(Reply, frozen=True):
    """A version of the code: by whom, how it was tested, and, asked for alone, its files."""

    version_number: int
    id: str = Field(description="The argument that brought it.")
    seq: int
    turn: str = Field(description="The kind of move that brought it.")
    thread: str = Field(description="Whose candidate it is.")
    by: str = Field(description="The seat that wrote it.")
    phase: str | None
    language: str
    base: int | None = Field(description="The version that it was made from; null: what came with the task.")
    best: bool = Field(description="Whether it is the best tested version of its candidate.")
    quality_score: float | None = Field(description="What reviewers gave the candidate, from 0 to 1.")
    test_pass_rate: float | None
    passed: int | None
    total: int
    held: int | None = Field(description="How many attacks it withstood.")
    attacked: int
    failing: list[str]
    metrics: dict[str, Any] | None
    checks: dict[str, Any] | None = Field(
        description="What programs found in it: `tools`, `findings` with file and line, `metrics`; null: not checked."
    )
    hidden: bool = Field(description="Whether its text is not for this reader.")
    created_at: datetime
    files: dict[str, str] | None = Field(default=None, exclude_if=_none)
    diff_from_previous: str | None = Field(default=None, exclude_if=_none)


class CodeVersions(Reply, frozen=True):
    """The versions of the code in the order they were made, without their text."""

    debate_id: str
    versions: tuple[CodeVersion, ...]


class VersionDiff(Reply, frozen=True):
    """What changed from one version to another."""

    debate_id: str
    from_version: int = Field(description="0 is what came with the task.")
    to_version: int
    diff: str = Field(description="Unified; empty where nothing changed.")
    added: int
    removed: int


class GateTold(Reply, frozen=True):
    """A gate: after which phase, what there was to decide on, and what was decided."""

    id: str
    seq: int
    phase: str
    requested_at: datetime
    timeout: int
    until: datetime
    artifacts: list[dict[str, Any]]
    decision: Literal["pending", "approved", "rejected", "timed_out"]
    reviewer: str | None
    reason: str | None
    back_to: str | None
    decided_at: datetime | None


class Gates(Reply, frozen=True):
    """The gates of a workshop, and where a rejection may send it back to now."""

    debate_id: str
    state: str
    after: list[str] = Field(description="The phases after which it stops.")
    pending: bool
    may_go_back_to: list[str]
    gates: tuple[GateTold, ...]


class WorkshopTrail(Reply, frozen=True):
    """What a workshop comes to, beside its lines, as its reader may read it."""

    session: SessionTold
    task: dict[str, Any]
    turns: tuple[TurnTold, ...]
    versions: tuple[CodeVersion, ...]
    tests: list[dict[str, Any]]
    matrix: dict[str, dict[str, str]] = Field(description="How each test came out, by the line of the version.")
    attacks: list[dict[str, Any]]
    checks: list[dict[str, Any]] = Field(description="Each version that was to be checked, and what came of it.")
    reflections: list[dict[str, Any]]
    gates: tuple[GateTold, ...]
    votes: list[dict[str, Any]]
    tally: dict[str, Any] | None
