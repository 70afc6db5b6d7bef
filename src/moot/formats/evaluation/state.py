"""Where an evaluation stands: names, line numbers and counts, never texts."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, TypeAlias

from moot.debate import called_on
from moot.formats.evaluation.agreed import Evaluation
from moot.formats.evaluation.moves import Winner
from moot.formats.evaluation.scoring import Capped, halves

Stage: TypeAlias = Literal[
    "idea", "assessment", "red_team", "between", "opening", "answer", "reply", "rejoinder", "verdict", "scoring", "over"
]
Reason: TypeAlias = Literal["verdict", "no verdict", "nobody spoke"]
"""Where the change of a round came from, or why there is none."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What was agreed, as far as the rules need it."""

    seats: tuple[str, ...]
    categories: tuple[str, ...]
    rounds: tuple[str, ...]
    """The category of each round; none where nothing is debated."""
    personas: tuple[str, ...]
    """The seats of the red team."""
    max_change: int
    """In points."""
    max_net: int
    """In half points."""
    fair: bool
    called: tuple[str, ...]
    """The seats that the house calls on."""
    per_turn: int
    per_person: int

    @staticmethod
    def of(setup: Evaluation) -> "Plan":
        """The plan that a set-up makes."""
        return Plan(
            seats=setup.seats,
            categories=tuple(category.id for category in setup.categories),
            rounds=tuple(held.category for held in setup.rounds) if setup.debate else (),
            personas=tuple(persona.seat for persona in setup.personas),
            max_change=setup.max_change,
            max_net=halves(setup.max_net_change),
            fair=setup.fair_verdict,
            called=tuple(sorted(called_on(setup.players))),
            per_turn=setup.timeout_per_turn,
            per_person=setup.timeout_per_person,
        )

    def time_for(self, seat: str) -> timedelta:
        """How long this seat has for a turn."""
        return timedelta(seconds=self.per_turn if seat in self.called else self.per_person)


@dataclass(frozen=True, slots=True)
class Speech:
    """A speech of this round."""

    line: int
    seat: str
    points: int
    """How many; none where the side rested."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What the end of a round asks for, before caps."""

    reason: Reason
    line: int
    """The verdict, or the line that stands in its place."""
    winner: Winner | None = None
    change: int = 0
    """In half points."""


@dataclass(frozen=True, slots=True)
class Played:
    """A round that is over."""

    judged: Judged
    before: int
    after: int
    delta: int
    capped: Capped | None


@dataclass(frozen=True, slots=True)
class State:
    """Where an evaluation stands."""

    plan: Plan
    stage: Stage = "idea"
    since: int = 0
    """The line that dealt the turns of this stage."""
    at: datetime | None = None
    """When that was."""
    idea: int = 0
    about: int = 0
    """What the red team challenges: the assessment, or the idea that came with one."""
    scores: tuple[int | None, ...] = ()
    """By category, in half points, before anybody argued."""
    net: tuple[int, ...] = ()
    """How far each has moved."""
    evidence: tuple[str, ...] = ()
    challenges: tuple[str, ...] = ()
    given: bool = False
    """Whether the challenges came with the idea."""
    waiting: tuple[str, ...] = ()
    """The personas that have not spoken yet."""
    round: int = 0
    """From 1."""
    began: int = 0
    """The line where this round began."""
    speeches: tuple[Speech, ...] = ()
    made: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """Fingerprints of all claims so far, of the advocate and of the challenger."""
    judged: Judged | None = None
    played: tuple[Played, ...] = ()
    ending: str | None = None

    @property
    def unscored(self) -> tuple[str, ...]:
        """The categories that nobody has scored."""
        return tuple(name for name, score in zip(self.plan.categories, self.scores, strict=True) if score is None)

    @property
    def citable(self) -> tuple[str, ...]:
        """Whatever a point may rest on."""
        return (*self.evidence, *self.challenges)

    @property
    def category(self) -> str:
        """What this round is about."""
        return self.plan.rounds[self.round - 1]
