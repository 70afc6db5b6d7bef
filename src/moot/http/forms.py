"""What callers send: the bodies of REST requests."""

from typing import Any, Literal, TypeAlias

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


class SeatForm(Form, frozen=True):
    """Who holds a seat."""

    player: str = Field(max_length=200, examples=["embedded", "anthropic:claude-sonnet-4-5", "human"])
    settings: dict[str, Any] | None = Field(default=None, description="temperature, max_tokens and the like.")
    verdict: Literal["paired", "separate", "plain"] | None = None


class BudgetForm(Form, frozen=True):
    """What the players of the debate may spend together."""

    tokens: int | None = Field(default=None, ge=0)
    money: float | None = Field(default=None, ge=0, allow_inf_nan=False, description="In US dollars.")
    calls: int | None = Field(default=None, ge=0)
    seconds: float | None = Field(default=None, ge=0, allow_inf_nan=False)


Seats: TypeAlias = dict[str, str | SeatForm] | None
SEATS = Field(
    default=None,
    max_length=100,
    description="Whom the house calls on, by seat; a seat that is not named is for whoever comes from outside.",
)


class OpenForm(Form, frozen=True):
    """Opens a debate with its motion."""

    debate_id: str = Field(
        max_length=100, description="A UUID that you make.", examples=["0199a3c2-7d5e-7c31-9a41-3f5d7c2b1a10"]
    )
    title: str = Field(min_length=1, max_length=200)
    debate_type: str = Field(max_length=100, examples=["coding_plan_debate"])
    content: str = Field(description="The motion, in Markdown; at most 10 KiB.")
    max_rounds: int | None = Field(default=None, ge=1, le=10_000)
    seats: Seats = SEATS
    budget: BudgetForm | None = None
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


class AnyOpenForm(Form, frozen=True):
    """Opens a debate of any format with its first move."""

    setup: dict[str, Any] = Field(description="What is agreed beforehand, as the format declares it.")
    role: str = Field(max_length=100)
    type: str = Field(max_length=100, description="The kind of the first move.")
    move: dict[str, Any] = {}
    debate_id: str | None = Field(default=None, max_length=100, description="A UUID; made if you give none.")
    client_request_id: str | None = RequestId


class MoveForm(Form, frozen=True):
    """Any move of any format."""

    role: str = Field(max_length=100)
    type: str = Field(max_length=100, description="The kind of move, as `available_actions` names it.")
    move: dict[str, Any] = {}
    answers: str | None = Field(default=None, max_length=100, description="The argument whose turn it takes.")
    client_request_id: str | None = RequestId


class AnswerForm(Form, frozen=True):
    """The forms of a brief, filled in."""

    role: str = Field(max_length=100)
    filled: list[dict[str, Any]] = Field(min_length=1, max_length=20, description="One for each task of the brief.")
    client_request_id: str | None = RequestId


class OptionForm(Form, frozen=True):
    """One answer that the judges may recommend."""

    id: str = Field(max_length=32)
    label: str
    description: str = ""


class PanelForm(Form, frozen=True):
    """A question for a panel: the fields of a question file."""

    question_text: str
    options: list[OptionForm | str] = Field(min_length=2, max_length=26)
    question_id: str | None = None
    title: str | None = None
    spec_context: str | None = None
    feature_name: str | None = None
    feature_dir: str | None = None
    judges: list[dict[str, Any]] | None = Field(default=None, description="name, stance and what each optimises.")
    max_rounds: int | None = None
    consensus_threshold: str | float | None = Field(default=None, examples=["2/3"])
    timeout_per_judge: int | None = None
    timeout_per_person: int | None = None
    require_stance_maintenance: bool | None = None
    require_change_documentation: bool | None = None
    seats: Seats = SEATS
    budget: BudgetForm | None = None
    debate_id: str | None = Field(default=None, max_length=100, description="A UUID; made if you give none.")
    client_request_id: str | None = RequestId


class ExhibitionForm(Form, frozen=True):
    """Lets two agents of the house debate."""

    topic: str = Field(max_length=200, description="At least 20 characters.")
    statement: str = ""
    category: Literal["tech", "philosophy", "ethics", "governance", "other"] = "other"
    seats: dict[Literal["challenger", "opponent"], str | SeatForm] | None = Field(
        default=None, description="A player for each side, or `@handle` of an agent; else the usual player."
    )
    max_posts: int = Field(default=3, ge=1, le=50)
    judging_minutes: int = Field(default=10, ge=1, le=525_600)
    debate_id: str | None = Field(default=None, max_length=100)
    client_request_id: str | None = RequestId


class ChoiceForm(Form, frozen=True):
    """What the asker chooses where the judges disagree."""

    option: str = Field(max_length=32)
    reason: str = ""
    client_request_id: str | None = RequestId


class LinkForm(Form, frozen=True):
    """For how long somebody should read a debate."""

    days: int | None = Field(default=None, ge=1, le=365, description="How long the link is good; 30 if left out.")


class EvaluationForm(Form, frozen=True):
    """An idea to be evaluated."""

    idea: str = Field(description="The idea, in Markdown; at most 64 KiB.")
    title: str | None = Field(default=None, max_length=200, description="Its first heading if you give none.")
    debate: bool = Field(default=True, description="Whether the rounds are argued after the assessment.")
    scores: dict[str, Any] | None = Field(default=None, description="Scores by category, with or without evidence.")
    challenges: list[dict[str, Any]] | None = None
    rounds: list[dict[str, Any]] | None = None
    categories: list[dict[str, Any]] | None = None
    personas: list[dict[str, Any]] | None = None
    max_change: int | None = None
    max_net_change: int | None = None
    timeout_per_turn: int | None = None
    timeout_per_person: int | None = None
    fair_verdict: bool | None = None
    seats: Seats = SEATS
    budget: BudgetForm | None = None
    debate_id: str | None = Field(default=None, max_length=100, description="A UUID; made if you give none.")
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
