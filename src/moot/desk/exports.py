"""The verb that copies: a debate to keep, for people and for programs."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, assert_never

from moot.debate import View, opened_by, views
from moot.desk.callers import Caller
from moot.desk.house import debate_name
from moot.desk.readings import Reading, debate_of
from moot.desk.replies import Debate
from moot.desk.telling import argument_told, is_argument
from moot.notation import Line, read, told_at
from moot.notation.html import as_html
from moot.notation.jsonl import as_jsonl
from moot.notation.markdown import as_markdown
from moot.notation.said import Said, said_of, withheld

Form = Literal["json", "jsonl", "markdown", "html"]


@dataclass(frozen=True, slots=True)
class Exported:
    """A copy of a debate."""

    media_type: str
    filename: str
    text: str


class Copying(Reading):
    """The part of the desk where copies are made."""

    async def export(self, caller: Caller, debate_id: str, *, as_: Form = "json") -> Exported:
        """The whole debate in one file, as this caller may read it."""
        debate = debate_name(debate_id)
        await self._must_read(caller, debate)
        standing = await self._standing(debate)
        lines = await self._house.store.lines(debate, -1, standing.line + 1)
        reader = await self._reads_as(caller, debate, None)
        seen = views([read(line) for line in lines], reader)
        told = debate_of(debate, standing)
        name = filename(told)
        match as_:
            case "json":
                return Exported("application/json", f"{name}.json", _as_json(told, lines, reader))
            case "jsonl":
                return Exported("application/jsonl", f"{name}.jsonl", as_jsonl(debate, lines, withheld(seen)))
            case "markdown":
                return Exported("text/markdown", f"{name}.md", as_markdown(told.title, _said(seen), _facts(told)))
            case "html":
                return Exported("text/html", f"{name}.html", as_html(told.title, _said(seen), _facts(told)))
            case _:
                assert_never(as_)


def _said(views: Sequence[View]) -> list[Said]:
    """Everything but the opening, which stands above as facts."""
    return [said_of(each) for each in views if each.entry.kind != "opened"]


def _facts(debate: Debate) -> dict[str, str]:
    told = {
        "Debate": debate.id,
        "Format": f"{debate.format}, {debate.debate_type}" if debate.debate_type else debate.format,
        "State": debate.state,
        "Opened": told_at(debate.created_at),
        "Closed": "" if debate.closed_at is None else told_at(debate.closed_at),
        "Lines": str(debate.seq + 1),
        "Last hash": debate.hash,
    }
    return {name: value for name, value in told.items() if value}


def _as_json(debate: Debate, lines: Sequence[Line], reader: str | None) -> str:
    entries = [read(line) for line in lines]
    arguments = [
        argument_told(debate.id, entry, reader, opened_by(entry, entries)).model_dump(mode="json")
        | {"hash": lines[entry.line].hash}
        for entry in entries
        if is_argument(entry)
    ]
    whole = {"debate": debate.model_dump(mode="json"), "arguments": arguments}
    return json.dumps(whole, ensure_ascii=False, indent=2) + "\n"


def filename(debate: Debate) -> str:
    """What a copy of a debate is called, without its ending."""
    words = re.sub(r"[^a-z0-9]+", "-", debate.title.lower()).strip("-")[:40]
    return f"debate-{words or 'untitled'}-{debate.id[:8]}"
