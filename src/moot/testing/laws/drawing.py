"""Drawing: set-ups and moves drawn from the types in which a format declares them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from enum import Enum
from functools import lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, Union, get_args, get_origin

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from moot.debate import Refusal, Setup

M = TypeVar("M", bound=BaseModel)
Draw: TypeAlias = Callable[[SearchStrategy[Any]], Any]

_LONGEST_TEXT = 16
_MOST_ITEMS = 3
_CHARACTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\x00")


def drawn(draw: Draw, model: type[M], lines: int = 1, tries: int = 5) -> M | None:
    """A value of the model, or None where its own checks refused every try."""
    for _ in range(tries):
        try:
            return model.model_validate(draw(fields_of(model, lines)))
        except (ValidationError, Refusal):
            continue
    return None


def variants(value: M) -> Iterator[M]:
    """The value bare of all that can be left out, as it is, and with each yes-or-no and each choice the other way."""
    model, told = type(value), value.model_dump(mode="json", exclude_none=True)
    bare = {name: told[name] for name, field in model.model_fields.items() if field.is_required()}
    others = [{**bare, name: choice} for name, field in model.model_fields.items() for choice in _choices(field)]
    for fields in (bare, told, *others):
        with suppress(ValidationError, Refusal):
            yield model.model_validate(fields)


@lru_cache(maxsize=4096)
def fields_of(model: type[BaseModel], lines: int) -> SearchStrategy[dict[str, Any]]:
    """The fields of a model. A whole number without an upper bound is taken for the number of a line."""
    drawable = {name: field for name, field in model.model_fields.items() if not _is_about_players(model, name)}
    required = {name: _field(field, lines) for name, field in drawable.items() if field.is_required()}
    others = {name: _field(field, lines) for name, field in drawable.items() if name not in required}
    return st.fixed_dictionaries(required, optional=others)


def _is_about_players(model: type[BaseModel], name: str) -> bool:
    """Whether a field of a set-up says who sits where: a format that cares gives openings of its own."""
    return issubclass(model, Setup) and name in ("players", "budget")


def _choices(field: FieldInfo) -> tuple[Any, ...]:
    if field.annotation is bool:
        return (False, True)
    return get_args(field.annotation) if get_origin(field.annotation) is Literal else ()


def _field(field: FieldInfo, lines: int) -> SearchStrategy[Any]:
    return _of(field.annotation, field.metadata, lines)


def _of(kind: Any, bounds: Sequence[Any], lines: int) -> SearchStrategy[Any]:
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _of(parts[0], [*bounds, *_flat(parts[1:])], lines)
    if origin is Literal:
        return st.sampled_from(parts)
    if origin in (Union, UnionType):
        return st.one_of([_of(part, bounds, lines) for part in parts])
    if origin is not None:
        return _many(origin, parts, bounds, lines)
    return _one(kind, bounds, lines)


def _many(origin: Any, parts: tuple[Any, ...], bounds: Sequence[Any], lines: int) -> SearchStrategy[Any]:
    if issubclass(origin, dict):
        keys, values = (_of(part, (), lines) for part in parts)
        return st.dictionaries(keys, values, max_size=_MOST_ITEMS)
    if issubclass(origin, tuple) and Ellipsis not in parts:
        return st.tuples(*(_of(part, (), lines) for part in parts))
    least = _bound(bounds, "min_length") or 0
    most = min(_bound(bounds, "max_length") or _MOST_ITEMS, max(least, _MOST_ITEMS))
    return st.lists(_of(parts[0], (), lines), min_size=least, max_size=most)


def _one(kind: Any, bounds: Sequence[Any], lines: int) -> SearchStrategy[Any]:
    if kind is NoneType:
        return st.none()
    if kind is Any:
        return st.none() | st.booleans() | st.integers(0, lines)
    if kind is int:
        return _whole(bounds, lines)
    if kind is float:
        return st.floats(_bound(bounds, "ge") or 0, _bound(bounds, "le") or 1, allow_nan=False)
    if kind is str:
        return _text(bounds)
    return _declared(kind, lines)


def _declared(kind: type[Any], lines: int) -> SearchStrategy[Any]:
    if issubclass(kind, Enum):
        return st.sampled_from([member.value for member in kind])
    if issubclass(kind, BaseModel):
        return st.deferred(lambda: fields_of(kind, lines))
    return st.from_type(kind)


def _whole(bounds: Sequence[Any], lines: int) -> SearchStrategy[int]:
    over, under = _bound(bounds, "gt"), _bound(bounds, "lt")
    least = over + 1 if over is not None else _bound(bounds, "ge") or 0
    most = under - 1 if under is not None else _bound(bounds, "le")
    return st.integers(least, max(least, lines) if most is None else most)


def _text(bounds: Sequence[Any]) -> SearchStrategy[str]:
    pattern: str | None = _bound(bounds, "pattern")
    if pattern is not None:
        return st.from_regex(pattern, fullmatch=True)
    least = max(1, _bound(bounds, "min_length") or 0)
    most = min(_bound(bounds, "max_length") or 99, least + _LONGEST_TEXT)
    # A letter comes first: blank texts are for tests of their own.
    return st.text(_CHARACTERS, min_size=least - 1, max_size=most - 1).map(lambda text: f"a{text}")


def _bound(bounds: Sequence[Any], name: str) -> Any:
    found = (getattr(bound, name, None) for bound in bounds)
    return next((value for value in found if value is not None), None)


def _flat(bounds: Iterable[Any]) -> Iterator[Any]:
    for bound in bounds:
        yield from bound.metadata if isinstance(bound, FieldInfo) else (bound,)
