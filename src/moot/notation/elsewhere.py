"""Lines of an archive that were lines of a debate elsewhere: told as they were told there."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from moot.debate import JsonObject, View
from moot.notation.canonical import told_at
from moot.notation.said import Said, said_of
from moot.notation.transcript import time_in


def there_of(said: Said) -> dict[str, Any]:
    """What an archive keeps of a line beside who said what: where it stood, what it was, when, and about what."""
    told: dict[str, Any] = {
        "line": said.line,
        "kind": said.kind,
        "by": said.seat,
        "at": None if said.at is None else told_at(said.at),
        "about": said.parent,
        "sealed": True if said.content is None else None,
        "extras": dict(said.extras) or None,
        "files": {name: dict(texts) for name, texts in said.files.items()} or None,
    }
    return {name: value for name, value in told.items() if value is not None}


def said_there(format: str, views: Sequence[View]) -> list[Said]:
    """The lines of a debate but for its opening; of an archived transcript those that it had, as they were there."""
    archived = format == "archive" and any(_there(each) for each in views)
    ours = ("opened", "closed") if archived else ("opened",)
    return [_said(each) if archived else said_of(each) for each in views if each.entry.kind not in ours]


def _there(view: View) -> JsonObject | None:
    there = view.move.get("there") if view.entry.kind == "SAID" and view.move is not None else None
    return there if isinstance(there, Mapping) else None


def _said(view: View) -> Said:
    told = _there(view)
    if told is None:
        return said_of(view)
    by = told.get("by")
    return Said(
        line=cast(int, told["line"]),
        kind=str(told["kind"]),
        seat=None if by is None else str(by),
        at=time_in(told.get("at")),
        content=None if told.get("sealed") else str(view.entry.move.get("content", "")),
        parent=cast("int | None", told.get("about")),
        extras=cast("Mapping[str, str]", told.get("extras") or {}),
        files=cast("Mapping[str, Mapping[str, str]]", told.get("files") or {}),
    )
