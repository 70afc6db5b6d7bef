"""The forms that a player fills in: the moves of the format, narrowed to what fits its turn."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, Field, WithJsonSchema, create_model

from moot.formats.arbitration.moves import Appeal, Claim, Option, Options, Resolution, brief_content

LONGEST_SPEECH = 2500
"""The most characters that a player may say: never more bytes than an argument may have."""
LONGEST_READING = 1000
"""The same for each of two readings, which stand in one ruling where they disagree."""
LONGEST_REASON = 400
"""The same for the reason of a score."""
LONGEST_WAY = 160
"""The most characters of a way out."""
FEWEST_WAYS, MOST_WAYS = 2, 4

M = TypeVar("M", Claim, Appeal, Resolution)


class Form(BaseModel, frozen=True, extra="forbid"):
    """What a ruling is made of."""


class Score(Form, frozen=True):
    """How well one way out is supported by what was argued."""

    # The figure comes first: small models then judge better than after a speech of their own.
    score: int = Field(ge=0, le=10)
    reason: str = Field(min_length=1, max_length=LONGEST_REASON)


def claim_form(target: int) -> type[Claim]:
    """A claim about one line."""
    return _narrowed(Claim, [target])


def resolution_form(target: int) -> type[Resolution]:
    """A resolution about one line."""
    return _narrowed(Resolution, [target])


def appeal_form(targets: Sequence[int]) -> type[Appeal]:
    """An appeal about one of these lines, with a few ways out in words."""
    return _narrowed(Appeal, targets, options=(_Ways, ...))


def ruling_form(options: Sequence[str], must_close: bool, most: int = LONGEST_SPEECH) -> type[Form]:
    """A ruling that chooses one of these options, in this order; where there are none it chooses nothing."""
    chosen: dict[str, Any] = {"option": (_one_of(options), ...)} if options else {}
    close: Any = _one_of([True]) if must_close else bool
    fields: dict[str, Any] = {**chosen, "content": (brief_content(most), ...), "close": (close, ...)}
    told = "The arbitrator decides: both sides follow it, or the debate is closed."
    return create_model("Ruling", __base__=Form, __doc__=told, **fields)


def _narrowed(move: type[M], targets: Sequence[int], **more: Any) -> type[M]:
    return create_model(
        move.__name__,
        __base__=move,
        __doc__=move.__doc__,
        __cls_kwargs__={"frozen": True, "json_schema_extra": _says_its_kind},
        content=(brief_content(LONGEST_SPEECH), ...),
        target=(_one_of(targets), ...),
        **more,
    )


def _says_its_kind(schema: dict[str, Any]) -> None:
    """Where there are several forms the kind says which was filled in, so it may not be left out."""
    schema["required"] = ["kind", *schema["required"]]


def _one_of(values: Sequence[Any]) -> Any:
    """A type with these values and no others."""
    literal: Any = Literal
    return literal[tuple(values)]


def _few_and_short(options: tuple[Option, ...]) -> tuple[Option, ...]:
    *ways, _ = options
    if not FEWEST_WAYS <= len(ways) <= MOST_WAYS:
        raise ValueError(f"give {FEWEST_WAYS} to {MOST_WAYS} ways out")
    if any(len(way.label) > LONGEST_WAY for way in ways):
        raise ValueError(f"each way out has at most {LONGEST_WAY} characters")
    return options


_Ways = Annotated[
    Options,
    AfterValidator(_few_and_short),
    WithJsonSchema(
        {
            "type": "array",
            "items": {"type": "string", "minLength": 1, "maxLength": LONGEST_WAY},
            "minItems": FEWEST_WAYS,
            "maxItems": MOST_WAYS,
        }
    ),
]
"""Ways out as a player writes them: a sentence each. Another way is always added to them."""
