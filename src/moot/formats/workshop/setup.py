"""What is agreed before a workshop: who takes part, which phases there are, how the vote is counted, where it stops."""

from typing import Annotated, Literal, TypeAlias, get_args

from pydantic import AfterValidator, Field, WithJsonSchema, model_validator

from moot.debate import JsonObject, Setup
from moot.formats.workshop.agreed import Checks, Part, Repo
from moot.formats.workshop.aptitude import OWNER, Job
from moot.formats.workshop.casting import TaskKind
from moot.formats.workshop.planning import PlanningStyle
from moot.formats.workshop.texts import Confidence, Line, Short
from moot.formats.workshop.topology import Kind
from moot.voting import METHODS, known

Phase: TypeAlias = Literal[
    "dehallucination",
    "planning",
    "self_evolvement",
    "proposal",
    "critique",
    "review",
    "optimization",
    "adversarial",
    "convergence",
]
PHASES: tuple[Phase, ...] = get_args(Phase)
"""In the order they come; planning is the part of the topology, the other eight are the protocol's."""
OPTIONAL: tuple[Phase, ...] = ("dehallucination", "self_evolvement", "review", "optimization", "adversarial")
"""Those that a set-up leaves out with null."""
Style: TypeAlias = Literal["none"] | PlanningStyle
AUTO = "auto"


def _known(method: str) -> str:
    if method != AUTO:
        known(method)
    return method


Method: TypeAlias = Annotated[
    str, AfterValidator(_known), WithJsonSchema({"anyOf": [{"enum": [AUTO, *METHODS]}, {"type": "string"}]})
]
_DAY = 86_400
_SEAT = r"^[a-z][a-z0-9_-]{0,31}$"


class Placed(Part, frozen=True):
    """Somebody who takes part: the seat, the role it is held in, and what it does there."""

    seat: str = Field(pattern=_SEAT)
    role: Line
    does: tuple[Job, ...] = Field(min_length=1)
    brief: str = Field(default="", max_length=6000)
    """What the role is told; empty: as the house knows it."""
    concern: str = Field(default="", max_length=60)
    """Where it stands in a tree; empty: where the house puts its role."""
    tools: tuple[Line, ...] | None = Field(default=None, max_length=20)
    """What it may use in a turn; None: what the house lets its role use."""


class Clarifying(Part, frozen=True):
    """How long the task is asked about."""

    rounds: int = Field(default=3, ge=1, le=5)
    confidence: Confidence = 0.9
    """Above this nothing more is asked."""
    simple: bool = False
    """Whether it is held for simple tasks too."""


class Evolving(Part, frozen=True):
    """How often an author tries before it proposes anything."""

    attempts: int = Field(default=3, ge=1, le=5)


class Criterion(Part, frozen=True):
    """One thing that a candidate is reviewed for."""

    name: Line
    weight: int = Field(default=1, ge=1, le=10)
    high: Short
    """What a high score means."""


RUBRIC = (
    Criterion(name="correctness", weight=4, high="It does what the task asks, in every case that the task allows."),
    Criterion(name="clarity", weight=2, high="Somebody else understands it at the first reading."),
    Criterion(name="robustness", weight=2, high="It meets bad input and failure without harm."),
    Criterion(name="efficiency", weight=1, high="It costs no more time and memory than the task needs."),
    Criterion(name="security", weight=1, high="It cannot be made to do what nobody wants."),
)


class Reviewing(Part, frozen=True):
    """What candidates are reviewed for."""

    rubric: tuple[Criterion, ...] = Field(default=RUBRIC, min_length=1, max_length=12)


class Optimising(Part, frozen=True):
    """How often a patch is tried."""

    attempts: int = Field(default=2, ge=1, le=5)


class Attacking(Part, frozen=True):
    """How long a candidate is attacked, and how many are."""

    rounds: int = Field(default=3, ge=1, le=5)
    candidates: int = Field(default=2, ge=1, le=6)
    """The best of them; the others are not attacked."""


class Converging(Part, frozen=True):
    """How the vote is counted."""

    method: Method = AUTO
    """`auto` goes by how many vote; what packages add can be named too."""
    ties: tuple[Literal["pairwise", "approvals", "given", "first"], ...] = ("pairwise", "given")
    """How a tie is broken, tried in this order; `given` is the candidate with more tests passed."""


