"""The desk's replies about workshops as plain dictionaries; a test keeps them alike."""

from typing import Any, Literal, NotRequired, TypedDict


class SessionTold(TypedDict):
    """A workshop as one row."""

    id: str
    topic: str
    status: Literal["pending", "running", "paused", "completed", "failed", "cancelled"]
    topology_type: str
    coordination_protocol: str
    config: dict[str, Any]
    initiated_by: str | None
    created_at: str
    updated_at: str
    completed_at: str | None
    total_rounds: int
    final_consensus_score: float | None
    outcome: dict[str, Any] | None


class TurnTold(TypedDict):
    """A turn that was taken or lapsed, as its reader may read it."""

    id: str
    seq: int
    round: int | None
    phase: str | None
    agent_id: str | None
    agent_role: str | None
    provider: str | None
    model: str | None
    kind: str
    thread: str | None
    answers: int | None
    content: dict[str, Any] | None
    hidden: bool
    confidence: float | None
    test_results: list[dict[str, Any]] | None
    reflections: dict[str, Any] | None
    tool_calls: list[dict[str, Any]] | None
    created_at: str
    response_time_ms: int | None
    tokens: int | None
    money: float | None


class TurnPage(TypedDict):
    """Turns in order."""

    debate_id: str
    turns: list[TurnTold]
    next_cursor: str | None


class CodeVersion(TypedDict):
    """A version of the code: by whom, how it was tested, and, asked for alone, its files."""

    version_number: int
    id: str
    seq: int
    turn: str
    thread: str
    by: str
    phase: str | None
    language: str
    base: int | None
    best: bool
    quality_score: float | None
    test_pass_rate: float | None
    passed: int | None
    total: int
    held: int | None
    attacked: int
    failing: list[str]
    metrics: dict[str, Any] | None
    checks: dict[str, Any] | None
    hidden: bool
    created_at: str
    files: NotRequired[dict[str, str]]
    diff_from_previous: NotRequired[str]


class CodeVersions(TypedDict):
    """The versions of the code in the order they were made, without their text."""

    debate_id: str
    versions: list[CodeVersion]


class VersionDiff(TypedDict):
    """What changed from one version to another."""

    debate_id: str
    from_version: int
    to_version: int
    diff: str
    added: int
    removed: int


class GateTold(TypedDict):
    """A gate: after which phase, what there was to decide on, and what was decided."""

    id: str
    seq: int
    phase: str
    requested_at: str
    timeout: int
    until: str
    artifacts: list[dict[str, Any]]
    decision: Literal["pending", "approved", "rejected", "timed_out"]
    reviewer: str | None
    reason: str | None
    back_to: str | None
    decided_at: str | None


class Gates(TypedDict):
    """The gates of a workshop, and where a rejection may send it back to now."""

    debate_id: str
    state: str
    after: list[str]
    pending: bool
    may_go_back_to: list[str]
    gates: list[GateTold]


class WorkshopTrail(TypedDict):
    """What a workshop comes to, beside its lines, as its reader may read it."""

    session: SessionTold
    task: dict[str, Any]
    turns: list[TurnTold]
    versions: list[CodeVersion]
    tests: list[dict[str, Any]]
    matrix: dict[str, dict[str, str]]
    attacks: list[dict[str, Any]]
    checks: list[dict[str, Any]]
    reflections: list[dict[str, Any]]
    gates: list[GateTold]
    votes: list[dict[str, Any]]
    tally: dict[str, Any] | None
