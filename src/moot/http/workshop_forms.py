"""What callers send about workshops."""

from typing import Any, Literal

from pydantic import Field

from moot.http.forms import SEATS, BudgetForm, Form, RequestId, Seats


class GatesForm(Form, frozen=True):
    """After which phases the owner is asked."""

    after: list[str] = Field(max_length=20)
    timeout: int | None = Field(default=None, description="Seconds; then the workshop ends.")
    rejections: int | None = Field(default=None, description="How often it may be sent back.")


class RepoForm(Form, frozen=True):
    """A git repository on the machine of the house."""

    path: str = Field(max_length=4096, description="Of the root of its working tree, as the server knows it.")
    keep: bool | None = Field(default=None, description="Whether the worktree stays when the workshop is over; false.")
    committed_only: bool | None = Field(
        default=None, description="Whether to work from HEAD though there are changes that are not committed; false."
    )
    only: list[str] | None = Field(
        default=None, max_length=40, description="Which files come along: patterns or folders; all if none."
    )


class WorkshopForm(Form, frozen=True):
    """A task for a workshop."""

    task: str = Field(description="What is wanted, in Markdown; at most 8,000 characters.")
    title: str | None = Field(default=None, max_length=200, description="Its first heading if you give none.")
    files: dict[str, str] | None = Field(default=None, description="What there is already: texts by path.")
    repo: RepoForm | None = Field(default=None, description="Instead of `files`: a git repository to work on.")
    tests: list[dict[str, Any]] | None = Field(
        default=None,
        max_length=20,
        description="Tests that every version must pass: `name`, and `call` with `args`, `kwargs` and `expected` or "
        "`raises`, or `code`.",
    )
    task_kind: Literal["function", "repo", "design", "bugfix", "security", "performance"] | None = None
    domain: str | None = Field(default=None, max_length=30, description="What it is about, for the choice of a cast.")
    size: Literal["small", "medium", "large"] | None = Field(default=None, description="Of the usual cast; small.")
    cast: list[str] | None = Field(
        default=None, max_length=24, description="Roles, or `seat=role`, instead of the usual cast."
    )
    language: str | None = Field(default=None, max_length=300)
    module: str | None = Field(default=None, max_length=81, description="What tests import; `solution`.")
    topology: Literal["mesh", "star", "chain", "tree"] | None = None
    planning: Literal["none", "cpde", "dpde", "adaptive"] | None = None
    off: list[str] | None = Field(default=None, max_length=20, description="Phases that are left out.")
    dehallucination: dict[str, Any] | None = None
    self_evolvement: dict[str, Any] | None = None
    review: dict[str, Any] | None = None
    optimization: dict[str, Any] | None = None
    adversarial: dict[str, Any] | None = None
    convergence: dict[str, Any] | None = None
    gates: list[str] | GatesForm | None = Field(default=None, description="The phases after which it stops.")
    checks: dict[str, Any] | None = Field(
        default=None,
        description="Programs that check versions: `after` which phases, what to `run` (names, kinds or `auto`), "
        "`timeout` in seconds and `memory` in megabytes for each. An empty object: all of it as usual.",
    )
    test_timeout: float | None = Field(default=None, allow_inf_nan=False)
    test_memory: int | None = None
    timeout_per_turn: int | None = None
    timeout_per_person: int | None = None
    lessons: bool | None = Field(default=None, description="Whether it is told what earlier workshops taught; true.")
    player: str | None = Field(
        default=None, max_length=200, description="Who holds every seat that runs no code; the usual player if none."
    )
    seats: Seats = SEATS
    budget: BudgetForm | None = None
    debate_id: str | None = Field(default=None, max_length=100, description="A UUID; made if you give none.")
    client_request_id: str | None = RequestId


class ApprovalForm(Form, frozen=True):
    """Opens a gate."""

    reason: str = ""
    client_request_id: str | None = RequestId


class RejectionForm(Form, frozen=True):
    """Keeps a gate shut."""

    reason: str
    back_to: str | None = Field(default=None, max_length=100, description="The phase it goes back to; none: it ends.")
    client_request_id: str | None = RequestId
