"""Reading JSON that nobody vouches for: no name twice, no endless depth, no number or text that cannot be kept."""

import json
from collections.abc import Sequence
from typing import Any, cast

from moot.debate import InvalidInput, Json
from moot.notation.canonical import all_clean

DEEPEST = 64
"""How far values may be nested: people nest by the handful, attacks by the thousand."""


def strict_json(text: str, what: str = "file") -> Json:
    """The value that a text holds, or the refusal that says where it is not fit.

    >>> strict_json('{"a": [1, 2.5, null]}')
    {'a': [1, 2.5, None]}
    """
    _must_be_shallow(text, what)
    try:
        value = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant, parse_float=_finite)
    except ValueError as unreadable:
        raise InvalidInput(f"The {what} is not fit JSON: {unreadable}.", suggestion=_FIT) from None
    all_clean(value, what)
    return cast(Json, value)


_FIT = "Send UTF-8 JSON in which no name is given twice in one object."


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the name {twice[:60]!r} is given twice in one object")
    return found


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is no number of JSON")


def _finite(told: str) -> float:
    number = float(told)
    if number in (float("inf"), float("-inf")):
        raise ValueError(f"the number {told[:30]} is too large")
    return number


def _must_be_shallow(text: str, what: str) -> None:
    """Looks at the brackets alone: a reader that goes as deep as it is told to would be out of breath."""
    depth, within, escaped = 0, False, False
    for sign in text:
        if within:
            within, escaped = sign != '"' or escaped, sign == "\\" and not escaped
        elif sign == '"':
            within = True
        elif sign in "[{":
            depth += 1
            if depth > DEEPEST:
                raise InvalidInput(f"The {what} is nested deeper than {DEEPEST} levels.", suggestion=_FIT)
        elif sign in "]}":
            depth -= 1
