"""The desk's replies as plain dictionaries: `moot.desk.replies` without loading pydantic; a test keeps them alike."""

from typing import Any, Literal, NotRequired, TypedDict


class OptionTold(TypedDict):
    """One way out that an appeal offers."""

    id: str
    label: str


class SpentTold(TypedDict):
    """What a line cost."""

    tokens_in: int
    tokens_out: int
    money: float | None
    milliseconds: int


class DocumentRef(TypedDict):
    """A document that an argument cites."""

    id: str
    version: int | None


class Argument(TypedDict):
    """One line of the record."""

    id: str
    debate_id: str
    seq: int
    type: str
    role: str | None
    content: str | None
    parent_id: str | None
    created_at: str
    client_request_id: NotRequired[str]
    options: NotRequired[list[OptionTold]]
    option: NotRequired[str]
    close: NotRequired[bool]
    parked: NotRequired[bool]
    documents: NotRequired[list[DocumentRef]]
    move: NotRequired[dict[str, Any]]
    sealed: NotRequired[bool]
    reveals: NotRequired[str]
    round: NotRequired[int]
    phase: NotRequired[str]
    by: NotRequired[str]
    spent: NotRequired[SpentTold]


class AvailableAction(TypedDict):
    """A move that a seat may make now."""

    type: str
    role: str
    must: bool
    answers: NotRequired[str]
    until: NotRequired[str]


class Debate(TypedDict):
    """A debate at a glance."""

    id: str
    title: str
    format: str
    debate_type: str | None
    state: str
    waiting_for: list[str]
    deadline: NotRequired[str]
    seq: int
    hash: str
    created_at: str
    updated_at: str
    closed_at: str | None


class Context(TypedDict):
    """A debate, with its motion and its last arguments."""

    debate: Debate
    arguments: list[Argument]
    omitted: int
    players: dict[str, str]
    role: str | None
    action: str | None
    wait_on: str | None
    available_actions: list[AvailableAction]


class Receipt(TypedDict):
    """What is said back to a move."""

    debate_id: str
    argument_id: str
    seq: int
    type: str
    state: str
    action: str
    wait_on: str
    client_request_id: str | None
    repeated: bool
    seat_keys: NotRequired[dict[str, str]]


class Waited(TypedDict):
    """What a waiting caller is told."""

    status: Literal["ready", "timeout"]
    has_new_argument: bool
    state: str
    action: str
    wait_on: str
    arguments: list[Argument]
    available_actions: list[AvailableAction]
    retry_command: NotRequired[str]
    message: NotRequired[str]
    """Only on the command line: how long was waited in vain."""


class DebatePage(TypedDict):
    """A page of debates."""

    debates: list[Debate]
    next_cursor: str | None


class ArgumentPage(TypedDict):
    """Arguments in order, from a line on."""

    arguments: list[Argument]
    next_after: int | None


class Soundness(TypedDict):
    """Whether a record is as it was written."""

    debate_id: str
    sound: bool
    lines: int
    hash: str
    fault: str | None
    fault_line: int | None
    imported_at: NotRequired[str]


class DocumentTold(TypedDict):
    """A document at a glance."""

    id: str
    title: str
    version: int
    debate_id: str | None
    created_at: str
    updated_at: str


class VersionTold(TypedDict):
    """One version of a document."""

    document_id: str
    title: str
    version: int
    latest: int
    content: NotRequired[str]
    note: str | None
    by: str | None
    sha256: str
    size: int
    created_at: str


class DocumentPage(TypedDict):
    """A page of documents."""

    documents: list[DocumentTold]
    next_cursor: str | None


class History(TypedDict):
    """All versions of a document."""

    document_id: str
    title: str
    versions: list[VersionTold]


class DiffRow(TypedDict):
    """One row of a side-by-side difference."""

    kind: Literal["same", "changed", "added", "removed", "skipped"]
    left: str | None
    right: str | None
    left_line: int | None
    right_line: int | None


class Difference(TypedDict):
    """What changed between two versions of a document."""

    document_id: str
    title: str
    from_version: int
    to_version: int
    unified: str
    rows: list[DiffRow]
    added: int
    removed: int


class Result(TypedDict):
    """How a debate ended, or what is known so far."""

    debate_id: str
    format: str
    state: str
    closed: bool
    result: dict[str, Any]


class FormTold(TypedDict):
    """A move that may be made, and how it is filled in."""

    type: str
    answers: str | None
    form: dict[str, Any]


class Task(TypedDict):
    """Something that is wanted of a seat."""

    task: str
    forms: list[FormTold]


class BriefTold(TypedDict):
    """What a seat is told when its turn comes."""

    debate_id: str
    role: str
    you: str
    record: str
    tasks: list[Task]


class Sample(TypedDict):
    """A debate that a newcomer can watch."""

    name: str
    title: str
    format: str
    about: str
    opened: str | None


class Shared(TypedDict):
    """How somebody else can read a debate."""

    debate_id: str
    path: str
    public: bool
    id: str | None
    key: str | None
    link: str | None
    until: str | None


class LinkTold(TypedDict):
    """A link with which somebody can read a debate, or could."""

    id: str
    made_at: str
    until: str
    ended_at: str | None
    good: bool
    key: str | None
    link: str | None


class Shares(TypedDict):
    """How others can read a debate, and the links that were made for it."""

    debate_id: str
    path: str
    public: bool
    links: list[LinkTold]


class PlayerTold(TypedDict):
    """Somebody whom the house can call on, or why it cannot."""

    name: str
    kind: str
    usable: bool
    why_not: str | None
    detail: str
    fetches: int | None
    arrived: int | None
    trouble: str | None


class ForkTold(TypedDict):
    """With whom a debate shares its past, and up to where."""

    debate_id: str
    line: int
    hash: str
    at: str


class Agreed(TypedDict):
    """What was agreed before the first move."""

    format: str
    seats: list[str]
    setup: dict[str, Any]
    forked: NotRequired[ForkTold]


class Papers(TypedDict):
    """The result of a debate as files."""

    debate_id: str
    files: dict[str, str]


class CallTold(TypedDict):
    """One call that a line came from."""

    turn: str
    ask: int
    attempt: int
    by: str
    prompt: dict[str, Any]
    raw: str
    facts: dict[str, Any]
    spent: SpentTold | None
    asked_at: str
    answered_at: str | None


class Provenance(TypedDict):
    """Where a line came from."""

    argument_id: str
    seq: int
    by: str | None
    provenance: str | None
    sound: bool | None
    calls: list[CallTold]
    calls_away: bool


class Event(TypedDict):
    """Something that a watcher is told."""

    event: Literal["initial_state", "new_argument", "state_changed", "draft"]
    seq: int
    data: dict[str, Any]


class Health(TypedDict):
    """That the server is there."""

    status: str
    version: str
