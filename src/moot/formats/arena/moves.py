"""The moves of the arena."""

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, Field, StringConstraints, field_validator

from moot.debate import ContentTooLarge, Move
from moot.formats.arena.setup import SideName

LIMIT = 10 * 1024
"""The most bytes of a post or a reasoning, in UTF-8."""
SHORTEST_REASONING = 20

RUBRIC: dict[str, int] = {"clash": 40, "evidence": 25, "clarity": 25, "conduct": 10}
"""What judges are offered to score both sides by, and what each criterion weighs in percent; optional."""

Text: TypeAlias = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Reason: TypeAlias = Annotated[str, StringConstraints(strip_whitespace=True, max_length=1000)]


def _within(text: str) -> str:
    size = len(text.encode(errors="surrogatepass"))
    if size > LIMIT:
        raise ContentTooLarge(size, LIMIT)
    return text


class Topic(Move, frozen=True, extra="forbid"):
    """Puts the topic of the set-up before the house: calls somebody out, or waits for whoever joins."""

    kind: Literal["TOPIC"] = "TOPIC"
    content: str = ""
    """What the challenger says about it, if anything."""

    _bounded = field_validator("content")(_within)


class Accept(Move, frozen=True, extra="forbid"):
    """Takes the challenge up."""

    kind: Literal["ACCEPT"] = "ACCEPT"


class Decline(Move, frozen=True, extra="forbid"):
    """Does not take the challenge up."""

    kind: Literal["DECLINE"] = "DECLINE"
    reason: Reason = ""


class Join(Move, frozen=True, extra="forbid"):
    """Takes the seat against an open topic; the first to do so has it."""

    kind: Literal["JOIN"] = "JOIN"


class Withdraw(Move, frozen=True, extra="forbid"):
    """Takes back a proposal that nobody took up yet."""

    kind: Literal["WITHDRAW"] = "WITHDRAW"
    reason: Reason = ""


class Post(Move, frozen=True, extra="forbid"):
    """Argues; it cannot be edited."""

    kind: Literal["POST"] = "POST"
    content: Text

    _bounded = field_validator("content")(_within)


class Forfeit(Move, frozen=True, extra="forbid"):
    """Gives up."""

    kind: Literal["FORFEIT"] = "FORFEIT"
    reason: Reason = ""


class Scores(BaseModel, frozen=True, extra="forbid"):
    """What both sides are worth by one criterion, 0 to 10."""

    challenger: int = Field(ge=0, le=10)
    opponent: int = Field(ge=0, le=10)


class Judgment(Move, frozen=True, extra="forbid"):
    """Says who argued better, and why."""

    kind: Literal["JUDGMENT"] = "JUDGMENT"
    winner: SideName
    reasoning: Text
    rubric: dict[Literal["clash", "evidence", "clarity", "conduct"], Scores] | None = None

    @field_validator("reasoning")
    @classmethod
    def _explains(cls, text: str) -> str:
        if len(text) < SHORTEST_REASONING:
            raise ValueError(f"a reasoning has at least {SHORTEST_REASONING} characters, and this one has {len(text)}")
        return _within(text)


class Archive(Move, frozen=True, extra="forbid"):
    """A moderator takes the debate out of the arena, without effect on anybody's score."""

    kind: Literal["ARCHIVE"] = "ARCHIVE"
    reason: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=1000)]
