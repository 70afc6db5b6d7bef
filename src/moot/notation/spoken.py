"""What was spoken: the moves of a record in order, as one reader finally has them, whichever format they are of."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from moot.debate import JsonObject, View
from moot.notation.said import plain

TEXTS = ("content", "question", "summary", "claim", "reasoning", "reason", "explanation", "changes", "root_cause")
"""The fields that a move is read by, the first that it has."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """One move of a seat."""

    line: int
    kind: str
    seat: str
    at: datetime
    parent: int | None
    """The line it is about."""
    move: JsonObject | None
    """What was said; None where it stays sealed for this reader."""

    @property
    def text(self) -> str | None:
        """What it is read by, in short: its main text, or all its fields in words."""
        if self.move is None:
            return None
        told = next((text for name in TEXTS if isinstance(text := self.move.get(name), str) and text.strip()), None)
        return told or plain(self.move)

    @property
    def whole(self) -> str | None:
        """Everything that was said: the main text, and below it whatever else belongs to it."""
        return None if self.move is None else whole_text(self.move)


def whole_text(move: JsonObject) -> str:
    r"""A move as one text.

    >>> whole_text({"content": "Use tabs.", "target": 1, "close": True})
    'Use tabs.\n\nclose: yes'
    """
    main = next((name for name in TEXTS if isinstance(text := move.get(name), str) and text.strip()), None)
    rest = {name: told for name, value in move.items() if name not in (main, "target") and (told := _told(value))}
    below = "\n".join(f"{name}: {told}" for name, told in rest.items())
    return "\n\n".join(filter(None, ("" if main is None else str(move[main]), below)))


def _told(value: object) -> str:
    return plain(value) if isinstance(value, str | int | float | bool | list | tuple | dict) else ""  # pyright: ignore[reportUnknownArgumentType]


def spoken(views: Iterable[View]) -> list[Spoken]:
    """The moves of a record; one that was sealed and revealed later is read where it was made."""
    seen = list(views)
    opened = {each.entry.answers: each.opened for each in seen if each.opened is not None}
    return [_spoken(each, opened.get(each.entry.line)) for each in seen if each.entry.seat is not None and _said(each)]


def _said(view: View) -> bool:
    return view.entry.kind not in ("lapsed", "revealed")


def _spoken(view: View, opened: JsonObject | None) -> Spoken:
    entry, move = view.entry, view.move if opened is None else opened
    target = None if move is None else move.get("target")
    parent = target if isinstance(target, int) else entry.answers
    return Spoken(entry.line, entry.kind, str(entry.seat), entry.at, parent, move)


def closing_of(views: Sequence[View]) -> JsonObject | None:
    """What the closing line says, once there is one."""
    last = views[-1].entry
    return last.move if last.kind == "closed" else None
