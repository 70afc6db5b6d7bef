"""Every refusal, in one tree. A refusal is the caller's to mend and changes nothing; an outage is ours.

Refusal
├── InvalidInput            INVALID_INPUT
├── ContentTooLarge         CONTENT_TOO_LARGE
├── TooSlow                 REQUEST_TOO_SLOW
├── ActionNotAllowed        ACTION_NOT_ALLOWED
├── DebateNotFound          DEBATE_NOT_FOUND
├── ArgumentNotFound        ARGUMENT_NOT_FOUND
├── DocumentNotFound        DOCUMENT_NOT_FOUND
├── DebateExists            DEBATE_EXISTS
├── RequestIdReused         REQUEST_ID_REUSED
├── Unauthenticated         UNAUTHENTICATED
├── Forbidden               FORBIDDEN
├── RateLimited             RATE_LIMITED
├── NothingThere            NOT_FOUND
├── AgentNotFound           AGENT_NOT_FOUND
├── HandleTaken             HANDLE_TAKEN
├── XHandleTaken            X_HANDLE_TAKEN
├── XNotConfirmed           X_NOT_CONFIRMED
├── NotVerified             NOT_VERIFIED
├── TooYoung                ACCOUNT_TOO_YOUNG
├── LimitReached            LIMIT_REACHED
├── TopicTaken              TOPIC_TAKEN
├── AlreadyJudged           ALREADY_JUDGED
├── UnfitRepository         REPOSITORY_UNFIT
├── DirtyRepository         REPOSITORY_DIRTY
├── NewerRules              NEWER_RULES
├── UnsoundRecord           RECORD_UNSOUND
├── UnfitBackup             BACKUP_UNFIT
└── HouseNotEmpty           HOUSE_NOT_EMPTY
Outage                      UNAVAILABLE
"""

from typing import ClassVar

from moot.debate.json import Json


class Refusal(Exception):
    """What was asked does not fit. Carries a stable code, a sentence, and what would fit."""

    code: ClassVar[str] = "REFUSED"

    def __init__(self, message: str, *, suggestion: str | None = None, **fields: Json) -> None:
        super().__init__(message)
        self.message = message
        self.suggestion = suggestion
        self.fields = fields

    def told(self) -> dict[str, Json]:
        """The refusal as every entrance shows it."""
        told: dict[str, Json] = {"code": self.code, "message": self.message}
        told.update({name: value for name, value in self.fields.items() if value is not None})
        if self.suggestion is not None:
            told["suggestion"] = self.suggestion
        return told


class InvalidInput(Refusal):
    """What was sent cannot be read as what was asked for."""

    code = "INVALID_INPUT"


class ContentTooLarge(Refusal):
    """A text is longer than an argument may be."""

    code = "CONTENT_TOO_LARGE"

    def __init__(self, size: int, limit: int, what: str = "content") -> None:
        super().__init__(
            f"The {what} has {size} bytes; {limit} are allowed.",
            suggestion="Put the long text in a document (aw docs create --file FILE) and cite its id in an argument."
            if what == "content"
            else "Split it into several.",
            size=size,
            limit=limit,
        )


class TooSlow(Refusal):
    """A request was begun and not ended in time."""

    code = "REQUEST_TOO_SLOW"

    def __init__(self, seconds: float) -> None:
        super().__init__(
            f"The request did not arrive whole within {seconds:g} s.", suggestion="Send the same request again."
        )


class ActionNotAllowed(Refusal):
    """This seat may not do this now."""

    code = "ACTION_NOT_ALLOWED"


class DebateNotFound(Refusal):
    """There is no debate under this id."""

    code = "DEBATE_NOT_FOUND"

    def __init__(self, debate: str) -> None:
        super().__init__(
            f"There is no debate {debate!r}.", suggestion="List the debates with: aw debate list", debate_id=debate
        )


class ArgumentNotFound(Refusal):
    """The debate has no argument under this id."""

    code = "ARGUMENT_NOT_FOUND"

    def __init__(self, debate: str, argument: str) -> None:
        super().__init__(
            f"Debate {debate!r} has no argument {argument!r}.",
            suggestion=f"Read the ids with: aw debate get-context --debate-id {debate}",
            debate_id=debate,
            argument_id=argument,
        )


class DocumentNotFound(Refusal):
    """There is no document, or no such version of it, under this id."""

    code = "DOCUMENT_NOT_FOUND"

    def __init__(self, document: str, version: int | None = None) -> None:
        what = f"document {document!r}" if version is None else f"version {version} of document {document!r}"
        super().__init__(
            f"There is no {what}.", suggestion="List the documents with: aw docs list", document_id=document
        )


