"""Forms: the moves narrowed to what fits a turn, so that a model bound to a grammar can only cite what exists.

Every text and every list is capped, and every decimal is chosen from a grid. In a verdict what decides comes before
what explains it: small models judge better so.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, Field, WithJsonSchema, create_model

from moot.formats.evaluation.agreed import Said
from moot.formats.evaluation.moves import (
    Argument,
    Challenge,
    Challenges,
    Concession,
    Point,
    Reply,
    Rest,
    Score,
    each_once,
)
from moot.formats.evaluation.state import State

_LITERAL: Any = Literal
Short = Annotated[Said, Field(min_length=1, max_length=240)]
Medium = Annotated[Said, Field(min_length=1, max_length=600)]
Sure = Annotated[
    float,
    Field(ge=0, le=1, allow_inf_nan=False, description="How sure you are, from 0 to 1."),
    WithJsonSchema({"type": "number", "enum": [step * 5 / 100 for step in range(21)]}),
]
MOST_POINTS = 3
MOST_CHALLENGES = 3


class Grounds(BaseModel, frozen=True, extra="forbid"):
    """What the assessor says of one category."""

    evidence: tuple[Short, ...] = Field(min_length=1, max_length=2)
    reasoning: Annotated[Said, Field(min_length=1, max_length=300)]
    score: Score
    confidence: Sure


class Opinion(BaseModel, frozen=True, extra="forbid"):
    """What an arbiter says when it has heard both sides."""

    winner: str
    strength: int = Field(ge=1, le=3, description="1 narrowly, 2 clearly, 3 by far; of no matter in a draw.")
    reasoning: Medium
    key_points: tuple[Short, ...] = Field(min_length=1, max_length=3)
    confidence: Sure


class Hearing(BaseModel, frozen=True, extra="forbid"):
    """What an arbiter says of one side, heard alone."""

    evidence: int = Field(ge=0, le=10)
    reasoning: int = Field(ge=0, le=10)
    relevance: int = Field(ge=0, le=10)
    answers: int = Field(ge=0, le=10)
    strongest: Short = Field(description="Its strongest point, in one sentence.")
    why: Medium
    confidence: Sure


def assessment_form(categories: Sequence[str]) -> type[BaseModel]:
    """A place for each category, so that none is left out or scored twice."""
    places: dict[str, Any] = {place(name): (Grounds, Field(alias=name)) for name in categories}
    return create_model("Assessment", __config__={"extra": "forbid", "frozen": True}, **places)


def evidence_form(categories: Sequence[str]) -> type[BaseModel]:
    """Evidence alone, where the scores came with the idea."""
    items = tuple[Short, ...]
    places: dict[str, Any] = {
        place(name): (items, Field(alias=name, min_length=1, max_length=2)) for name in categories
    }
    return create_model("Evidence", __config__={"extra": "forbid", "frozen": True}, **places)


def place(category: str) -> str:
    """Where a form keeps what belongs to a category, whatever that is called."""
    return f"of_{category}"


def challenges_form(state: State) -> type[Challenges]:
    """Challenges to the categories there are, from the evidence there is."""
    challenge = create_model(
        "Challenge",
        __base__=Challenge,
        category=(_LITERAL[state.plan.categories], ...),
        claim=(Short, ...),
        severity=(Literal["low", "medium", "high"], ...),
        evidence=_ids(state.evidence, least=0),
    )
    several: Any = tuple[challenge, ...]
    raised: Any = {"challenges": (several, Field(min_length=1, max_length=MOST_CHALLENGES))}
    return create_model("Challenges", __base__=Challenges, __doc__=Challenges.__doc__, **raised)


def argument_form(citable: Sequence[str]) -> type[Argument]:
    """A speech whose points rest on what there is."""
    speech: Any = {"content": (Medium, ...), "points": _points(citable)}
    return create_model("Argument", __base__=Argument, __doc__=Argument.__doc__, **speech)


def reply_forms(state: State, seat: str) -> tuple[type[Reply], type[Rest]]:
    """A second speech, or rest; either may grant points of the other side."""
    concedes = _concessions(state, seat)
    said: Any = {"__cls_kwargs__": {"frozen": True, "json_schema_extra": _says_its_kind}}
    speech: Any = {"content": (Medium, ...), "points": _points(state.citable), "concedes": concedes}
    reply = create_model("Reply", __base__=Reply, __doc__=Reply.__doc__, **said, **speech)
    return reply, create_model("Rest", __base__=Rest, __doc__=Rest.__doc__, **said, concedes=concedes)


def opinion_form(winners: Sequence[str], most: int) -> type[Opinion]:
    """An opinion about sides by these names."""
    strength = Field(ge=1, le=most, description=Opinion.model_fields["strength"].description)
    return create_model(
        "Opinion",
        __base__=Opinion,
        __doc__=Opinion.__doc__,
        winner=(_LITERAL[(*winners, "draw")], ...),
        strength=(int, strength),
    )


def _says_its_kind(schema: dict[str, Any]) -> None:
    """The kind tells which of two forms was filled in, so it may not be left out."""
    schema["required"] = ["kind", *schema["required"]]


def _points(citable: Sequence[str]) -> Any:
    point = create_model("Point", __base__=Point, claim=(Short, ...), evidence=_ids(citable, least=1))
    several: Any = tuple[point, ...]
    return (several, Field(min_length=1, max_length=MOST_POINTS))


def _ids(known: Sequence[str], least: int) -> Any:
    kind: Any = Annotated[tuple[_LITERAL[tuple(known)], ...], AfterValidator(each_once)]
    return (kind, Field(min_length=least, max_length=3))


def _concessions(state: State, seat: str) -> Any:
    others = [speech for speech in state.speeches if speech.seat != seat and speech.points]
    concession = create_model(
        "Concession",
        __base__=Concession,
        line=(_LITERAL[tuple(speech.line for speech in others)], ...),
        point=(int, Field(ge=1, le=max(speech.points for speech in others))),
    )
    several: Any = tuple[concession, ...]
    return (several, Field(max_length=2))
