"""Reading YAML that nobody vouches for: what JSON could say as well and no more, no anchors, no tags, no name twice."""

import re
from collections.abc import Iterator
from typing import Any, cast

import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from moot.debate import InvalidInput, Json
from moot.notation.canonical import all_clean
from moot.notation.strict import DEEPEST, strict_json

LARGEST = 8 * 1024 * 1024
"""The most characters: YAML is read slowly, and what is larger is better kept as JSON lines."""
_FIT = "Send plain YAML as Moot writes it (moot export ID --as yaml): no anchors, no tags, no name twice in a mapping."
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,300})(?:\.\d{1,300})?(?:[eE][-+]?\d{1,4})?")
_WORDS: dict[str, Json] = {"": None, "~": None, "null": None, "true": True, "false": False}


def strict_yaml(text: str, what: str = "file") -> Json:
    """The value that a text holds, or the refusal that says where it is not fit.

    >>> strict_yaml("a: [1, two, null]")
    {'a': [1, 'two', None]}
    """
    if len(text) > LARGEST:
        raise InvalidInput(
            f"The {what} has {len(text)} characters: YAML is read up to {LARGEST}.",
            suggestion="Bring in the record itself: moot export ID --as jsonl",
        )
    try:
        value = _built(_events(text))
    except (yaml.YAMLError, ValueError) as unreadable:
        told = " ".join(str(unreadable).split())
        raise InvalidInput(f"The {what} is not fit YAML: {told[:300]}.", suggestion=_FIT) from None
    all_clean(value, what)
    return value


def _events(text: str) -> Iterator[Event]:
    documents = 0
    for event in cast("Iterator[Event]", yaml.parse(text, Loader=_LOADER)):  # pyright: ignore[reportUnknownMemberType] - untyped in its stubs
        documents += isinstance(event, DocumentStartEvent)
        if documents > 1:
            raise ValueError("it holds more than one document")
        if isinstance(event, AliasEvent) or getattr(event, "anchor", None) is not None:
            raise ValueError(f"{_place(event)} has an anchor or names one")
        if getattr(event, "tag", None) is not None:
            raise ValueError(f"{_place(event)} has a tag")
        yield event


def _built(events: Iterator[Event]) -> Json:
    """The value that these events tell of, built from the outside in, so that nothing is out of breath."""
    holders: list[_Holder] = [_Holder([])]
    for event in events:
        match event:
            case ScalarEvent():
                holders[-1].take(event, _scalar(event))
            case MappingStartEvent() | SequenceStartEvent():
                inner: Any = {} if isinstance(event, MappingStartEvent) else []
                holders[-1].take(event, inner)
                holders.append(_Holder(inner))
                if len(holders) > DEEPEST:
                    raise ValueError(f"{_place(event)} is nested deeper than {DEEPEST} levels")
            case MappingEndEvent() | SequenceEndEvent():
                holders.pop()
            case _:
                pass
    found = holders[0].value
    return found[0] if found else None


class _Holder:
    """A list or a mapping that is being filled."""

    def __init__(self, value: Any) -> None:
        self.value = value
        self._name: str | None = None

    def take(self, event: Event, value: Any) -> None:
        """Takes what comes next: an item, a name, or what is under that name."""
        if isinstance(self.value, list):
            cast("list[Any]", self.value).append(value)
        elif self._name is None:
            if not isinstance(event, ScalarEvent) or event.value in self.value:
                raise ValueError(f"{_place(event)} is a name that is given twice, or is no text")
            self._name = str(event.value)
        else:
            self.value[self._name], self._name = value, None


def _scalar(event: ScalarEvent) -> Json:
    """A word that stands without quotes may be a number or the like, as in JSON; everything else is a text."""
    told = str(event.value)
    if not event.implicit[0]:
        return told
    if told in _WORDS:
        return _WORDS[told]
    return strict_json(told, "YAML") if _NUMBER.fullmatch(told) else told


def _place(event: Event) -> str:
    mark: Any = event.start_mark
    return f"line {mark.line + 1}"
