"""JSON amid noise: the objects in what a program printed, in order, whatever stands between their lines."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias, cast

Object: TypeAlias = Mapping[str, Any]

TRIES = 1000
"""How many lines may look like the beginning of JSON and be none; the house has other things to do."""

_BEGINS = re.compile(r"^[ \t]*(?=[\[{])", re.MULTILINE)


def objects(printed: str) -> list[Object]:
    r"""The objects that begin a line, also those of a list; other lines are passed over.

    >>> objects('warning: old node\n{"type": "result"}\n')
    [{'type': 'result'}]
    """
    return [found for found in _values(printed) if isinstance(found, dict)]


def last(printed: str, kind: str) -> Object | None:
    """The last object of a type."""
    return next((found for found in reversed(objects(printed)) if found.get("type") == kind), None)


def inner(told: Object, *path: str) -> Object:
    """An object within an object; an empty one where there is none."""
    for name in path:
        found = told.get(name)
        told = cast(Object, found) if isinstance(found, dict) else {}
    return told


def text(told: Object, name: str) -> str | None:
    """A text of an object, if it has one."""
    found = told.get(name)
    return found if isinstance(found, str) and found else None


def count(told: Object, *names: str) -> int:
    """The sum of what an object counts under these names; what is no whole number counts nothing."""
    return sum(found for name in names if isinstance(found := told.get(name), int) and found > 0)


def amount(told: Object, name: str) -> float | None:
    """An amount of money, if one is told."""
    found = told.get(name)
    return float(found) if isinstance(found, int | float) and not isinstance(found, bool) and found >= 0 else None


def _values(printed: str) -> Iterator[Any]:
    decoder, at, failed = json.JSONDecoder(), 0, 0
    while failed < TRIES and (begins := _BEGINS.search(printed, at)):
        try:
            found, at = decoder.raw_decode(printed, begins.end())
        except (ValueError, RecursionError):
            at, failed = begins.end() + 1, failed + 1
            continue
        yield from cast(list[Any], found) if isinstance(found, list) else [found]
