"""One way to write each value, so that a hash of the text is a hash of the meaning."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import cast

from moot.debate import InvalidInput, Json


def canonical(value: Json) -> str:
    """The value as JSON with sorted keys, no blanks, and characters as themselves."""
    return _WRITER.encode(value)


_WRITER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def told_at(at: datetime) -> str:
    """The time in UTC to the microsecond, always the same width, so that text order is time order.

    >>> told_at(datetime(2026, 11, 15, 9, 0, tzinfo=UTC))
    '2026-11-15T09:00:00.000000Z'
    """
    return at.astimezone(UTC).isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"


def moment(told: str) -> datetime:
    """The time that `told_at` wrote."""
    return datetime.strptime(told, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)


def clean(text: str, what: str) -> str:
    """The text, refused if it holds what no store or terminal can carry: NUL or half of a character."""
    if "\x00" in text:
        raise InvalidInput(f"The {what} holds a NUL character.", suggestion="Send plain text.")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InvalidInput(f"The {what} is not valid Unicode.", suggestion="Send it as UTF-8.") from None
    return text


def sayable(value: Json) -> Json:
    r"""The same with halves of characters spelt out, for what was said elsewhere and need not be a text.

    >>> sayable({"raw": "half: \ud83d"})
    {'raw': 'half: \\ud83d'}
    """
    match value:
        case str():
            return value.encode(errors="backslashreplace").decode()
        case Mapping():
            return {str(sayable(name)): sayable(part) for name, part in value.items()}
        case list() | tuple():
            return [sayable(part) for part in value]
        case _:
            return value


def all_clean(value: object, what: str) -> None:
    """Refuses a value that holds such a text anywhere in it."""
    match value:
        case str():
            clean(value, what)
        case Mapping():
            for name, part in cast(Mapping[object, object], value).items():
                all_clean(name, what)
                all_clean(part, what)
        case list() | tuple():
            for part in cast(Sequence[object], value):
                all_clean(part, what)
        case _:
            pass
