"""What is said on a panel: a question, recommendations, responses, and a choice where the judges disagree."""

from collections.abc import Mapping, Sequence
from string import ascii_uppercase
from typing import Annotated, Any, Literal, cast

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field

from moot.debate import ContentTooLarge, Move
from moot.formats.panel.texts import Line, Long, MaybeLong, Short

CONTEXT_LIMIT = 64 * 1024
"""The most bytes of UTF-8 that the context of a question may have."""
OPTION_ID = r"^[A-Za-z0-9_-]{1,32}$"


def _within_limit(context: str) -> str:
    size = len(context.encode())
    if size > CONTEXT_LIMIT:
        refusal = ContentTooLarge(size, CONTEXT_LIMIT, "context")
        refusal.suggestion = "Give the part of the specification that the question turns on."
        raise refusal
    return context


class Option(BaseModel, frozen=True, extra="forbid"):
    """One answer that the judges may recommend."""

    id: str = Field(pattern=OPTION_ID)
    label: Line
    description: MaybeLong = ""


def _options(given: Any) -> Any:
    """Options as people write them: `A=Keep it`, `A=Keep it: with all its tests`, or just `Keep it`."""
    if not isinstance(given, list | tuple):
        return given
    return tuple(_option(item, place) for place, item in enumerate(cast(Sequence[Any], given)))


def _option(item: Any, place: int) -> Any:
    if isinstance(item, Mapping):
        return _named(cast(Mapping[str, Any], item))
    if not isinstance(item, str):
        return item
    name, equals, rest = item.partition("=")
    if not (equals and name.strip().isalnum()):
        name, rest = ascii_uppercase[place % 26], item
    label, _, description = rest.partition(": ")
    return {"id": name.strip(), "label": label, "description": description}


def _named(item: Mapping[str, Any]) -> dict[str, Any]:
    """With an id that is a text, also where a file has a bare number."""
    return {**item, "id": str(item["id"])} if type(item.get("id")) is int else dict(item)


def _distinct(options: tuple[Option, ...]) -> tuple[Option, ...]:
    ids = [option.id.casefold() for option in options]
    if len(set(ids)) != len(ids):
        raise ValueError("each option needs an id of its own")
    return options


Options = Annotated[
    tuple[Option, ...], Field(min_length=2, max_length=26), BeforeValidator(_options), AfterValidator(_distinct)
]


class Question(Move, frozen=True):
    """The asker puts a question with the options that there are."""

    kind: Literal["QUESTION"] = "QUESTION"
    question: Long
    options: Options
    context: Annotated[str, AfterValidator(_within_limit)] = ""
    """What has to be known: the part of the specification that the question turns on."""
    feature_name: Line | None = None
    feature_dir: Line | None = None


class Assessment(BaseModel, frozen=True, extra="forbid"):
    """What a judge thinks of one option."""

    option: str = Field(pattern=OPTION_ID)
    assessment: Short


class Recommendation(Move, frozen=True):
    """A judge recommends an option without having read the others."""

    kind: Literal["RECOMMENDATION"] = "RECOMMENDATION"
    recommendation: str = Field(pattern=OPTION_ID)
    """The id of the option."""
    summary: Line
    """Why, in one line."""
    for_stance: Short | None = None
    """How it serves the stance of the judge."""
    assessments: tuple[Assessment, ...] = Field(max_length=26)
    """One for each option."""
    reasoning: Long


class Challenge(BaseModel, frozen=True, extra="forbid"):
    """A point of another judge, and what speaks against it."""

    judge: str = Field(max_length=32)
    point: Short
    """The point of theirs that is challenged."""
    counter: Short


class Convinced(BaseModel, frozen=True, extra="forbid"):
    """What changed a judge's mind."""

    judge: str = Field(max_length=32)
    line: int = Field(ge=1)
    """The line of that judge's move."""
    reason: Short


class Response(Move, frozen=True):
    """A judge who has read the others challenges them, and keeps its recommendation or changes it."""

    kind: Literal["RESPONSE"] = "RESPONSE"
    recommendation: str = Field(pattern=OPTION_ID)
    """The id of the option."""
    summary: Line
    for_stance: Short | None = None
    challenges: tuple[Challenge, ...] = Field(min_length=1, max_length=16)
    convinced_by: Convinced | None = None
    """Said where the recommendation changed, and only there."""
    reasoning: Long


class Choice(Move, frozen=True):
    """The asker decides what the judges could not agree on."""

    kind: Literal["CHOICE"] = "CHOICE"
    option: str = Field(pattern=OPTION_ID)
    reason: MaybeLong = ""
