"""What the desk answers about where a debate came from: its whole trail, its forks, and where it parts from another."""

from datetime import datetime
from typing import Any

from pydantic import Field

from moot.desk.replies import CallTold, Debate, ForkTold, Reply, Soundness, SpentTold
from moot.desk.workshop_replies import WorkshopTrail


def _none(value: object) -> bool:
    return value is None


class SpendingTold(SpentTold, frozen=True):
    """What calls cost together."""

    calls: int = Field(description="How many there were.")


class SeatTold(Reply, frozen=True):
    """Who held a seat, and what it did."""

    seat: str
    player: str | None = Field(description="Whom the house called on; null where somebody came by itself.")
    models: tuple[str, ...] = Field(description="Who answered for it, as exactly as they told.")
    moves: int
    lapses: int
    tool_calls: int
    spent: SpendingTold


class AuditSummary(Reply, frozen=True):
    """A debate as a whole: who took part, what it cost, what came of it, and whether its record is sound."""

    verified: Soundness
    forked: ForkTold | None
    version: int = Field(description="Of the format's rules, as the opening says.")
    setup: dict[str, Any] = Field(description="What was agreed before the first move.")
    seats: tuple[SeatTold, ...]
    spent: SpendingTold = Field(description="Of the lines that were written in this debate itself.")
    inherited: SpendingTold | None = Field(description="Of the lines that a fork shares: paid for in the other debate.")
    lost: SpendingTold | None = Field(
        description="Calls that were cut off, or whose process died: what they may have cost at most. Budgets count it."
    )
    kinds: dict[str, int] = Field(description="How many lines there are of each kind.")
    result: dict[str, Any]
    workshop: WorkshopTrail | None = Field(description="Tests, versions, gates, votes and the rest of a workshop.")


class AuditLine(Reply, frozen=True):
    """One line of the record, with everything that is known of it, as its reader may read it."""

    seq: int
    id: str
    kind: str
    seat: str | None = Field(description="Null is the house itself.")
    by: str | None = Field(description="Which player or member moved.")
    at: datetime = Field(description="When it took effect.")
    noted: datetime = Field(description="When it was written.")
    turn: str | None
    answers: int | None
    phase: str | None
    round: int | None
    thread: str | None
    sealed: bool
    hidden: bool = Field(description="Whether what it says is not for this reader.")
    move: dict[str, Any] | None = Field(description="What was said, or why nothing was; null where it is hidden.")
    spent: SpentTold | None
    provenance: str | None = Field(description="The digest of the calls, as the line itself carries it.")
    sound: bool | None = Field(description="Whether the calls are as the line says; null where there are none to show.")
    origin: str | None = Field(description="The debate in which the calls were made: for a shared line, another one.")
    calls: tuple[CallTold, ...] | None = Field(
        description="What was asked and answered, word for word; null where that would tell what is sealed."
    )
    calls_away: bool = Field(description="Whether the record was brought in, and the calls of this line were not.")
    head: str = Field(description="Its envelope as it is stored.")
    body: str | None = Field(description="Its content as it is stored; null where it is hidden.")
    hash: str


class Audit(Reply, frozen=True):
    """The trail of a debate: a page of its lines, and on the first page what they come to."""

    debate: Debate
    summary: AuditSummary | None = Field(description="On the first page alone.")
    lines: tuple[AuditLine, ...]
    next_after: int | None = Field(default=None, description="Pass it as `after` for the next page; null at the end.")


class Forked(Reply, frozen=True):
    """A debate that was opened with the past of another."""

    debate_id: str
    forked: ForkTold
    state: str
    waiting_for: tuple[str, ...]
    players: dict[str, str] = Field(description="Whom the house calls on for which seat.")
    client_request_id: str | None = None
    repeated: bool = Field(default=False, description="True when this request had been carried out before.")
    seat_keys: dict[str, str] | None = Field(
        default=None, exclude_if=_none, description="Where a token is set: the key that each seat speaks with."
    )


class PartingSide(Reply, frozen=True):
    """One of two debates that are compared."""

    debate_id: str
    title: str
    format: str
    lines: int
    players: dict[str, str]
    ending: str | None = Field(description="How it ended; null while it goes on.")
    result: dict[str, Any]
    spent: SpentTold
    forked: ForkTold | None


class PartingLine(Reply, frozen=True):
    """A line where two debates are no longer the same."""

    seq: int
    kind: str
    seat: str | None
    by: str | None
    text: str | None = Field(description="What was said, field by field; null where it is sealed for this reader.")


class Parting(Reply, frozen=True):
    """Where two debates part."""

    a: PartingSide
    b: PartingSide
    common: int = Field(description="How many lines after the opening are the same in both.")
    stored_alike: int = Field(description="How many of them are stored alike, byte for byte: the past that both share.")
    agreed: dict[str, list[Any]] = Field(description="What was agreed differently: each field as A and as B has it.")
    same: bool = Field(description="Whether all lines say the same.")
    a_line: PartingLine | None = Field(description="The first line of A that differs; null where it has none.")
    b_line: PartingLine | None
    fields: tuple[str, ...] = Field(description="In what these two lines differ.")
    diff: str = Field(description="What A says there against what B says, as a unified diff.")
