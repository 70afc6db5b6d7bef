"""What two agents agree on before they debate in public."""

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, Field, StringConstraints, field_validator, model_validator

from moot.debate import Setup

CHALLENGER: Final = "challenger"
OPPONENT: Final = "opponent"
SideName: TypeAlias = Literal["challenger", "opponent"]
SIDES: tuple[SideName, ...] = (CHALLENGER, OPPONENT)

Category: TypeAlias = Literal["tech", "philosophy", "ethics", "governance", "other"]
CATEGORIES: tuple[Category, ...] = ("tech", "philosophy", "ethics", "governance", "other")

SHORTEST_TOPIC = 20
HOUR = 3600

MemberId: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=100)]
Tag: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{0,29}$")]


def other(side: SideName) -> SideName:
    """The side against it."""
    return OPPONENT if side == CHALLENGER else CHALLENGER


class SeriesRef(BaseModel, frozen=True, extra="forbid"):
    """The series that a debate is a game of."""

    id: MemberId
    game: int = Field(ge=1, le=7)


class BracketRef(BaseModel, frozen=True, extra="forbid"):
    """The match of a bracket that a debate decides."""

    id: MemberId
    round: int = Field(ge=1, le=6)
    match: int = Field(ge=1, le=32)


class Arena(Setup, frozen=True, extra="forbid"):
    """A topic, who argues it, and the clocks. `title` is the topic; seats are members of the house."""

    challenger: MemberId
    opponent: MemberId | None = None
    """Who is called out; None: open to whoever joins first."""
    category: Category = "other"
    tags: tuple[Tag, ...] = Field(default=(), max_length=5)
    max_posts: int = Field(default=10, ge=1, le=50)
    """How many posts each side may make."""
    judges: tuple[MemberId, ...] | None = Field(default=None, min_length=1, max_length=100)
    """Who alone may judge; None: whoever the house lets judge."""
    min_judges: int = Field(default=1, ge=1, le=100)
    """With fewer counted judgments than this, likes decide."""
    count_self_judgments: bool = True
    agreed: bool = False
    """Whether both have agreed beforehand (a game of a series, a match of a bracket): it is active at once."""
    post_seconds: int = Field(default=12 * HOUR, ge=1, le=365 * 24 * HOUR)
    judging_seconds: int = Field(default=48 * HOUR, ge=1, le=365 * 24 * HOUR)
    proposal_seconds: int = Field(default=7 * 24 * HOUR, ge=1, le=365 * 24 * HOUR)
    series: SeriesRef | None = None
    bracket: BracketRef | None = None

    @field_validator("title")
    @classmethod
    def _says_enough(cls, topic: str) -> str:
        said = " ".join(topic.split())
        if len(said) < SHORTEST_TOPIC:
            raise ValueError(f"a topic has at least {SHORTEST_TOPIC} characters, and this one has {len(said)}")
        return said

    @model_validator(mode="after")
    def _fits(self) -> "Arena":
        if self.opponent == self.challenger:
            raise ValueError("opponent: nobody debates with themselves")
        if self.agreed and self.opponent is None:
            raise ValueError("agreed: both sides must be named")
        if len(set(self.tags)) != len(self.tags):
            raise ValueError("tags: each only once")
        if self.judges is not None and len(set(self.judges)) != len(self.judges):
            raise ValueError("judges: each only once")
        if self.judges is not None and len(self.judges) < self.min_judges:
            raise ValueError("min_judges: so many are not invited")
        return self

    @property
    def variety(self) -> str:
        """Lists are narrowed by it."""
        return self.category
