"""A debate as we tell it to programs (JSON, YAML), read back: the record where it came along, else the words alone."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, cast

from moot.debate import InvalidInput, Json, Refusal, line_of
from moot.notation import canonical
from moot.notation.said import Said, plain
from moot.notation.transcript import HOW, Transcript, transcribed

_APART = frozenset({"content", "target"})
_FACTS = ("id", "format", "debate_type", "state", "created_at", "closed_at", "seq", "hash")


def record_in(told: Json) -> str | None:
    """The record that came along, as JSON lines; None where only the words did."""
    rows = told.get("record") if isinstance(told, Mapping) else None
    if rows is None:
        return None
    if not isinstance(rows, list | tuple):
        raise InvalidInput("The record in the file is not a list of its rows.", suggestion=HOW)
    return "".join(f"{canonical(row)}\n" for row in cast("Sequence[Json]", rows))


def retold(told: Json, what: str) -> Transcript:
    """The words of a debate, or the refusal that says what is not as we tell debates."""
    debate = told.get("debate") if isinstance(told, Mapping) else None
    arguments = told.get("arguments") if isinstance(told, Mapping) else None
    if not isinstance(debate, Mapping) or not isinstance(arguments, list | tuple):
        raise InvalidInput(f"The {what} has no `debate` with its `arguments`.", suggestion=HOW)
    facts = {name: plain(debate[name]) for name in _FACTS if debate.get(name) is not None}
    said = [_said(each, str(debate.get("id")), number) for number, each in enumerate(arguments, 1)]
    return transcribed(str(debate.get("title") or ""), facts, said, what)


def _said(argument: Json, debate: str, number: int) -> Said:
    told: Mapping[str, Any] = argument if isinstance(argument, Mapping) else {}
    line, kind, seat, content = (told.get(name) for name in ("seq", "type", "role", "content"))
    fits = type(line) is int and line in range(10**9) and isinstance(kind, str) and kind
    if not fits or not isinstance(seat, str | None) or not isinstance(content, str | None):
        raise InvalidInput(f"Argument {number} does not say who said what in which line.", suggestion=HOW)
    move = told.get("move") if isinstance(told.get("move"), Mapping) else told
    named = {name: plain(value) for name, value in _more(cast("Mapping[str, Any]", move)) if value != content}
    return Said(
        cast(int, line),
        str(kind)[:100],
        None if seat is None else seat[:200],
        _time(told.get("created_at")),
        content,
        _line(debate, told.get("parent_id")),
        {name: value for name, value in named.items() if value},
    )


def _more(move: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """What belongs to a line beside its text: all of its move, or the few fields that are told by themselves."""
    if "created_at" not in move:
        return [(name, value) for name, value in move.items() if name not in _APART]
    return [(name, move[name]) for name in ("options", "option", "close") if move.get(name) is not None]


def _time(told: object) -> datetime | None:
    try:
        found = datetime.fromisoformat(told) if isinstance(told, str) else None
    except ValueError:
        return None
    return None if found is None or found.tzinfo is None else found.astimezone(UTC)


def _line(debate: str, argument: object) -> int | None:
    try:
        return line_of(debate, argument) if isinstance(argument, str) else None
    except Refusal:
        return None
