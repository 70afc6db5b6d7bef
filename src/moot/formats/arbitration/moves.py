"""The six kinds of argument, and what must be agreed to open an arbitration."""

from collections.abc import Sequence
from string import ascii_uppercase
from typing import Annotated, Any, Literal, cast

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field

from moot.debate import ContentTooLarge, Move, Setup

CONTENT_LIMIT = 10 * 1024
"""The most bytes of UTF-8 that one argument may have; longer texts are documents."""


def _within_limit(content: str) -> str:
    size = len(content.encode())
    if size > CONTENT_LIMIT:
        raise ContentTooLarge(size, CONTENT_LIMIT)
    return content


def _said(content: str) -> str:
    if not content.strip():
        raise ValueError("must not be empty")
    return _within_limit(content)


Content = Annotated[str, AfterValidator(_said)]
MaybeContent = Annotated[str, AfterValidator(_within_limit)]


def brief_content(most: int) -> Any:
    """The type of a content that has at most so many characters."""
    return Annotated[str, Field(min_length=1, max_length=most), AfterValidator(_said)]


class Option(BaseModel, frozen=True, extra="forbid"):
    """One way out that an appeal offers."""

    id: str = Field(pattern=r"^[A-Za-z0-9_-]{1,32}$")
    label: str = Field(min_length=1, max_length=500)


ANOTHER_WAY = Option(id="other", label="Another way")
"""The last option of every appeal: the arbitrator is never bound to what the proposer thought of."""


def _options(given: Any) -> Any:
    """Options as people write them (`A=Keep it`, or just `Keep it`), with the last always another way."""
    if not isinstance(given, list | tuple):
        return given
    read = [_option(item, index) for index, item in enumerate(cast(Sequence[Any], given))]
    kept = [option for option in read if not (isinstance(option, Option) and option.id == ANOTHER_WAY.id)]
    return (*kept, ANOTHER_WAY)


def _option(item: Any, index: int) -> Any:
    if isinstance(item, str):
        name, equals, label = item.partition("=")
        if equals and name.strip().isalnum() and len(name.strip()) <= 32:
            return Option(id=name.strip(), label=label.strip())
        return Option(id=ascii_uppercase[index % 26], label=item.strip())
    return Option.model_validate(item)


def _distinct(options: tuple[Option, ...]) -> tuple[Option, ...]:
    ids = [option.id.casefold() for option in options]
    if len(set(ids)) != len(ids):
        raise ValueError("each option needs an id of its own")
    return options


Options = Annotated[tuple[Option, ...], Field(max_length=27), BeforeValidator(_options), AfterValidator(_distinct)]


class Motion(Move, frozen=True):
    """The proposer puts the matter to be argued."""

    kind: Literal["MOTION"] = "MOTION"
    content: Content


class Claim(Move, frozen=True):
    """Either side argues about an earlier argument."""

    kind: Literal["CLAIM"] = "CLAIM"
    content: Content
    target: int = Field(ge=1)


class Appeal(Move, frozen=True):
    """The proposer asks the arbitrator to decide a point, offering ways out."""

    kind: Literal["APPEAL"] = "APPEAL"
    content: Content
    target: int = Field(ge=1)
    options: Options = (ANOTHER_WAY,)


class Resolution(Move, frozen=True):
    """The proposer asks the arbitrator to end the debate, saying what was agreed."""

    kind: Literal["RESOLUTION"] = "RESOLUTION"
    content: Content
    target: int = Field(ge=1)


class Intervention(Move, frozen=True):
    """The arbitrator stops the debate; a ruling follows."""

    kind: Literal["INTERVENTION"] = "INTERVENTION"
    content: MaybeContent = ""


class Asking(BaseModel, frozen=True, extra="forbid"):
    """One of the several questions that a fair ruling came from, and what was answered."""

    options: tuple[str, ...] = Field(max_length=27)
    """What was shown, in the order it was shown; one alone where each was scored by itself."""
    option: str | None = Field(default=None, max_length=32)
    """What was chosen, where there was a choice."""
    score: int | None = Field(default=None, ge=0, le=10)
    """What it was given, where it was scored."""
    content: MaybeContent


class Ruling(Move, frozen=True):
    """The arbitrator decides: both sides follow it, or the debate is closed."""

    kind: Literal["RULING"] = "RULING"
    content: Content
    option: str | None = None
    close: bool = False
    askings: tuple[Asking, ...] | None = Field(default=None, max_length=27)
    """How the house asked a player for it, where it asked more than once."""


class Arbitration(Setup, frozen=True):
    """What is agreed before the motion."""

    debate_type: str = Field(pattern=r"^[a-z][a-z0-9_]{0,63}$")
    max_rounds: int | None = Field(default=None, ge=1, le=10_000)
    """Once the floor has come back to the proposer so often, it can only appeal or ask for completion, and the
    ruling that answers closes the debate."""

    @property
    def variety(self) -> str:
        """The debate type."""
        return self.debate_type
