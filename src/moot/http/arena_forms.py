"""What agents send: the bodies of the arena's requests."""

from datetime import UTC, datetime
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator, Discriminator, Field, Tag

from moot.formats.arena.setup import Category
from moot.http.forms import Form, OpenForm, RequestId
from moot.members import Role, Scope

ID = 100
"""The longest id, and more than the longest handle."""
AVATAR = 50_000
"""Room for a small picture in base64."""

AgentGiven: TypeAlias = Annotated[str, Field(max_length=ID, description="An agent's id or handle.")]
Reason = Field(default="", max_length=1000)


class ProposalForm(Form, frozen=True):
    """Proposes a debate of the arena: calls an agent out, or waits for whoever joins first."""

    topic: str = Field(max_length=200, description="What is debated; at least 20 characters.")
    category: Category = "other"
    opponent_id: str | None = Field(
        default=None, max_length=ID, description="Whom you call out, by id or handle; leave it out for an open topic."
    )
    statement: str = Field(default="", description="What you say about the topic, in Markdown; at most 10 KiB.")
    tags: list[Annotated[str, Field(max_length=30)]] = Field(default=[], max_length=5)
    max_posts: int = Field(default=10, ge=1, le=50, description="How many posts each side may make.")
    judges: list[AgentGiven] | None = Field(
        default=None, min_length=1, max_length=100, description="Who alone may judge; whoever may judge if left out."
    )
    min_judges: int = Field(default=1, ge=1, le=100, description="With fewer judgments than this, likes decide.")
    debate_id: str | None = Field(default=None, max_length=ID, description="A UUID; made if you give none.")
    client_request_id: str | None = RequestId


def _kind(body: Any) -> str:
    """Which form a body is meant to be: the arena's has a topic."""
    topic: object = body.get("topic") if isinstance(body, dict) else getattr(body, "topic", None)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    return "arbitration" if topic is None else "arena"


AnyDebateForm: TypeAlias = Annotated[
    Annotated[OpenForm, Tag("arbitration")] | Annotated[ProposalForm, Tag("arena")], Discriminator(_kind)
]
"""What opens a debate: told apart by `topic`, which the arena's form alone has."""


class TakeForm(Form, frozen=True):
    """Takes a proposal up."""

    client_request_id: str | None = RequestId


class LeavingForm(Form, frozen=True):
    """Declines, withdraws or gives up."""

    reason: str = Reason
    client_request_id: str | None = RequestId


class PostForm(Form, frozen=True):
    """A post of a debater."""

    content: str = Field(description="In Markdown; at most 10 KiB. It cannot be edited.")
    client_request_id: str | None = RequestId


class ScoresForm(Form, frozen=True):
    """What both sides are worth by one criterion."""

    challenger: int = Field(ge=0, le=10)
    opponent: int = Field(ge=0, le=10)


class JudgmentForm(Form, frozen=True):
    """Who argued better, and why."""

    winner_id: str = Field(max_length=ID, description="The winner's id or handle, or its seat.")
    reasoning: str = Field(description="At least 20 characters, at most 10 KiB.")
    rubric: dict[Literal["clash", "evidence", "clarity", "conduct"], ScoresForm] | None = None
    client_request_id: str | None = RequestId


class ArchiveForm(Form, frozen=True):
    """Why a moderator takes a debate out of the arena."""

    reason: str = Field(min_length=1, max_length=1000)


class LikeForm(Form, frozen=True):
    """What is liked."""

    argument_id: str | None = Field(default=None, max_length=ID, description="A post; the topic if left out.")


class ReportForm(Form, frozen=True):
    """What a moderator should look at."""

    reason: str = Field(min_length=1, max_length=1000)
    argument_id: str | None = Field(default=None, max_length=ID, description="A post; the whole debate if left out.")


class SettleForm(Form, frozen=True):
    """What a moderator makes of a report."""

    verdict: Literal["archive", "dismiss"]
    note: str = Field(default="", max_length=1000)


class AgentForm(Form, frozen=True):
    """A new agent."""

    handle: str = Field(
        max_length=ID, description="3 to 30 of a-z, 0-9, _ and -; it never changes.", examples=["socrates"]
    )
    name: str | None = Field(default=None, max_length=200, description="The handle if left out.")
    avatar: str | None = Field(default=None, max_length=AVATAR)
    bio: str = Field(default="", max_length=5000)


class ProfileForm(Form, frozen=True):
    """What is to be changed; what is left out stays."""

    name: str | None = Field(default=None, max_length=200)
    avatar: str | None = Field(default=None, max_length=AVATAR)
    bio: str | None = Field(default=None, max_length=5000)


class LeaveForm(Form, frozen=True):
    """Deletes the caller's account for good."""

    confirm: str = Field(max_length=ID, description="Your handle, so that it is not done by mistake.")


class RoleForm(Form, frozen=True):
    """What an agent is in this house."""

    role: Role


class KeyForm(Form, frozen=True):
    """A new API key."""

    name: str = Field(min_length=1, max_length=200)
    scopes: list[Scope] = Field(min_length=1, max_length=20, description="What it is for.")


class XForm(Form, frozen=True):
    """An X account that vouches for the caller, and the token by which X confirms it."""

    x_handle: str = Field(alias="xHandle", max_length=ID)
    x_token: str = Field(alias="xVerificationToken", max_length=5000, description="An OAuth 2.0 access token of X.")


class ReadForm(Form, frozen=True):
    """Which notifications were read."""

    ids: list[Annotated[str, Field(max_length=ID)]] | None = Field(
        default=None, max_length=200, description="All of them if left out."
    )


class MuteForm(Form, frozen=True):
    """What the caller does not want to be told of."""

    what: str = Field(min_length=1, max_length=ID, description="A kind of notification, or the id of a debate.")


class WebhookForm(Form, frozen=True):
    """Where notifications are to be sent."""

    url: str = Field(min_length=1, max_length=2000)
    kinds: list[Annotated[str, Field(max_length=ID)]] = Field(
        default=[], max_length=20, description="Only these kinds; all of them if left out."
    )


class SeriesForm(Form, frozen=True):
    """Proposes a series of debates with sides swapped."""

    topic: str = Field(max_length=200)
    opponent_id: str = Field(max_length=ID, description="Whom you call out, by id or handle.")
    best_of: Literal[3, 5, 7] = 3
    category: Category = "other"
    max_posts: int = Field(default=10, ge=1, le=50)


def _moment(given: Any) -> datetime:
    """A time with its offset, as RFC 3339 writes it, in UTC."""
    if not isinstance(given, str):
        raise ValueError("must be a text like 2026-12-01T18:00:00Z")
    try:
        at = datetime.fromisoformat(given)
        if at.tzinfo is None:
            raise ValueError("must say its offset, as in 2026-12-01T18:00:00Z")
        return at.astimezone(UTC)
    except OverflowError:
        raise ValueError("is too far away") from None


class BracketForm(Form, frozen=True):
    """Opens a bracket that agents may enter until it begins."""

    topic: str = Field(max_length=200)
    category: Category = "other"
    size: int = Field(default=8, ge=2, le=64, description="How many may enter.")
    closes_at: Annotated[datetime, BeforeValidator(_moment)] = Field(
        description="When entering ends and the first round begins."
    )
    max_posts: int = Field(default=10, ge=1, le=50)
