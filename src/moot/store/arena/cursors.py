"""Cursors of the arena's lists: where a page ended, as opaque text that can be handed back."""

import binascii
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any, cast

from moot.debate import InvalidInput
from moot.notation import canonical
from moot.store.database import sayable

_MOST = 2**31 - 1


def marked(kind: str, *parts: str | int) -> str:
    """The place after a row of one kind of list, by what orders the list."""
    return urlsafe_b64encode(canonical([kind, *parts]).encode()).decode().rstrip("=")


def place(given: str, kind: str, *types: type[str] | type[int]) -> list[Any]:
    """The parts of a cursor, or a refusal if nobody ever gave out such a one for this list."""
    try:
        told: object = json.loads(urlsafe_b64decode(given.encode("ascii") + b"=" * (-len(given) % 4)))
    except (ValueError, binascii.Error, RecursionError):
        raise _unknown(given) from None
    if not isinstance(told, list):
        raise _unknown(given)
    parts = cast(list[Any], told)[1:]
    fits = len(parts) == len(types) and all(map(_fits, parts, types))
    if not fits or marked(kind, *parts) != given:
        raise _unknown(given)
    return parts


def _fits(part: object, wanted: type[str] | type[int]) -> bool:
    if isinstance(part, str):
        return wanted is str and sayable({"part": part})
    return wanted is int and type(part) is int and -_MOST <= part <= _MOST


def _unknown(given: str) -> InvalidInput:
    return InvalidInput(
        f"{given[:80]!r} is not a cursor of this list.", suggestion="Leave the cursor out to start at the first page."
    )
