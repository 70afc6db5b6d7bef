"""What the desk tells whoever runs the house: what waits, what it costs, what is slow and what fails."""

from datetime import datetime

from pydantic import Field

from moot.desk.replies import Reply


class Vitals(Reply, frozen=True):
    """How much there is of what grows when a house falls behind. Counted in the database, so for all its processes."""

    open: int = Field(description="Debates that have not ended.")
    ended: int = Field(description="Debates that have.")
    called: int = Field(description="Debates in which a player of the house is due.")
    due: int = Field(description="Debates with a deadline within the next hour.")
    late: int = Field(description="Debates whose deadline is over and was not acted upon.")
    asked: int = Field(description="Calls on players of the last hour that are not answered yet.")
    outbox: int = Field(description="Letters to webhooks that are not delivered yet.")
    database_bytes: int = Field(description="How large the database is.")


class DueTold(Reply, frozen=True):
    """A debate that waits for somebody until a deadline."""

    debate_id: str
    title: str
    format: str
    waiting_for: tuple[str, ...]
    deadline: datetime


class HourTold(Reply, frozen=True):
    """What the calls of one hour cost."""

    hour: datetime = Field(description="When it began.")
    calls: int
    tokens: int
    money: float = Field(description="In US dollars, as far as prices are known.")
    unpriced: int = Field(description="Calls whose price nobody knows.")


class ModelTold(Reply, frozen=True):
    """How long a model takes."""

    model: str = Field(description="As it names itself in its answers.")
    calls: int
    median_ms: int
    p95_ms: int = Field(description="19 of 20 calls took no longer.")


class SlowTold(Reply, frozen=True):
    """A call that took long."""

    debate_id: str
    title: str
    turn: str
    model: str
    milliseconds: int
    asked_at: datetime
    trace: str | None = Field(default=None, description="The trace in which it was asked, where traces are kept.")


class FailureOfPlayer(Reply, frozen=True):
    """A player that gave no answer, and why."""

    player: str
    reason: str = Field(description="`failed`, `unfit answers`, `no budget` …")
    times: int
    last_at: datetime
    detail: str = Field(description="What was said the last time.")
    debate_id: str = Field(description="Where that was.")
    seq: int = Field(description="In which line.")


class CircuitTold(Reply, frozen=True):
    """A provider that failed, as the process sees it that answers here."""

    provider: str
    failures: int = Field(description="How often in a row.")
    open: bool = Field(description="Whether nothing is sent to it for now.")
    seconds: float = Field(description="For how long still.")


class WorkerTold(Reply, frozen=True):
    """A process that called on players within the last hour."""

    name: str = Field(description="Machine, process id and a mark of its own.")
    calls: int
    asked: int = Field(description="Calls of it that are not answered yet.")
    last_at: datetime


class Disk(Reply, frozen=True):
    """The disk that the house's home is on."""

    free_bytes: int
    total_bytes: int


class Oversight(Reply, frozen=True):
    """What the database tells of the last day."""

    vitals: Vitals
    late: tuple[DueTold, ...] = Field(description="The 20 that have waited longest.")
    due: tuple[DueTold, ...] = Field(description="The next 20 within an hour.")
    hours: tuple[HourTold, ...] = Field(description="The last 24 hours, each with what it cost.")
    models: tuple[ModelTold, ...] = Field(description="How long models take, the slowest first.")
    measured: int = Field(description="Of how many calls, the newest of the day.")
    slowest: tuple[SlowTold, ...] = Field(description="The 20 slowest calls of the day.")
    failures: tuple[FailureOfPlayer, ...] = Field(description="In the 200 debates of the day that moved last.")
    workers: tuple[WorkerTold, ...]
    attended_at: datetime | None = Field(description="When a process last said that it attends to the house.")


class Operations(Oversight, frozen=True):
    """How the house runs, for its owner."""

    at: datetime
    circuits: tuple[CircuitTold, ...] = Field(description="Providers that failed and have not worked since.")
    disk: Disk | None