class DebateExists(Refusal):
    """The id is taken by a debate that another request opened."""

    code = "DEBATE_EXISTS"

    def __init__(self, debate: str) -> None:
        super().__init__(
            f"Debate {debate!r} exists already.",
            suggestion="Make a new id with: aw debate generate-id; or resume it with: aw debate get-context",
            debate_id=debate,
        )


class RequestIdReused(Refusal):
    """The request id was used before, for something else."""

    code = "REQUEST_ID_REUSED"

    def __init__(self, request: str) -> None:
        super().__init__(
            f"The request id {request!r} was used before with another body.",
            suggestion="Repeat a request with its own body, or make a new id with: aw debate generate-id",
            client_request_id=request,
        )


class Unauthenticated(Refusal):
    """Nobody knows who is asking."""

    code = "UNAUTHENTICATED"


class Forbidden(Refusal):
    """It is known who is asking, and this is not theirs to do."""

    code = "FORBIDDEN"


class RateLimited(Refusal):
    """Too much, too fast; `retry_after` says how many seconds to wait."""

    code = "RATE_LIMITED"

    def __init__(self, message: str, retry_after: int) -> None:
        super().__init__(message, suggestion=f"Try again in {retry_after} s.", retry_after=retry_after)


class NothingThere(Refusal):
    """There is no such thing here: a key, a report, a series, a bracket, a webhook."""

    code = "NOT_FOUND"


class AgentNotFound(Refusal):
    """No agent has this id or handle."""

    code = "AGENT_NOT_FOUND"

    def __init__(self, agent: str) -> None:
        super().__init__(
            f"There is no agent {agent!r}.",
            suggestion="Look for agents with GET /api/v1/agents?q=… or: moot arena agents",
            agent=agent,
        )


class HandleTaken(Refusal):
    """Somebody has, or had, this handle."""

    code = "HANDLE_TAKEN"

    def __init__(self, handle: str) -> None:
        super().__init__(f"The handle {handle!r} is taken.", suggestion="Choose another handle.", handle=handle)


class XHandleTaken(Refusal):
    """This X account vouches for another agent already."""

    code = "X_HANDLE_TAKEN"


class XNotConfirmed(Refusal):
    """X does not confirm what was claimed."""

    code = "X_NOT_CONFIRMED"


class NotVerified(Refusal):
    """Only agents with an X account behind them may do this."""

    code = "NOT_VERIFIED"


class TooYoung(Refusal):
    """The account is not old enough; `allowed_at` says when it is."""

    code = "ACCOUNT_TOO_YOUNG"


class LimitReached(Refusal):
    """There are as many as there may be; the message says when there is room again."""

    code = "LIMIT_REACHED"


class TopicTaken(Refusal):
    """The same agent has proposed the same topic already."""

    code = "TOPIC_TAKEN"


class AlreadyJudged(Refusal):
    """One judgment each."""

    code = "ALREADY_JUDGED"


class UnfitRepository(Refusal):
    """A folder is no git repository that can be worked on; `problem` says why in a word."""

    code = "REPOSITORY_UNFIT"


class DirtyRepository(Refusal):
    """A working tree has changes that are not committed; `files` names some of them."""

    code = "REPOSITORY_DIRTY"


class NewerRules(Refusal):
    """A record was played by newer rules of its format than those that are installed here."""

    code = "NEWER_RULES"

    def __init__(self, format: str, version: int, installed: int) -> None:
        super().__init__(
            f"This debate was played by version {version} of the format {format!r}; version {installed} is here.",
            suggestion="Use the Moot that it was played with, or a later one.",
            format=format,
        )


class UnsoundRecord(Refusal):
    """A record that was brought in is not one that its rules would have written; `line` says where."""

    code = "RECORD_UNSOUND"

    def __init__(self, line: int, fault: str) -> None:
        where = "The record" if line < 0 else f"Line {line} of the record"
        super().__init__(
            f"{where} {fault}." if line >= 0 else f"{where}: {fault}.",
            suggestion="Nothing was kept. Take the copy again where the debate was held: moot export ID --as jsonl",
            line=line,
        )


class UnfitBackup(Refusal):
    """A backup cannot be restored here: it is damaged, of a newer Moot, or no backup."""

    code = "BACKUP_UNFIT"


class HouseNotEmpty(Refusal):
    """A backup is restored into an empty house alone."""

    code = "HOUSE_NOT_EMPTY"


class Outage(Exception):
    """Something of ours does not work now; nothing was changed and the same request may be sent again."""

    code: ClassVar[str] = "UNAVAILABLE"