class Gates(Part, frozen=True):
    """After which phases the owner is asked."""

    after: tuple[Phase, ...] = ()
    timeout: int = Field(default=1800, ge=1, le=30 * _DAY)
    """Seconds; when they have passed, the workshop ends."""
    rejections: int = Field(default=3, ge=1, le=10)
    """How often it may be sent back."""


class Lesson(Part, frozen=True):
    """Something that an earlier workshop taught, which the authors are told."""

    id: Line
    text: Short
    debate: Line
    why: str = Field(default="", max_length=300)
    """Why it was found to fit."""


def _each_once(cast: tuple[Placed, ...]) -> tuple[Placed, ...]:
    seats = [placed.seat for placed in cast]
    if len(set(seats)) != len(seats):
        raise ValueError("each seat needs a name of its own")
    if OWNER in seats:
        raise ValueError(f"{OWNER!r} is the seat of whoever sets the task")
    if not any("author" in placed.does for placed in cast):
        raise ValueError("somebody must write code: no seat of the cast is an author")
    return cast


class Workshop(Setup, frozen=True):
    """What is agreed before a workshop."""

    task_kind: TaskKind = "function"
    language: Line = "python"
    module: str = Field(default="solution", pattern=r"^[A-Za-z_][A-Za-z0-9_.]{0,80}$")
    """What is imported for a test."""
    cast: Annotated[tuple[Placed, ...], AfterValidator(_each_once)] = Field(min_length=1, max_length=24)
    topology: Kind = "mesh"
    planning: Style = "adaptive"
    dehallucination: Clarifying | None = Clarifying()
    """None: this phase is left out; the same holds for the others."""
    self_evolvement: Evolving | None = Evolving()
    critique: bool = True
    review: Reviewing | None = Reviewing()
    optimization: Optimising | None = Optimising()
    adversarial: Attacking | None = Attacking()
    convergence: Converging = Converging()
    gates: Gates = Gates()
    repo: Repo | None = None
    """The repository it works on; None: only what comes with the task."""
    checks: Checks | None = None
    """None: nothing is checked but by the tests."""
    test_timeout: float = Field(default=10, gt=0, le=120, allow_inf_nan=False)
    """Seconds that one run of the tests may take."""
    test_memory: int = Field(default=512, ge=32, le=8192)
    """Megabytes."""
    timeout_per_turn: int = Field(default=600, ge=1, le=_DAY)
    """Seconds that a seat has whom the house calls on."""
    timeout_per_person: int = Field(default=_DAY, ge=1, le=365 * _DAY)
    """Seconds that somebody has who comes by itself."""
    lessons: tuple[Lesson, ...] = Field(default=(), max_length=12)
    records: dict[str, Confidence] = Field(default_factory=dict[str, float])
    """By seat: how often its votes were right before, for weighted votes; 1 where nothing is known."""

    def told(self) -> JsonObject:
        """The set-up as the opening line keeps it; a phase that is left out is told, since absent it would be held."""
        off = {phase: None for phase in OPTIONAL if getattr(self, phase) is None}
        return {**super().told(), **off}

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats, the owner first."""
        return (OWNER, *(placed.seat for placed in self.cast))

    @property
    def phases(self) -> tuple[Phase, ...]:
        """Those that may be held, in order."""
        off = {phase for phase in OPTIONAL if getattr(self, phase) is None}
        off |= {"planning"} if self.planning == "none" else set()
        off |= set() if self.critique else {"critique"}
        return tuple(phase for phase in PHASES if phase not in off)

    @model_validator(mode="after")
    def _seats_exist(self) -> "Workshop":
        strange = [seat for seat in (*(self.players or {}), *self.records) if seat not in self.seats]
        if strange:
            raise ValueError(f"there is no seat {strange[0]!r}; the seats are: {', '.join(self.seats)}")
        return self

    @model_validator(mode="after")
    def _can_check(self) -> "Workshop":
        if self.checks is not None and not any("execute" in placed.does for placed in self.cast):
            raise ValueError("checks: nobody of the cast runs code, so nothing could be checked")
        return self
