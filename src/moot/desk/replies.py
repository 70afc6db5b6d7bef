"""What the desk answers: the same shapes through every entrance."""

from datetime import datetime
from functools import cached_property
from typing import Any, Literal

from pydantic import BaseModel, Field


def _none(value: object) -> bool:
    return value is None


def _empty(value: object) -> bool:
    return value == ()


class Reply(BaseModel, frozen=True):
    """Something the desk says; what is not the case is left out, because agents pay for what they read."""


class OptionTold(Reply, frozen=True):
    """One way out that an appeal offers."""

    id: str
    label: str


class SpentTold(Reply, frozen=True):
    """What a line cost: measured, or absent."""

    tokens_in: int
    tokens_out: int
    money: float | None = Field(description="In US dollars; null where the price is not known.")
    milliseconds: int


class DocumentRef(Reply, frozen=True):
    """A document that an argument cites, and the version it names, if it names one."""

    id: str
    version: int | None = None


class Argument(Reply, frozen=True):
    """One line of the record, as its reader sees it."""

    id: str
    debate_id: str
    seq: int = Field(description="Its line in the record; the motion is 1.")
    type: str
    role: str | None = Field(description="The seat that spoke; null is the house itself.")
    content: str | None = Field(description="Null while it is sealed for this reader.")
    parent_id: str | None = Field(description="The argument it is about.")
    created_at: datetime
    client_request_id: str | None = Field(default=None, exclude_if=_none)
    options: tuple[OptionTold, ...] | None = Field(
        default=None, exclude_if=_none, description="The ways out that an APPEAL offers."
    )
    option: str | None = Field(default=None, exclude_if=_none, description="The option that a RULING chose.")
    close: bool | None = Field(default=None, exclude_if=_none, description="True for the RULING that closed it.")
    parked: bool | None = Field(
        default=None,
        exclude_if=_none,
        description="True for a claim that was being written when the arbitrator intervened.",
    )
    documents: tuple[DocumentRef, ...] = Field(default=(), exclude_if=_empty)
    move: dict[str, Any] | None = Field(
        default=None, exclude_if=_none, description="All that was said, where it is more than a text."
    )
    sealed: bool | None = Field(
        default=None, exclude_if=_none, description="True for a line that its seat alone reads until it is revealed."
    )
    reveals: str | None = Field(
        default=None, exclude_if=_none, description="For a `revealed` line: the argument that it opens."
    )
    round: int | None = Field(default=None, exclude_if=_none)
    phase: str | None = Field(default=None, exclude_if=_none)
    by: str | None = Field(default=None, exclude_if=_none, description="Which player spoke for the seat.")
    spent: SpentTold | None = Field(default=None, exclude_if=_none)


class AvailableAction(Reply, frozen=True):
    """A move that a seat may make now."""

    type: str
    role: str
    must: bool = Field(description="Whether the debate waits for it.")
    answers: str | None = Field(default=None, exclude_if=_none, description="The argument it would answer.")
    until: datetime | None = Field(default=None, exclude_if=_none)


class Debate(Reply, frozen=True):
    """A debate at a glance."""

    id: str
    title: str
    format: str
    debate_type: str | None
    state: str
    waiting_for: tuple[str, ...] = Field(description="The roles that must move before it goes on.")
    deadline: datetime | None = Field(default=None, exclude_if=_none)
    seq: int = Field(description="The line of its last argument or note.")
    hash: str = Field(description="The hash of its last line: note it, and nobody can change what stands before it.")
    created_at: datetime
    updated_at: datetime
    closed_at: datetime | None = None


class Context(Reply, frozen=True):
    """A debate, with its motion and its last arguments."""

    debate: Debate
    arguments: tuple[Argument, ...]
    omitted: int = Field(default=0, description="How many arguments between the motion and the rest were left out.")
    players: dict[str, str] = Field(default={}, description="Whom the house calls on for which seat.")
    role: str | None = None
    action: str | None = Field(default=None, description="What the given role should do now.")
    wait_on: str | None = Field(default=None, description="The argument to wait on, when the role should wait.")
    available_actions: tuple[AvailableAction, ...] = ()


