"""What the desk tells whoever runs the house: what waits, what it costs, what is slow and what fails."""

from datetime import datetime
from typing import Literal

from pydantic import Field

from moot.desk.replies import Reply


class QueueTold(Reply, frozen=True):
    """The queue through which processes share debates: those that must be looked at, and deadlines that have come."""

    waiting: int = Field(description="In line, and taken by nobody yet.")
    late: int = Field(description="Of these, how many have been there for more than 5 seconds.")
    held: int = Field(description="Taken by a process whose players speak.")


class PresenceTold(Reply, frozen=True):
    """The processes that call on players. Each says every second that it is there."""

    here: int
    silent: int = Field(description="Heard of within the last hour, but not for 5 seconds, and without a goodbye.")


class Vitals(Reply, frozen=True):
    """How much there is of what grows when a house falls behind. Counted in the database, so for all its processes."""

    open: int = Field(description="Debates that have not ended.")
    ended: int = Field(description="Debates that have.")
    called: int = Field(description="Debates in which a player of the house is due.")
    due: int = Field(description="Debates with a deadline within the next hour.")
    late: int = Field(description="Debates whose deadline is over and was not acted upon.")
    asked: int = Field(description="Calls on players that are not answered yet, of the newest 10,000 of the last hour.")
    outbox: int = Field(description="Letters to webhooks that are not delivered yet.")
    database_bytes: int = Field(description="How large the database is.")
    queue: QueueTold | None = Field(default=None, description="Where there is one: on PostgreSQL.")
    processes: PresenceTold | None = Field(default=None, description="Where several can share a house: on PostgreSQL.")


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
    lost: int = Field(default=0, description="Calls that were cut off, or whose process died; not among the others.")
    lost_money: float = Field(
        default=0.0, description="What those may have cost at most, as far as prices are known. Budgets count it."
    )


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


class ProcessTold(Reply, frozen=True):
    """A process that is there, has fallen silent, or called on players within the last hour."""

    name: str = Field(description="Machine, process id and a mark of its own.")
    state: Literal["here", "silent"] | None = Field(
        description="null for one that has left, and where none says that it is there: on SQLite."
    )
    heard_at: datetime | None = Field(description="When it last said that it is there, by the database's clock.")
    calls: int = Field(description="On players, of the newest 10,000 of the last hour.")
    asked: int = Field(description="Calls of it that are not answered yet.")
    last_at: datetime | None = Field(description="When it last called on a player, within the last hour.")


class ReplicaTold(Reply, frozen=True):
    """The replica from which lists are read, as the process sees it that answers here."""

    in_use: bool = Field(description="Whether lists are read from it, and not from the database itself.")
    behind_seconds: float | None = Field(description="How far it was behind when it was last looked at, where known.")
    trouble: str | None = Field(description="Why it is not read.")


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
    slowest: tuple[SlowTold, ...] = Field(description="The 20 slowest calls, of the newest 10,000 of the day.")
    failures: tuple[FailureOfPlayer, ...] = Field(description="In the 200 debates of the day that moved last.")
    processes: tuple[ProcessTold, ...]
    replica: ReplicaTold | None = Field(default=None, description="Where one is set.")
    attended_at: datetime | None = Field(description="When a process last said that it attends to the house.")


class Trouble(Reply, frozen=True):
    """Something that whoever runs the house should look after."""

    code: Literal[
        "late", "was_down", "in_line", "unattended", "silent", "left_alone", "replica_unread", "disk", "no_answers"
    ]
    what: str
    advice: str


class Operations(Oversight, frozen=True):
    """How the house runs, for its owner."""

    at: datetime
    troubles: tuple[Trouble, ...] = Field(description="What to look after, the worst first; none when all is well.")
    circuits: tuple[CircuitTold, ...] = Field(description="Providers that failed and have not worked since.")
    disk: Disk | None
