"""The moves of a workshop: the task, what is asked about it, code in versions, tests, judgments of it, the vote."""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, Field, model_validator

from moot.debate import Move
from moot.formats.workshop.texts import Confidence, Files, Line, Long, MaybeShort, Short

MOST_CASES = 20
MOST_POINTS = 12
MOST_OUTCOMES = 400
"""The most tests of one run."""
Severity: TypeAlias = Literal["low", "medium", "high"]
CaseOutcome: TypeAlias = Literal["passed", "failed", "error", "timeout", "memory", "not_run"]


class Part(BaseModel, frozen=True, extra="forbid"):
    """A part of a move."""


class Case(Part, frozen=True):
    """One test: a call with what it must give or raise, or a piece of code that must run through."""

    name: Line
    call: str | None = Field(default=None, max_length=200, pattern=r"^[A-Za-z_][A-Za-z0-9_.]*$")
    """What is called, by its name in the module."""
    args: tuple[Any, ...] = Field(default=(), max_length=20)
    kwargs: dict[str, Any] = Field(default_factory=dict[str, Any])
    expected: Any = None
    raises: str | None = Field(default=None, max_length=100, pattern=r"^[A-Za-z_][A-Za-z0-9_.]*$")
    """The exception that the call must end in."""
    code: str | None = Field(default=None, min_length=1, max_length=4000)

    @model_validator(mode="after")
    def _is_one_of_both(self) -> "Case":
        if (self.call is None) == (self.code is None):
            raise ValueError("a test has either a call or code")
        if self.code is not None and (self.args or self.kwargs or self.expected is not None or self.raises):
            raise ValueError("args, kwargs, expected and raises belong to a call")
        if self.raises is not None and self.expected is not None:
            raise ValueError("a call that raises gives nothing that could be expected")
        return self


def _apart(cases: tuple[Case, ...]) -> tuple[Case, ...]:
    names = [case.name for case in cases]
    if len(set(names)) != len(names):
        raise ValueError("each test needs a name of its own")
    return cases


Cases: TypeAlias = Annotated[tuple[Case, ...], Field(max_length=MOST_CASES), AfterValidator(_apart)]


class Task(Move, frozen=True):
    """The owner says what is wanted."""

    kind: Literal["TASK"] = "TASK"
    content: Long
    files: Files = Field(default_factory=dict[str, str])
    """What there is already."""
    tests: Cases = ()
    """Tests that every version must pass."""


class Question(Part, frozen=True):
    """Something that must be known before code is written."""

    question: Short
    category: Literal["requirements", "constraints", "edge_cases", "performance", "integration"]
    priority: Literal["low", "medium", "high"] = "medium"


class Questions(Move, frozen=True):
    """What is not clear about the task; none where everything is."""

    kind: Literal["QUESTIONS"] = "QUESTIONS"
    questions: tuple[Question, ...] = Field(default=(), max_length=6)
    confidence: Confidence
    """How sure it is of what is wanted."""


class Answers(Move, frozen=True):
    """The owner answers, question by question."""

    kind: Literal["ANSWERS"] = "ANSWERS"
    answers: tuple[Short, ...] = Field(min_length=1, max_length=6)
    """In the order of the questions."""
    confidence: Confidence
    """How sure it is that all is said."""
    remaining: tuple[Line, ...] = Field(default=(), max_length=6)
    """What stays open."""


class Assignment(Part, frozen=True):
    """What a seat is to do."""

    seat: Line
    what: Short


class Plan(Move, frozen=True):
    """Whoever leads says how the work is done, and by whom."""

    kind: Literal["PLAN"] = "PLAN"
    steps: tuple[Short, ...] = Field(min_length=1, max_length=12)
    assignments: tuple[Assignment, ...] = Field(min_length=1, max_length=20)


class OwnPlan(Move, frozen=True):
    """A seat says what it is going to do itself."""

    kind: Literal["OWN_PLAN"] = "OWN_PLAN"
    steps: tuple[Short, ...] = Field(min_length=1, max_length=8)
    needs: tuple[Line, ...] = Field(default=(), max_length=6)
    """What it needs of others."""


class Negotiation(Move, frozen=True):
    """A seat accepts the plans of the others, or asks for a change."""

    kind: Literal["NEGOTIATION"] = "NEGOTIATION"
    accepts: bool
    asks: tuple[Assignment, ...] = Field(default=(), max_length=6)
    """Of whom it wants what; only where it does not accept."""
    reason: Short

    @model_validator(mode="after")
    def _asks_where_it_does_not_accept(self) -> "Negotiation":
        if self.accepts == bool(self.asks):
            raise ValueError("asks say what must change, and only where the plans are not accepted")
        return self


class Tests(Move, frozen=True):
    """Tests that a version must pass."""

    kind: Literal["TESTS"] = "TESTS"
    tests: Cases = Field(min_length=1)
    why: MaybeShort = ""