class Receipt(Reply, frozen=True):
    """What is said back to a move."""

    debate_id: str
    argument_id: str
    seq: int
    type: str
    state: str
    action: str = Field(description="What the mover should do next.")
    wait_on: str = Field(description="The argument to wait on next.")
    client_request_id: str | None = None
    repeated: bool = Field(default=False, description="True when this request had been carried out before.")
    seat_keys: dict[str, str] | None = Field(
        default=None,
        exclude_if=_none,
        description="On opening, where a token is set: the key that each seat speaks with.",
    )


class Waited(Reply, frozen=True):
    """What a waiting caller is told."""

    status: Literal["ready", "timeout"]
    has_new_argument: bool
    state: str
    action: str
    wait_on: str
    arguments: tuple[Argument, ...] = ()
    available_actions: tuple[AvailableAction, ...] = ()
    retry_command: str | None = Field(default=None, exclude_if=_none)


class DebatePage(Reply, frozen=True):
    """A page of debates, the latest growth first."""

    debates: tuple[Debate, ...]
    next_cursor: str | None = None


class ArgumentPage(Reply, frozen=True):
    """Arguments in order, from a line on."""

    arguments: tuple[Argument, ...]
    next_after: int | None = Field(default=None, description="Pass it as `after` for the next page; null at the end.")


class Soundness(Reply, frozen=True):
    """Whether a record is as it was written."""

    debate_id: str
    sound: bool
    lines: int
    hash: str
    fault: str | None = None
    fault_line: int | None = None
    imported_at: datetime | None = Field(
        default=None,
        exclude_if=_none,
        description="When the record, or the past it shares, was brought in; calls that stayed there are not compared.",
    )


class DocumentTold(Reply, frozen=True):
    """A document at a glance."""

    id: str
    title: str
    version: int = Field(description="Its latest version.")
    debate_id: str | None = None
    created_at: datetime
    updated_at: datetime


class VersionTold(Reply, frozen=True):
    """One version of a document; its `content` is told when it is read, not in histories and receipts."""

    document_id: str
    title: str
    version: int
    latest: int
    content: str | None = Field(default=None, exclude_if=_none)
    note: str | None = None
    by: str | None = None
    sha256: str
    size: int
    created_at: datetime


class DocumentPage(Reply, frozen=True):
    """A page of documents, the latest first."""

    documents: tuple[DocumentTold, ...]
    next_cursor: str | None = None


class History(Reply, frozen=True):
    """All versions of a document, the oldest first."""

    document_id: str
    title: str
    versions: tuple[VersionTold, ...]


class DiffRow(Reply, frozen=True):
    """One row of a side-by-side difference."""

    kind: Literal["same", "changed", "added", "removed", "skipped"]
    left: str | None = None
    right: str | None = None
    left_line: int | None = None
    right_line: int | None = None


class Difference(Reply, frozen=True):
    """What changed between two versions of a document."""

    document_id: str
    title: str
    from_version: int
    to_version: int
    unified: str
    rows: tuple[DiffRow, ...]
    added: int
    removed: int


class Result(Reply, frozen=True):
    """How a debate ended, or what is known so far."""

    debate_id: str
    format: str
    state: str
    closed: bool
    result: dict[str, Any]


class FormTold(Reply, frozen=True):
    """A move that may be made, and how it is filled in."""

    type: str
    answers: str | None
    form: dict[str, Any] = Field(description="The JSON Schema of the move.")


class Task(Reply, frozen=True):
    """Something that is wanted of a seat; one of the forms answers it."""

    task: str
    forms: tuple[FormTold, ...]


class BriefTold(Reply, frozen=True):
    """What a seat is told when its turn comes."""

    debate_id: str
    role: str
    you: str = Field(description="Who the seat is, and what it must keep to.")
    record: str = Field(description="What it has to know and may read.")
    tasks: tuple[Task, ...]


