"""What is agreed before the question: who judges from which stance, how often, and how many must agree."""

from collections.abc import Mapping
from typing import Annotated, Any, cast

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, model_validator

from moot.debate import Setup
from moot.formats.panel.share import read_share, whole_numbers
from moot.formats.panel.texts import Line, MaybeLong

ASKER = "asker"
"""The seat that puts the question, and chooses where the judges do not agree."""
_RESERVED = frozenset({ASKER, "result", "house"})
_DAY = 86_400


class Judge(BaseModel, frozen=True, extra="forbid"):
    """A judge: the stance it is given and must keep."""

    name: str = Field(pattern=r"^[a-z][a-z0-9_]{0,31}$", description="A short name in small letters, such as risk.")
    stance: Line = Field(description="One or two words: skeptical, optimistic.")
    optimise: Line = Field(description="What it is to aim at: minimise risk.")
    brief: MaybeLong = ""
    """More that this judge is told, if there is more."""


DEFAULT_JUDGES = (
    Judge(
        name="risk",
        stance="skeptical",
        optimise="minimise risk",
        brief="Challenge optimism. Ask what breaks, what it costs to undo, and what nobody has tried yet.",
    ),
    Judge(
        name="value",
        stance="optimistic",
        optimise="maximise value for the user",
        brief="Push for more. Ask what users gain, what they would miss, and what sets the product apart.",
    ),
    Judge(
        name="effort",
        stance="pragmatic",
        optimise="optimise the return on effort",
        brief="Keep to what can be done. Ask what the least is that brings most of the gain, and how soon.",
    ),
)


def _by_name(given: Any) -> Any:
    """Judges as a list, also where they were written as a mapping from name to stance."""
    if not isinstance(given, Mapping):
        return given
    told = cast(Mapping[str, Any], given)
    return [
        {"name": name, **cast(Mapping[str, Any], about)} if isinstance(about, Mapping) else about
        for name, about in told.items()
    ]


def _apart(judges: tuple[Judge, ...]) -> tuple[Judge, ...]:
    names = [judge.name for judge in judges]
    if len(set(names)) != len(names):
        raise ValueError("each judge needs a name of its own")
    if taken := sorted(_RESERVED & set(names)):
        raise ValueError(f"no judge can be called {taken[0]!r}")
    return judges


Judges = Annotated[
    tuple[Judge, ...], Field(min_length=2, max_length=9), BeforeValidator(_by_name), AfterValidator(_apart)
]


class Panel(Setup, frozen=True):
    """What is agreed before the question."""

    question_id: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")
    """Names the question and its files."""
    judges: Judges = DEFAULT_JUDGES
    max_rounds: int = Field(default=2, ge=1, le=5)
    threshold: Annotated[str, BeforeValidator(read_share)] = "2/3"
    """The share of the judges asked that must recommend the same option."""
    timeout_per_judge: int = Field(default=120, ge=1, le=_DAY)
    """Seconds that a judge has whom the house calls on."""
    timeout_per_person: int = Field(default=_DAY, ge=1, le=365 * _DAY)
    """Seconds that a judge has who comes by itself: a person, an agent from outside."""
    require_stance_maintenance: bool = True
    """Whether each move must say how it serves the stance of its judge."""
    require_change_documentation: bool = True
    """Whether a changed recommendation must say which move changed it, and why."""

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats, the asker first."""
        return (ASKER, *(judge.name for judge in self.judges))

    @property
    def share(self) -> tuple[int, int]:
        """The threshold as two whole numbers."""
        return whole_numbers(self.threshold)

    @model_validator(mode="after")
    def _seats_exist(self) -> "Panel":
        strange = [seat for seat in self.players or {} if seat not in self.seats]
        if strange:
            raise ValueError(f"there is no seat {strange[0]!r}; the seats are: {', '.join(self.seats)}")
        return self
