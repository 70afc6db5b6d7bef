"""Telling what a file is that is brought in, by what is in it and never by its name."""

import json
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias, cast

from moot.debate import InvalidInput
from moot.desk.retelling import record_in
from moot.notation.jsonl import FORM
from moot.notation.strict import strict_json
from moot.notation.strict_yaml import strict_yaml

Known: TypeAlias = Literal["record", "chat", "aif", "json", "yaml", "markdown", "html", "pr-comment"]

_HOW = (
    "A debate that Moot has exported (moot export ID --as jsonl, json, yaml, markdown, html or pr-comment), a chat log "
    "with `messages` (JSON or JSON lines), an argument graph with `nodes` and `edges` (AIF as JSON), or a backup (moot "
    "export --all)."
)
_BEGINNINGS: tuple[tuple[str, Known], ...] = (
    ("# ", "markdown"),
    ("<!doctype html", "html"),
    ("<html", "html"),
    ("debate:", "yaml"),
    ("<!-- moot:debate:", "pr-comment"),
)
_CANNOT: tuple[tuple[str, str], ...] = (
    ("debate_result:", "A result in YAML has what came of a debate, and not what was said."),
    ("%PDF-", "A PDF is for reading."),
)


def form_of(text: str, name: str = "") -> Known:
    """What a file is by what is in it, whatever it is called; or the refusal that says what it lacks."""
    start = beginning(text)
    if start[:1] not in ("{", "["):
        return _of_words(start[:200].lower())
    first, _, rest = start.partition("\n")
    row = _object(first)
    if row is not None and row.get("form") == FORM:
        return "record"
    if row is not None and rest.strip() and "messages" in row:
        return "chat"
    return _of_one(_whole(start), name)


def record_of(form: Known, text: str) -> str | None:
    """The record that a file holds, as JSON lines; None where it holds words alone."""
    match form:
        case "record":
            # Rows hold no ends of lines but their own: who changed these has changed nothing.
            return text.replace("\r\n", "\n")
        case "json":
            return record_in(strict_json(text, "transcript"))
        case "yaml":
            return record_in(strict_yaml(text, "transcript"))
        case _:
            return None


def beginning(text: str) -> str:
    """The text from its first word on: marks of the order of bytes and empty lines say nothing."""
    return text.lstrip("\ufeff \t\r\n")


def _of_words(start: str) -> Known:
    """What a file is that begins with words."""
    for begins, form in _BEGINNINGS:
        if start.startswith(begins):
            return form
    why = next((why for begins, why in _CANNOT if start.startswith(begins.lower())), "")
    raise InvalidInput(f"This is no file that can be brought in. {why}".strip(), suggestion=_HOW)


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
        return "json"
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
