"""What callers send: the bodies of REST requests."""

from pydantic import BaseModel, Field

from moot.formats.arbitration import Option

RequestId = Field(
    default=None,
    max_length=200,
    description="Your own id for this request: sent again with the same body it yields the first result again.",
)
TargetId = Field(max_length=100, description="The argument it is about.")


class Form(BaseModel, extra="forbid", frozen=True, strict=True):
    """A body. Nothing in it is guessed at: a decision to close is `true`, never a `"yes"`."""


class OpenForm(Form, frozen=True):
    """Opens a debate with its motion."""

    debate_id: str = Field(
        max_length=100, description="A UUID that you make.", examples=["0199a3c2-7d5e-7c31-9a41-3f5d7c2b1a10"]
    )
    title: str = Field(min_length=1, max_length=200)
    debate_type: str = Field(max_length=100, examples=["coding_plan_debate"])
    content: str = Field(description="The motion, in Markdown; at most 10 KiB.")
    max_rounds: int | None = Field(default=None, ge=1, le=10_000)
    client_request_id: str | None = RequestId


class ArgumentForm(Form, frozen=True):
    """A claim of the proposer or the opponent."""

    role: str = Field(max_length=100, examples=["opponent"])
    target_id: str = TargetId
    content: str
    client_request_id: str | None = RequestId


class AppealForm(Form, frozen=True):
    """Asks the arbitrator to decide."""

    target_id: str = TargetId
    content: str
    options: list[Option | str] = Field(
        default=[], max_length=26, description="Ways out; `Another way` is always added as the last."
    )
    client_request_id: str | None = RequestId


class ResolutionForm(Form, frozen=True):
    """Asks the arbitrator to end the debate."""

    target_id: str = TargetId
    content: str
    client_request_id: str | None = RequestId


class RulingForm(Form, frozen=True):
    """Decides, and closes the debate if so told."""

    content: str
    option: str | None = Field(default=None, max_length=100, description="The id of the option that it chooses.")
    close: bool = False
    client_request_id: str | None = RequestId


class InterventionForm(Form, frozen=True):
    """Stops the debate until a ruling."""

    content: str = ""
    client_request_id: str | None = RequestId


class DocumentForm(Form, frozen=True):
    """A new document."""

    title: str = Field(min_length=1, max_length=200)
    content: str
    debate_id: str | None = Field(default=None, max_length=100)
    note: str | None = Field(default=None, max_length=500)
    client_request_id: str | None = RequestId


class VersionForm(Form, frozen=True):
    """A new version of a document."""

    content: str
    note: str | None = Field(default=None, max_length=500)
    base_version: int | None = Field(
        default=None, ge=1, le=2**31 - 1, description="Refused if somebody submitted a newer one meanwhile."
    )
    client_request_id: str | None = RequestId
