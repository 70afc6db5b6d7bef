"""The desk's replies about where debates came from as plain dictionaries; a test keeps them alike."""

from typing import Any, NotRequired, TypedDict

from moot.client.shapes import CallTold, Debate, ForkTold, Soundness, SpentTold
from moot.client.workshop_shapes import WorkshopTrail


class SpendingTold(SpentTold):
    """What calls cost together."""

    calls: int


class SeatTold(TypedDict):
    """Who held a seat, and what it did."""

    seat: str
    player: str | None
    models: list[str]
    moves: int
    lapses: int
    tool_calls: int
    spent: SpendingTold


class AuditSummary(TypedDict):
    """A debate as a whole."""

    verified: Soundness
    forked: ForkTold | None
    version: int
    setup: dict[str, Any]
    seats: list[SeatTold]
    spent: SpendingTold
    inherited: SpendingTold | None
    lost: SpendingTold | None
    kinds: dict[str, int]
    result: dict[str, Any]
    workshop: WorkshopTrail | None


class AuditLine(TypedDict):
    """One line of the record, with everything that is known of it."""

    seq: int
    id: str
    kind: str
    seat: str | None
    by: str | None
    at: str
    noted: str
    turn: str | None
    answers: int | None
    phase: str | None
    round: int | None
    thread: str | None
    sealed: bool
    hidden: bool
    move: dict[str, Any] | None
    spent: SpentTold | None
    provenance: str | None
    sound: bool | None
    origin: str | None
    calls: list[CallTold] | None
    calls_away: bool
    head: str
    body: str | None
    hash: str


class Audit(TypedDict):
    """The trail of a debate: a page of its lines, and on the first page what they come to."""

    debate: Debate
    summary: AuditSummary | None
    lines: list[AuditLine]
    next_after: int | None


class Forked(TypedDict):
    """A debate that was opened with the past of another."""

    debate_id: str
    forked: ForkTold
    state: str
    waiting_for: list[str]
    players: dict[str, str]
    client_request_id: str | None
    repeated: bool
    seat_keys: NotRequired[dict[str, str]]


class PartingSide(TypedDict):
    """One of two debates that are compared."""

    debate_id: str
    title: str
    format: str
    lines: int
    players: dict[str, str]
    ending: str | None
    result: dict[str, Any]
    spent: SpentTold
    forked: ForkTold | None


class PartingLine(TypedDict):
    """A line where two debates are no longer the same."""

    seq: int
    kind: str
    seat: str | None
    by: str | None
    text: str | None


class Parting(TypedDict):
    """Where two debates part."""

    a: PartingSide
    b: PartingSide
    common: int
    stored_alike: int
    agreed: dict[str, list[Any]]
    same: bool
    a_line: PartingLine | None
    b_line: PartingLine | None
    fields: list[str]
    diff: str
