"""One entry of ours in a JSON file that others write too; every byte around it stays as it is."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

_BLANK = re.compile(r"\s*")
_STEP = "  "


class Unfit(ValueError):
    """A text in which the entry cannot be put."""


@dataclass(frozen=True, slots=True)
class Member:
    """Where a member of an object stands."""

    key: str
    begins: int
    value: int
    ends: int


def entry_in(text: str, path: Sequence[str]) -> Any:
    """What stands at a path; None where nothing does."""
    found: Any = _read(text)
    for key in path:
        found = cast(Mapping[str, Any], found).get(key) if isinstance(found, dict) else None
    return found


def with_entry(text: str, path: Sequence[str], value: Mapping[str, Any]) -> str:
    """The text with the value at the path: in the place of what stood there, or behind the others."""
    if not text.strip():
        return _dumped(_nested(path, value), "") + "\n"
    _read(text)
    at, rest = _skip(text, 0), list(path)
    while True:
        members = list(_members(text, at))
        found = next((member for member in reversed(members) if member.key == rest[0]), None)
        if found is None:
            return _added(text, at, members, rest[0], _nested(rest[1:], value))
        if len(rest) == 1:
            indent = _indent(text, found.begins)
            return text[: found.value] + _as_in(text, _dumped(value, indent)) + text[found.ends :]
        at = found.value
        if text[at] != "{":
            raise Unfit(f"has something else than an object as {rest[0]!r}")
        rest = rest[1:]


def without_entry(text: str, path: Sequence[str], value: Mapping[str, Any]) -> str | None:
    """The text as it was before the value was put at the path; None where it had not been there."""
    if text == with_entry("", path, value):
        return None
    for depth in range(1, len(path) + 1):
        before = _cut(text, path[:depth])
        # Whether an empty object around it was the user's cannot be seen, but whether we would have written this.
        if depth == len(path) or with_entry(before, path, value) == text:
            return before
    raise AssertionError("the last depth returns")


def _read(text: str) -> Any:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as unreadable:
        raise Unfit(f"is not plain JSON ({unreadable}); comments are not") from None
    if not isinstance(found, dict):
        raise Unfit("has something else than an object in it")
    return cast(Any, found)


def _members(text: str, at: int) -> Iterator[Member]:
    """The members of the object that begins here; the text is known to be JSON."""
    decoder, at = json.JSONDecoder(), _skip(text, at + 1)
    while text[at] == '"':
        begins = at
        key, at = decoder.raw_decode(text, at)
        value = _skip(text, _skip(text, at) + 1)
        _, ends = decoder.raw_decode(text, value)
        yield Member(key, begins, value, ends)
        at = _skip(text, ends)
        at = _skip(text, at + 1) if text[at] == "," else at


def _added(text: str, at: int, members: list[Member], key: str, value: Any) -> str:
    if not members:
        end = text.index("}", at)
        outer = _indent(text, at) or _line_indent(text, at)
        inner = outer + _STEP
        return text[: at + 1] + _as_in(text, f"\n{inner}{_pair(key, value, inner)}\n{outer}") + text[end:]
    last = members[-1]
    indent = _indent(text, last.begins)
    between = ", " if indent is None else f",\n{indent}"
    return text[: last.ends] + _as_in(text, f"{between}{_pair(key, value, indent)}") + text[last.ends :]


def _cut(text: str, path: Sequence[str]) -> str:
    at = _skip(text, 0)
    for key in path[:-1]:
        at = next(member.value for member in _members(text, at) if member.key == key)
    members = list(_members(text, at))
    place = next(number for number, member in enumerate(members) if member.key == path[-1])
    if place:
        return text[: members[place - 1].ends] + text[members[place].ends :]
    if len(members) > 1:
        return text[: members[0].begins] + text[members[1].begins :]
    return text[: at + 1] + text[text.index("}", members[0].ends) :]


def _pair(key: str, value: Any, indent: str | None) -> str:
    return f"{json.dumps(key)}: {_dumped(value, indent)}"


def _dumped(value: Any, indent: str | None) -> str:
    """JSON that fits in where lines are indented so; None: on one line."""
    if indent is None:
        return json.dumps(value)
    return json.dumps(value, indent=_STEP).replace("\n", f"\n{indent}")


def _as_in(text: str, added: str) -> str:
    """What is added, with the line ends of the text."""
    return added.replace("\n", "\r\n") if "\r\n" in text else added


def _nested(path: Sequence[str], value: Any) -> Any:
    for key in reversed(path):
        value = {key: value}
    return value


def _indent(text: str, at: int) -> str | None:
    """The blanks before a place that begins its line; None where it does not."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line if not line.strip() and "\n" in text[:at] else None


def _line_indent(text: str, at: int) -> str:
    """The blanks with which the line of a place begins."""
    line = text[text.rfind("\n", 0, at) + 1 :]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _skip(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    assert found is not None
    return found.end()
