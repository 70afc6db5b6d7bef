"""What was said, in the shape that every export reads: one line of any format."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from moot.debate import Json, View

_OWN_PLACE = frozenset({"content", "target"})


@dataclass(frozen=True, slots=True)
class Said:
    """One line as its reader sees it."""

    line: int
    kind: str
    seat: str | None
    """Who spoke; None is the house."""
    at: datetime | None
    """None where it was held elsewhere, and nobody noted it."""
    content: str | None
    """Markdown; None where it is sealed for this reader."""
    parent: int | None = None
    """The line it is about."""
    extras: Mapping[str, str] = field(default_factory=dict[str, str])
    """Whatever else belongs to it, named, as plain text."""
    files: Mapping[str, Mapping[str, str]] = field(default_factory=dict[str, Mapping[str, str]])
    """Those of them that hold files, whose lines must be kept apart, by path."""


def said_of(view: View) -> Said:
    """A view of a line of any format, ready to be exported."""
    entry, move = view.entry, view.opened or view.move
    if move is None:
        return Said(entry.line, entry.kind, entry.seat, entry.at, None, entry.answers)
    target = move.get("target")
    return Said(
        line=entry.line,
        kind=entry.kind,
        seat=entry.seat,
        at=entry.at,
        content=str(move.get("content", "")),
        parent=target if isinstance(target, int) else entry.answers,
        extras={name: told for name, value in move.items() if name not in _OWN_PLACE and (told := plain(value))},
        files={name: told for name, value in move.items() if (told := _files(value))},
    )


def _files(value: Json) -> dict[str, str]:
    """The texts of a value that has nothing but texts in it, one of which has several lines; else none."""
    if not isinstance(value, Mapping):
        return {}
    texts = {path: text for path, text in value.items() if isinstance(text, str)}
    return texts if len(texts) == len(value) and any("\n" in text for text in texts.values()) else {}


def withheld(views: Iterable[View]) -> frozenset[int]:
    """The lines that this reader has not been shown, neither at once nor by a later reveal."""
    hidden: set[int] = set()
    for view in views:
        if view.hidden:
            hidden.add(view.entry.line)
        if view.opened is not None and view.entry.answers is not None:
            hidden.discard(view.entry.answers)
    return frozenset(hidden)


def plain(value: Json) -> str:
    """A value in words.

    >>> plain([{"id": "A", "label": "Keep it"}, True, {"rounds": 2}])
    'A = Keep it; yes; rounds: 2'
    """
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case {"id": str(name), "label": str(label)}:
            return f"{name} = {label}"
        case Mapping():
            return ", ".join(f"{name}: {plain(part)}" for name, part in value.items())
        case str() | int() | float():
            return str(value)
        case _:
            return "; ".join(plain(part) for part in value)
