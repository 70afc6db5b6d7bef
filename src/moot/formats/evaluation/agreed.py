"""What is agreed before an idea is evaluated: categories, rounds, the red team, how far a verdict reaches."""

from collections.abc import Iterable
from typing import Annotated, Any, cast

from pydantic import AfterValidator, BaseModel, Field, TypeAdapter, ValidationError, model_validator

from moot.debate import Setup, called_on

AUTHOR, ASSESSOR, ADVOCATE, CHALLENGER, ARBITER = "author", "assessor", "advocate", "challenger", "arbiter"
DEBATERS = (ADVOCATE, CHALLENGER, ARBITER)
RED_TEAM = "red_team"
"""In `players`: every persona of the red team that is not named itself."""


def _said(text: str) -> str:
    if not text.strip():
        raise ValueError("must not be empty")
    return text


Said = Annotated[str, AfterValidator(_said)]
"""A text that is not blank."""
Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]{0,31}$")]


class Category(BaseModel, frozen=True, extra="forbid"):
    """One thing that an idea is scored for, from 1 to 10."""

    id: Name
    name: Said = Field(max_length=60)
    high: Said = Field(max_length=300)
    """What a high score means."""


class Persona(BaseModel, frozen=True, extra="forbid"):
    """One of those who look for what is wrong with the idea."""

    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{0,23}$")]
    attacks: Said = Field(max_length=400)
    """What it goes for."""

    @property
    def seat(self) -> str:
        """Where it sits."""
        return f"red-{self.name}"


class Round(BaseModel, frozen=True, extra="forbid"):
    """One exchange between advocate and challenger; its verdict moves the score of its category."""

    topic: Said = Field(max_length=120)
    category: Name
    advocate_position: Said = Field(max_length=300)
    challenger_position: Said = Field(max_length=300)


CATEGORIES = (
    Category(
        id="problem", name="Problem", high="The problem is real, frequent and painful to people who can be named."
    ),
    Category(id="solution", name="Solution", high="What is proposed removes the problem, and better than what exists."),
    Category(id="feasibility", name="Feasibility", high="It can be built and run with known means, soon enough."),
    Category(id="fit", name="Fit", high="It suits those who would do it: their skills, means and aims."),
    Category(id="market", name="Market", high="Enough buyers exist, can be reached, and would pay."),
    Category(id="risk", name="Risk", high="What could go wrong is known, and can be borne or averted."),
)
ROUNDS = (
    Round(
        topic="Problem Validity",
        category="problem",
        advocate_position="The problem is real, and it matters.",
        challenger_position="The problem is smaller or rarer than it is made out to be.",
    ),
    Round(
        topic="Solution Fit",
        category="solution",
        advocate_position="What is proposed solves the problem well.",
        challenger_position="What is proposed has flaws that defeat it.",
    ),
    Round(
        topic="Market Opportunity",
        category="market",
        advocate_position="The market is large enough and can be reached.",
        challenger_position="The market is too small, too crowded or out of reach.",
    ),
)
PERSONAS = (
    Persona(name="skeptic", attacks="what is claimed without proof: numbers, causes, and what is taken for granted"),
    Persona(name="customer", attacks="why somebody who has the problem would not use this, or would soon leave it"),
    Persona(name="investor", attacks="why this would not pay: costs, rivals, timing, and what it depends on"),
)


class Evaluation(Setup, frozen=True):
    """What is agreed before the idea is put."""

    categories: tuple[Category, ...] = Field(default=CATEGORIES, min_length=1, max_length=12)
    rounds: tuple[Round, ...] = Field(default=ROUNDS, min_length=1, max_length=10)
    personas: tuple[Persona, ...] = Field(default=PERSONAS, min_length=1, max_length=8)
    debate: bool = True
    """Whether the rounds are argued; without them there is the assessment and the red team alone."""
    max_change: int = Field(default=3, ge=1, le=3)
    """The most that one verdict may move a score, in points."""
    max_net_change: int = Field(default=5, ge=1, le=5)
    """The most that all verdicts together may move it."""
    timeout_per_turn: int = Field(default=300, ge=1, le=86_400)
    """Seconds for a seat that the house calls on."""
    timeout_per_person: int = Field(default=86_400, ge=1, le=90 * 86_400)
    """Seconds for whoever comes from outside."""
    fair_verdict: bool = True
    """Whether an arbiter that the house calls on is asked so that nothing hangs on who spoke first."""

    @property
    def seats(self) -> tuple[str, ...]:
        """Those who come to speak, in their order; without a debate, nobody argues or judges."""
        return tuple(seat for seat in every_seat(self.personas) if self.debate or seat not in DEBATERS)

    @model_validator(mode="before")
    @classmethod
    def _spread(cls, given: Any) -> Any:
        """The player of the red team, given to each of its personas."""
        told = cast(dict[str, Any], given if isinstance(given, dict) else {})
        players = cast(dict[str, Any], told.get("players") if isinstance(told.get("players"), dict) else {})
        if RED_TEAM not in players:
            return cast(Any, given)
        named = {seat: held for seat, held in players.items() if seat != RED_TEAM}
        each = dict.fromkeys(_red_seats(told.get("personas", PERSONAS)), players[RED_TEAM])
        return {**told, "players": {**each, **named}}

    @model_validator(mode="after")
    def _fits_together(self) -> "Evaluation":
        names = {category.id for category in self.categories}
        if len(names) != len(self.categories):
            raise ValueError("categories: each needs an id of its own")
        if len({persona.name for persona in self.personas}) != len(self.personas):
            raise ValueError("personas: each needs a name of its own")
        for number, held in enumerate(self.rounds, 1):
            if held.category not in names:
                raise ValueError(f"rounds: round {number} is about {held.category!r}, which is no category")
        _must_be_seats(self.players or {}, every_seat(self.personas))
        if AUTHOR in called_on(self.players):
            raise ValueError("players: the author brings the idea when the evaluation is opened and is not called on")
        return self


_personas = TypeAdapter(tuple[Persona, ...])


def _red_seats(personas: Any) -> tuple[str, ...]:
    try:
        return tuple(persona.seat for persona in _personas.validate_python(personas))
    except ValidationError:
        return ()  # The field itself says what is wrong with it.


def _must_be_seats(named: Iterable[str], seats: tuple[str, ...]) -> None:
    for seat in named:
        if seat not in seats:
            raise ValueError(f"players: there is no seat {seat!r}; the seats are {', '.join(seats)} (and {RED_TEAM})")


def every_seat(personas: Iterable[Persona]) -> tuple[str, ...]:
    """All seats, in the order they come to speak."""
    return (AUTHOR, ASSESSOR, *(persona.seat for persona in personas), *DEBATERS)