class Attempt(Move, frozen=True):
    """A version of the code, before it is proposed."""

    kind: Literal["ATTEMPT"] = "ATTEMPT"
    files: Files = Field(min_length=1)
    """Those that are new or changed, each whole."""
    why: MaybeShort = ""
    confidence: Confidence | None = None


class Outcomes(Part, frozen=True):
    """How one test came out."""

    id: str = Field(min_length=1, max_length=40)
    outcome: CaseOutcome
    detail: str = Field(default="", max_length=2000)
    seconds: float | None = Field(default=None, ge=0, allow_inf_nan=False)


class Report(Move, frozen=True):
    """What running a version came to, test by test."""

    kind: Literal["REPORT"] = "REPORT"
    outcomes: tuple[Outcomes, ...] = Field(max_length=MOST_OUTCOMES)
    backend: str = Field(min_length=1, max_length=40)
    """What confined it."""
    why: str = Field(default="exit", max_length=40)
    output: str = Field(default="", max_length=4000)
    seconds: float | None = Field(default=None, ge=0, allow_inf_nan=False)


class Reflection(Move, frozen=True):
    """What an author learns from a failure."""

    kind: Literal["REFLECTION"] = "REFLECTION"
    root_cause: Short
    went_wrong: Short
    to_change: Short
    confidence: Confidence
    lesson: MaybeShort = ""
    """What it would tell anybody with a similar task; empty where there is nothing."""


class Proposal(Move, frozen=True):
    """An author puts a version before the others."""

    kind: Literal["PROPOSAL"] = "PROPOSAL"
    summary: Short
    rationale: Long
    confidence: Confidence
    files: Files | None = None
    """The code, where the author has not attempted it before."""


class Point(Part, frozen=True):
    """Something that is wrong, and where."""

    path: Line
    line: int = Field(ge=1)
    problem: Short
    severity: Severity
    suggestion: MaybeShort = ""


class Critique(Move, frozen=True):
    """What is wrong with a candidate, and what is good."""

    kind: Literal["CRITIQUE"] = "CRITIQUE"
    points: tuple[Point, ...] = Field(default=(), max_length=MOST_POINTS)
    strengths: tuple[Line, ...] = Field(default=(), max_length=6)
    summary: Short


class Score(Part, frozen=True):
    """How far a candidate meets one criterion."""

    criterion: Line
    score: Confidence
    why: MaybeShort = ""


class Review(Move, frozen=True):
    """A candidate against the rubric."""

    kind: Literal["REVIEW"] = "REVIEW"
    scores: tuple[Score, ...] = Field(min_length=1, max_length=12)
    verdict: Literal["accept", "revise", "reject"]
    summary: Short


class Patch(Move, frozen=True):
    """A better version of a candidate."""

    kind: Literal["PATCH"] = "PATCH"
    files: Files = Field(min_length=1)
    changes: Short
    """What was changed, and what it answers."""


class Rest(Move, frozen=True):
    """A seat leaves a candidate as it is."""

    kind: Literal["REST"] = "REST"
    reason: Short


class Attack(Move, frozen=True):
    """The red team says how a candidate breaks, with tests that show it; none where it has nothing new."""

    kind: Literal["ATTACK"] = "ATTACK"
    tests: Cases = ()
    claim: Short


class Dispute(Part, frozen=True):
    """An attack that asks for something nobody wanted."""

    id: str = Field(min_length=1, max_length=40)
    reason: Short


class Defence(Move, frozen=True):
    """The blue team mends what was broken, or says why it need not."""

    kind: Literal["DEFENCE"] = "DEFENCE"
    files: Files | None = None
    explanation: Short
    disputes: tuple[Dispute, ...] = Field(default=(), max_length=MOST_CASES)

    @model_validator(mode="after")
    def _does_something(self) -> "Defence":
        if not self.files and not self.disputes:
            raise ValueError("a defence changes files, or disputes an attack")
        return self


class Ballot(Move, frozen=True):
    """A vote: candidates in order, best first; those left out are last, and those approved of are named."""

    kind: Literal["BALLOT"] = "BALLOT"
    ranking: tuple[Line, ...] = Field(default=(), max_length=20)
    approves: tuple[Line, ...] = Field(default=(), max_length=20)
    confidence: Confidence
    reason: Short


class Abstention(Move, frozen=True):
    """A voter does not want to decide."""

    kind: Literal["ABSTENTION"] = "ABSTENTION"
    reason: Short


class Approval(Move, frozen=True):
    """A gate is opened."""

    kind: Literal["APPROVAL"] = "APPROVAL"
    reason: MaybeShort = ""


class Rejection(Move, frozen=True):
    """A gate stays shut: the workshop ends, or goes back to a phase."""

    kind: Literal["REJECTION"] = "REJECTION"
    reason: Short
    back_to: Line | None = None


class Stop(Move, frozen=True):
    """The owner calls it off."""

    kind: Literal["STOP"] = "STOP"
    reason: Short


class Explanation(Move, frozen=True):
    """A teacher says what was decided, and what can be learnt from it."""

    kind: Literal["EXPLANATION"] = "EXPLANATION"
    content: Long
