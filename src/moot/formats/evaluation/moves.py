"""The moves of an evaluation: the idea, its assessment, the challenges, the speeches and the verdict."""

from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, Field, WithJsonSchema

from moot.debate import ContentTooLarge, Move
from moot.formats.evaluation.agreed import Name, Said
from moot.formats.evaluation.scoring import grid

IDEA_LIMIT = 64 * 1024
"""The most bytes of UTF-8 that an idea may have."""
MOST_POINTS = 5
Side: TypeAlias = Literal["advocate", "challenger"]
Winner: TypeAlias = Literal["advocate", "challenger", "draw"]


def _within_limit(content: str) -> str:
    size = len(content.encode())
    if size > IDEA_LIMIT:
        raise ContentTooLarge(size, IDEA_LIMIT)
    return content


def each_once(ids: tuple[str, ...]) -> tuple[str, ...]:
    """The ids without those that were named before."""
    return tuple(dict.fromkeys(ids))


def _unsigned_zero(change: float) -> float:
    return change + 0.0


def _percent(share: float) -> float:
    return round(share, 2)


Sentence = Annotated[Said, Field(max_length=600)]
Passage = Annotated[Said, Field(max_length=6000)]
Id = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_-]{0,31}$")]
"""How evidence and given challenges are named. It has no dot: names with one are made by the house."""
Citations = Annotated[tuple[str, ...], AfterValidator(each_once)]
Score = Annotated[float, Field(ge=1, le=10, multiple_of=0.5, allow_inf_nan=False), WithJsonSchema(grid(2, 20))]
Change = Annotated[
    float,
    Field(ge=-3, le=3, multiple_of=0.5, allow_inf_nan=False),
    AfterValidator(_unsigned_zero),
    WithJsonSchema(grid(-6, 6)),
]
Confidence = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False), AfterValidator(_percent)]
"""From 0 to 1, kept to the whole percent."""


class Scored(BaseModel, frozen=True, extra="forbid"):
    """What an idea is worth in one category, before anybody argued."""

    category: Name
    score: Score
    confidence: Confidence | None = None
    reasoning: str = Field(default="", max_length=6000)


class Evidence(BaseModel, frozen=True, extra="forbid"):
    """One thing that can be cited."""

    id: Id
    category: Name
    text: Sentence
    source: Annotated[Said, Field(max_length=300)] | None = None


class Assessed(BaseModel, frozen=True, extra="forbid"):
    """Scores and evidence that come with the idea; what is missing the assessor adds."""

    scores: tuple[Scored, ...] = Field(default=(), max_length=12)
    evidence: tuple[Evidence, ...] = Field(default=(), max_length=60)


class Challenge(BaseModel, frozen=True, extra="forbid"):
    """One thing that speaks against the idea."""

    category: Name
    claim: Sentence
    severity: Literal["low", "medium", "high"] = "medium"
    evidence: Citations = Field(default=(), max_length=6)


class GivenChallenge(Challenge, frozen=True):
    """A challenge that comes with the idea, under a name of its own."""

    id: Id
    persona: Annotated[Said, Field(max_length=60)] | None = None
    """Who raised it."""


class Point(BaseModel, frozen=True, extra="forbid"):
    """One claim of a speech, and what it rests on."""

    claim: Sentence
    evidence: Citations = Field(min_length=1, max_length=6)
    """Ids of evidence and of challenges."""


class Concession(BaseModel, frozen=True, extra="forbid"):
    """A point of the other side that is granted: its line in this round, and which of its points, from 1."""

    line: int = Field(ge=1)
    point: int = Field(ge=1, le=MOST_POINTS)


Points = Annotated[tuple[Point, ...], Field(min_length=1, max_length=MOST_POINTS)]
Concessions = Annotated[tuple[Concession, ...], Field(max_length=2 * MOST_POINTS)]


class Marks(BaseModel, frozen=True, extra="forbid"):
    """How well one side argued, heard alone: four marks from 0 to 10."""

    evidence: int = Field(ge=0, le=10)
    """What it says is borne out by what it cites."""
    reasoning: int = Field(ge=0, le=10)
    """Its conclusions follow."""
    relevance: int = Field(ge=0, le=10)
    """It speaks to the question of the round."""
    answers: int = Field(ge=0, le=10)
    """It meets what can be said against it."""

    @property
    def total(self) -> int:
        """The sum, at most 40."""
        return self.evidence + self.reasoning + self.relevance + self.answers


class PairedAsking(BaseModel, frozen=True, extra="forbid"):
    """One of two askings with the sides in both orders."""

    first: Side
    """Who was shown first, as A."""
    winner: Winner
    strength: int = Field(ge=1, le=3)
    reasoning: Passage
    key_points: tuple[Sentence, ...] = Field(min_length=1, max_length=5)
    confidence: Confidence


class SeparateAsking(BaseModel, frozen=True, extra="forbid"):
    """One of two askings that heard one side alone."""

    side: Side
    marks: Marks
    reasoning: Passage
    confidence: Confidence | None = None
    """None: the side said nothing, and nobody was asked."""


Askings: TypeAlias = tuple[PairedAsking, PairedAsking] | tuple[SeparateAsking, SeparateAsking]


class Idea(Move, frozen=True):
    """The author puts the idea, with whatever is known of it already."""

    kind: Literal["IDEA"] = "IDEA"
    content: Annotated[Said, AfterValidator(_within_limit)]
    assessment: Assessed | None = None
    challenges: tuple[GivenChallenge, ...] | None = Field(default=None, max_length=60)
    """None: the red team is asked for them."""


class Assessment(Move, frozen=True):
    """The assessor scores what is not scored yet, each category with its evidence."""

    kind: Literal["ASSESSMENT"] = "ASSESSMENT"
    scores: tuple[Scored, ...] = Field(default=(), max_length=12)
    evidence: tuple[Evidence, ...] = Field(min_length=1, max_length=60)


class Challenges(Move, frozen=True):
    """A persona of the red team says what is wrong with the idea; the house names each `skeptic.1` and so on."""

    kind: Literal["CHALLENGES"] = "CHALLENGES"
    challenges: tuple[Challenge, ...] = Field(min_length=1, max_length=6)


class Argument(Move, frozen=True):
    """A side speaks to the question of the round."""

    kind: Literal["ARGUMENT"] = "ARGUMENT"
    content: Passage
    points: Points


class Reply(Move, frozen=True):
    """A side speaks once more, having read the other: with something new."""

    kind: Literal["REPLY"] = "REPLY"
    content: Passage
    points: Points
    concedes: Concessions = ()


class Rest(Move, frozen=True):
    """A side has nothing to add, but may grant points."""

    kind: Literal["REST"] = "REST"
    concedes: Concessions = ()


class Verdict(Move, frozen=True):
    """The arbiter says who won the round and how far that moves the score."""

    kind: Literal["VERDICT"] = "VERDICT"
    winner: Winner
    reasoning: Passage
    key_points: tuple[Sentence, ...] = Field(min_length=1, max_length=5)
    confidence: Confidence
    change: Change
    """In points: above 0 for the advocate, below 0 for the challenger, 0 for a draw."""
    askings: Askings | None = None
    """How a fair verdict came about."""
