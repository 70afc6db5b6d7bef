"""The verb that copies: a debate to keep, for people and for programs."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, cast

from moot.debate import Entry, JsonObject, View, opened_by, views
from moot.desk.callers import Caller
from moot.desk.house import debate_name
from moot.desk.readings import Reading, debate_of
from moot.desk.replies import Debate
from moot.desk.results import ending_told
from moot.desk.telling import argument_told, is_argument
from moot.notation import Line, read, told_at
from moot.notation.aif import as_aif
from moot.notation.chat import as_chat
from moot.notation.comment import as_comment
from moot.notation.elsewhere import said_there
from moot.notation.html import as_html
from moot.notation.jsonl import as_jsonl, as_rows
from moot.notation.markdown import as_markdown
from moot.notation.said import withheld
from moot.notation.spoken import spoken
from moot.notation.yaml import as_yaml

Form: TypeAlias = Literal["json", "jsonl", "yaml", "markdown", "html", "openai", "aif", "pr-comment"]


@dataclass(frozen=True, slots=True)
class Exported:
    """A copy of a debate."""

    media_type: str
    filename: str
    text: str


@dataclass(frozen=True, slots=True)
class _Copied:
    """A debate as one reader has it, ready to be written in any form."""

    debate: Debate
    lines: Sequence[Line]
    entries: Sequence[Entry]
    seen: Sequence[View]
    reader: str | None
    result: JsonObject


class Copying(Reading):
    """The part of the desk where copies are made."""

    async def export(self, caller: Caller, debate_id: str, *, as_: Form = "json") -> Exported:
        """The whole debate in one file, as this caller may read it."""
        debate = debate_name(debate_id)
        await self._must_read(caller, debate)
        standing = await self._standing(debate)
        lines = await self._house.store.lines(debate, -1, standing.line + 1)
        reader = await self._reads_as(caller, debate, None)
        entries = [read(line) for line in lines]
        seen, told = views(entries, reader), debate_of(debate, standing)
        result = ending_told(standing.position, seen)
        media_type, ending, written = _FORMS[as_]
        copied = _Copied(told, lines, entries, seen, reader, result)
        return Exported(media_type, f"{filename(told)}.{ending}", written(copied))


def _jsonl(copied: _Copied) -> str:
    return as_jsonl(copied.debate.id, copied.lines, withheld(copied.seen))


def _markdown(copied: _Copied) -> str:
    return as_markdown(copied.debate.title, said_there(copied.debate.format, copied.seen), _facts(copied))


def _html(copied: _Copied) -> str:
    return as_html(copied.debate.title, said_there(copied.debate.format, copied.seen), _facts(copied))


def _chat(copied: _Copied) -> str:
    debate = copied.debate
    return as_chat(debate.format, debate.title, copied.entries, withheld(copied.seen))


def _graph(copied: _Copied) -> str:
    return as_aif(copied.debate.format, copied.seen)


def _comment(copied: _Copied) -> str:
    debate, result = copied.debate, {"state": copied.debate.state, **copied.result}
    return as_comment(debate.id, debate.title, _facts(copied), result, spoken(copied.seen))


def _json(copied: _Copied) -> str:
    return json.dumps(_whole(copied), ensure_ascii=False, indent=2) + "\n"


def _yaml(copied: _Copied) -> str:
    return as_yaml(_whole(copied))


_FORMS: Mapping[Form, tuple[str, str, Callable[[_Copied], str]]] = {
    "json": ("application/json", "json", _json),
    "jsonl": ("application/jsonl", "jsonl", _jsonl),
    "yaml": ("application/yaml", "yaml", _yaml),
    "markdown": ("text/markdown", "md", _markdown),
    "html": ("text/html", "html", _html),
    "openai": ("application/jsonl", "messages.jsonl", _chat),
    "aif": ("application/json", "aif.json", _graph),
    "pr-comment": ("text/markdown", "comment.md", _comment),
}
MEDIA_TYPES = tuple(dict.fromkeys(media_type for media_type, _, _ in _FORMS.values()))
"""What copies may be."""


def _facts(copied: _Copied) -> dict[str, str]:
    debate = copied.debate
    told = {
        "Debate": debate.id,
        "Format": f"{debate.format}, {debate.debate_type}" if debate.debate_type else debate.format,
        "State": debate.state,
        "Opened": told_at(debate.created_at),
        "Closed": "" if debate.closed_at is None else told_at(debate.closed_at),
        "Lines": str(debate.seq + 1),
        "Last hash": debate.hash,
        "Held elsewhere": _source(copied) if debate.format == "archive" else "",
    }
    return {name: value for name, value in told.items() if value}


def _source(copied: _Copied) -> str:
    """The file that an archive was made from."""
    source = cast("Mapping[str, Any]", cast("Mapping[str, Any]", copied.entries[0].move["setup"])["source"])
    return f"brought in from {source['name'] or 'a file'} ({source['form']}, SHA-256 {source['sha256']}), not checked"


def _whole(copied: _Copied) -> dict[str, Any]:
    debate, reader, entries = copied.debate, copied.reader, copied.entries
    arguments = [
        argument_told(debate.id, entry, reader, opened_by(entry, entries)).model_dump(mode="json")
        | {"hash": copied.lines[entry.line].hash}
        for entry in entries
        if is_argument(entry)
    ]
    hidden = withheld(copied.seen)
    # Whole or not at all: of a record with gaps nothing could be brought in again.
    record = {} if hidden else {"record": as_rows(debate.id, copied.lines)}
    return {"debate": debate.model_dump(mode="json"), "arguments": arguments, **record}


def filename(debate: Debate) -> str:
    """What a copy of a debate is called, without its ending."""
    words = re.sub(r"[^a-z0-9]+", "-", debate.title.lower()).strip("-")[:40]
    return f"debate-{words or 'untitled'}-{debate.id[:8]}"
