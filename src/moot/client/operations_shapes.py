"""The desk's replies about how the house runs as plain dictionaries; a test keeps them alike."""

from typing import Literal, TypedDict


class QueueTold(TypedDict):
    """The queue through which processes share debates: those that must be looked at, and deadlines that have come."""

    waiting: int
    late: int
    held: int


class PresenceTold(TypedDict):
    """The processes that call on players. Each says every second that it is there."""

    here: int
    silent: int


class Vitals(TypedDict):
    """How much there is of what grows when a house falls behind. Counted in the database, so for all its processes."""

    open: int
    ended: int
    called: int
    due: int
    late: int
    asked: int
    outbox: int
    database_bytes: int
    queue: QueueTold | None
    processes: PresenceTold | None


class DueTold(TypedDict):
    """A debate that waits for somebody until a deadline."""

    debate_id: str
    title: str
    format: str
    waiting_for: list[str]
    deadline: str


class HourTold(TypedDict):
    """What the calls of one hour cost."""

    hour: str
    calls: int
    tokens: int
    money: float
    unpriced: int
    lost: int
    lost_money: float


class ModelTold(TypedDict):
    """How long a model takes."""

    model: str
    calls: int
    median_ms: int
    p95_ms: int


class SlowTold(TypedDict):
    """A call that took long."""

    debate_id: str
    title: str
    turn: str
    model: str
    milliseconds: int
    asked_at: str
    trace: str | None


class FailureOfPlayer(TypedDict):
    """A player that gave no answer, and why."""

    player: str
    reason: str
    times: int
    last_at: str
    detail: str
    debate_id: str
    seq: int


class CircuitTold(TypedDict):
    """A provider that failed, as the process sees it that answers here."""

    provider: str
    failures: int
    open: bool
    seconds: float


class ProcessTold(TypedDict):
    """A process that is there, has fallen silent, or called on players within the last hour."""

    name: str
    state: Literal["here", "silent"] | None
    heard_at: str | None
    calls: int
    asked: int
    last_at: str | None


class ReplicaTold(TypedDict):
    """The replica from which lists are read, as the process sees it that answers here."""

    in_use: bool
    behind_seconds: float | None
    trouble: str | None


class Disk(TypedDict):
    """The disk that the house's home is on."""

    free_bytes: int
    total_bytes: int


class Oversight(TypedDict):
    """What the database tells of the last day."""

    vitals: Vitals
    late: list[DueTold]
    due: list[DueTold]
    hours: list[HourTold]
    models: list[ModelTold]
    measured: int
    slowest: list[SlowTold]
    failures: list[FailureOfPlayer]
    processes: list[ProcessTold]
    replica: ReplicaTold | None
    attended_at: str | None


class Trouble(TypedDict):
    """Something that whoever runs the house should look after."""

    code: str
    what: str
    advice: str


class Operations(Oversight):
    """How the house runs, for its owner."""

    at: str
    troubles: list[Trouble]
    circuits: list[CircuitTold]
    disk: Disk | None
