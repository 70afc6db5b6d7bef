"""Telling what a file is that is brought in, and what is lost in one that cannot be."""

import json
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias, cast

from moot.debate import InvalidInput
from moot.notation.jsonl import FORM

Known: TypeAlias = Literal["record", "chat", "aif"]

_HOW = (
    "A record in JSON lines (moot export ID --as jsonl), a chat log with `messages` (JSON or JSON lines), an argument "
    "graph with `nodes` and `edges` (AIF as JSON), or a backup (moot export --all)."
)
_LOST = (
    "{form} has what was said, but not the stored lines: no envelopes, no turns, no salts of what was sealed, so no "
    "hash in it could be checked"
)
_OURS: tuple[tuple[str, str], ...] = (
    ("# ", "A transcript in Markdown"),
    ("<!doctype html", "A page"),
    ("debate:", "A transcript in YAML"),
    ("debate_result:", "A result in YAML"),
    ("<!-- moot:debate:", "A comment for GitHub"),
    ("%PDF-", "A PDF"),
)


def form_of(text: str, name: str = "") -> Known:
    """What a file is by what is in it, whatever it is called; or the refusal that says what it lacks."""
    start = text.lstrip("\ufeff \t\r\n")
    if start[:1] not in ("{", "["):
        raise _refused(start)
    first, _, rest = start.partition("\n")
    row = _object(first)
    if row is not None and row.get("form") == FORM:
        return "record"
    if row is not None and rest.strip() and "messages" in row:
        return "chat"
    return _of_one(_whole(start), name)


def _of_one(whole: Any, name: str) -> Known:
    """What a file is that holds one value."""
    if isinstance(whole, list):
        return "chat"
    told: Mapping[str, Any] = cast("Mapping[str, Any]", whole) if isinstance(whole, Mapping) else dict[str, Any]()
    if "messages" in told:
        return "chat"
    if "AIF" in told or ("nodes" in told and "edges" in told):
        return "aif"
    if "debate" in told and "arguments" in told:
        raise _lacking("A transcript in JSON")
    called = f" {name[:100]!r}" if name else ""
    raise InvalidInput(f"The file{called} is JSON, but none that can be brought in.", suggestion=_HOW)


def _whole(text: str) -> Any:
    """The value of a text as far as it takes to tell what it is; it is read strictly afterwards."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        # Perhaps rows of which one is damaged, perhaps a bomb: whoever reads them strictly says which.
        return {"messages": []}


def _object(line: str) -> Mapping[str, Any] | None:
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return cast("Mapping[str, Any]", told) if isinstance(told, dict) else None


def _refused(start: str) -> InvalidInput:
    ours = next((form for begins, form in _OURS if start[:200].lower().startswith(begins.lower())), None)
    return InvalidInput("This is no file that can be brought in.", suggestion=_HOW) if ours is None else _lacking(ours)


def _lacking(form: str) -> InvalidInput:
    return InvalidInput(f"{_LOST.format(form=form)}.", suggestion="Export the record itself: moot export ID --as jsonl")
