"""Forms: what a player fills in, narrowed to one turn so that a schema rules out most of what would not fit.

A form shows the player a shape in which it cannot forget an option, or change its mind without saying why. It also
reads a move in the shape that the record keeps, which is how a script and a replay answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, Literal, Union

from pydantic import BaseModel, Field, create_model
from pydantic.json_schema import SkipJsonSchema

from moot.debate import Move
from moot.formats.panel.moves import Assessment, Challenge, Choice, Convinced, Recommendation, Response
from moot.formats.panel.state import State
from moot.formats.panel.telling import turned
from moot.formats.panel.texts import Line, Long, Short

# What is asked for is shorter than what is accepted: a small model fills whatever room its grammar leaves.
_Line = Annotated[Line, Field(json_schema_extra={"maxLength": 160})]
_Brief = Annotated[Short, Field(json_schema_extra={"maxLength": 200})]
_Longer = Annotated[Long, Field(json_schema_extra={"maxLength": 600})]
_MOST_CHALLENGES = 2
_REASONING = (_Longer, Field(description="Your reasons, in two to four short sentences."))
_KEPT_FORMS = 256


class Form(BaseModel, frozen=True, extra="forbid"):
    """What every judge says first."""

    kind: str
    recommendation: Any
    summary: _Line = Field(description="Why, in one short sentence.")


class Kept(BaseModel, frozen=True, extra="forbid"):
    """You recommend what you recommended before."""

    option: str


class Changed(BaseModel, frozen=True, extra="forbid"):
    """You were convinced, and recommend something else."""

    option: str
    convinced_by: Convinced | None


class Places(BaseModel, frozen=True, extra="forbid"):
    """What you think of each option."""


@dataclass(frozen=True, slots=True)
class Room:
    """What one judge may say at one turn. Turns alike have the same forms, which are made once."""

    options: tuple[str, ...]
    before: str | None
    """What it recommended last."""
    others: tuple[str, ...]
    """Whom it may challenge."""
    cited: tuple[tuple[str, tuple[int, ...]], ...]
    """Who may have convinced it, and in which lines."""
    keep_stance: bool
    document_change: bool

    @staticmethod
    def of(state: State, judge: str) -> "Room":
        """The room that a judge has now."""
        lines = ((name, state.lines_of(name)) for name in state.terms.judges if name != judge)
        return Room(
            turned(state.options, state.terms.judges, judge),
            state.stand(judge),
            state.spoke(besides=judge),
            tuple((name, said) for name, said in lines if said),
            state.terms.keep_stance,
            state.terms.document_change,
        )


@lru_cache(maxsize=_KEPT_FORMS)
def recommendation_form(room: Room) -> type[Form]:
    """For a judge who has read nobody."""
    fixed = room.before is not None and room.document_change
    fields: dict[str, Any] = {
        "kind": (Literal["RECOMMENDATION"], "RECOMMENDATION"),
        "recommendation": (
            _one_of([room.before] if fixed else room.options),
            Field(description="The id of the option that you recommend."),
        ),
        "for_stance": _for_stance(room),
        "assessments": (
            _places(room.options) | SkipJsonSchema[tuple[Assessment, ...]],
            Field(description="What speaks for and against each option, in one sentence each."),
        ),
        "reasoning": _REASONING,
    }
    return create_model("RecommendationForm", __base__=Form, **fields)


@lru_cache(maxsize=_KEPT_FORMS)
def response_form(room: Room) -> type[Form]:
    """For a judge who has read the others."""
    fields: dict[str, Any] = {
        "kind": (Literal["RESPONSE"], "RESPONSE"),
        "recommendation": (_stand(room), Field(description="The option that you recommend now.")),
        "for_stance": _for_stance(room),
        "challenges": (
            tuple[_challenge(room.others), ...],
            Field(
                min_length=1,
                max_length=16,
                json_schema_extra={"maxItems": _MOST_CHALLENGES},
                description="What you challenge. At least one.",
            ),
        ),
        "reasoning": _REASONING,
        "convinced_by": (SkipJsonSchema[Convinced | None], None),
    }
    return create_model("ResponseForm", __base__=Form, **fields)


@lru_cache(maxsize=_KEPT_FORMS)
def choice_form(options: tuple[str, ...]) -> type[Choice]:
    """For an asker who is called on to choose."""
    fields: dict[str, Any] = {
        "option": (_one_of(options), Field(description="The id of the option that is chosen.")),
        "reason": (_Longer, Field(description="Why, in one to three sentences.")),
    }
    return create_model("ChoiceForm", __base__=Choice, **fields)


def settled(filled: Sequence[Form]) -> Move:
    """The move that a filled form makes."""
    (form,) = filled
    told = form.model_dump(by_alias=True)
    match told:
        case {"recommendation": {"option": option, **by}}:
            told = {**told, "recommendation": option, **by}
        case {"assessments": {**keyed}}:
            told = {**told, "assessments": [{"option": name, "assessment": said} for name, said in keyed.items()]}
        case _:
            pass
    return (Response if form.kind == "RESPONSE" else Recommendation).model_validate(told)


def _one_of(names: Sequence[str | int | None]) -> Any:
    return Literal[tuple(names)]


def _for_stance(room: Room) -> Any:
    told = "How this serves your stance, in one sentence."
    if room.keep_stance:
        return (_Brief, Field(description=told))
    return (Union[_Brief, None], Field(default=None, description=told))  # noqa: UP007  (it is made while running)


def _places(options: Sequence[str]) -> type[Places]:
    """A place for each option, so that none is left out and none comes twice."""
    places: dict[str, Any] = {f"option_{number}": (_Brief, Field(alias=name)) for number, name in enumerate(options, 1)}
    return create_model("Assessments", __base__=Places, **places)


def _challenge(others: Sequence[str]) -> type[Challenge]:
    fields: dict[str, Any] = {
        "judge": (_one_of(others), Field(description="Whose point it is.")),
        "point": (_Brief, Field(description="The point of theirs, in their words.")),
        "counter": (_Brief, Field(description="What speaks against it, in one or two sentences.")),
    }
    return create_model("ChallengeForm", __base__=Challenge, **fields)


def _stand(room: Room) -> Any:
    """To keep a recommendation, or to change it with its reason; either way the bare id of the record is read too."""
    read_too = SkipJsonSchema[_one_of(room.options)]
    if room.before is None:
        return Union[_kept(room.options), read_too]  # noqa: UP007
    return Union[_kept((room.before,)), _changed(room), read_too]  # noqa: UP007


def _kept(options: Sequence[str]) -> type[Kept]:
    fields: dict[str, Any] = {"option": (_one_of(options), ...)}
    return create_model("Kept", __base__=Kept, **fields)


def _changed(room: Room) -> type[Changed]:
    by: Any = Union[tuple(_convinced(judge, lines) for judge, lines in room.cited)]  # noqa: UP007
    fields: dict[str, Any] = {
        "option": (_one_of([option for option in room.options if option != room.before]), ...),
        "convinced_by": (by, ...) if room.document_change else (by | None, None),
    }
    return create_model("Changed", __base__=Changed, **fields)


def _convinced(judge: str, lines: Sequence[int]) -> type[Convinced]:
    """One type for each judge, so that a line is cited under the name of who said it."""
    fields: dict[str, Any] = {
        "judge": (_one_of([judge]), ...),
        "line": (_one_of(lines), Field(description="The line of the move that convinced you.")),
        "reason": (_Brief, Field(description="What in it convinced you. That others agree is no reason.")),
    }
    return create_model(f"ConvincedBy{judge.title()}", __base__=Convinced, **fields)