class Sample(Reply, frozen=True):
    """A debate that a newcomer can watch."""

    name: str
    title: str
    format: str
    about: str
    opened: str | None = Field(description="The debate, once it was started.")


class Shared(Reply, frozen=True):
    """How somebody else can read a debate."""

    debate_id: str
    path: str = Field(description="Where the debate is, for whoever may read it.")
    public: bool = Field(description="Whether anybody who reaches this server may read it.")
    id: str | None = Field(description="Names the link, to take it back; null where no key is needed.")
    key: str | None = Field(description="Reads this debate and does nothing; null where no key is needed.")
    link: str | None = Field(description="The path that gives a browser this key.")
    until: datetime | None = Field(description="How long the key is good.")


class LinkTold(Reply, frozen=True):
    """A link with which somebody can read a debate, or could."""

    id: str
    made_at: datetime
    until: datetime
    ended_at: datetime | None = Field(description="When it was taken back.")
    good: bool = Field(description="Whether it still opens the debate.")
    key: str | None = Field(description="Reads this debate and does nothing; null once it does not.")
    link: str | None = Field(description="The path that gives a browser this key.")


class Shares(Reply, frozen=True):
    """How others can read a debate, and the links that were made for it."""

    debate_id: str
    path: str = Field(description="Where the debate is, for whoever may read it.")
    public: bool = Field(description="Whether anybody who reaches this server may read it.")
    links: tuple[LinkTold, ...] = Field(description="The latest first.")


class PlayerTold(Reply, frozen=True):
    """Somebody whom the house can call on, or why it cannot."""

    name: str
    kind: str
    usable: bool
    why_not: str | None = None
    detail: str = ""
    fetches: int | None = Field(default=None, description="The bytes that its first use fetches; null: none.")
    arrived: int | None = Field(default=None, description="How many of them are here, while they are being fetched.")
    trouble: str | None = Field(default=None, description="Why they could not be had when they were last fetched.")


class ForkTold(Reply, frozen=True):
    """With whom a debate shares its past, and up to where."""

    debate_id: str
    line: int = Field(description="The last line that both share.")
    hash: str = Field(description="The hash that this line has in the other debate.")
    at: datetime = Field(description="When it forked.")


class Agreed(Reply, frozen=True):
    """What was agreed before the first move."""

    format: str
    seats: tuple[str, ...]
    setup: dict[str, Any]
    forked: ForkTold | None = Field(default=None, exclude_if=_none, description="Of a fork: whose past it shares.")


class Papers(Reply, frozen=True):
    """The result of a debate as files, in the order they are written."""

    debate_id: str
    files: dict[str, str]


class CallTold(Reply, frozen=True):
    """One call that a line came from: what was asked, and what was answered, word for word."""

    turn: str
    ask: int
    attempt: int
    by: str
    prompt: dict[str, Any]
    raw: str
    facts: dict[str, Any]
    spent: SpentTold | None
    asked_at: datetime
    answered_at: datetime | None


class Provenance(Reply, frozen=True):
    """Where a line came from."""

    argument_id: str
    seq: int
    by: str | None
    provenance: str | None = Field(description="The digest of the calls, as the line itself carries it.")
    sound: bool | None = Field(
        description="Whether the calls are as the line says; null where they stayed in the house that it came from."
    )
    calls: tuple[CallTold, ...]
    calls_away: bool = Field(
        default=False, description="Whether the record was brought in, and the calls of this line were not."
    )


class Event(Reply, frozen=True):
    """Something that a watcher is told.

    `initial_state`, `new_argument`, `state_changed`; or `draft`: words that are being said and may yet be taken back.
    """

    event: Literal["initial_state", "new_argument", "state_changed", "draft"]
    seq: int = Field(description="The line it brings the watcher to; resume with `after` or Last-Event-ID.")
    data: dict[str, Any]

    @cached_property
    def text(self) -> str:
        """Itself as JSON: written once for all who are told."""
        return self.model_dump_json()
