"""The verb that copies: a debate to keep, for people and for programs."""

import json
import re
from dataclasses import dataclass
from typing import Literal

from moot.desk.callers import Caller
from moot.desk.readings import Reading
from moot.desk.replies import Context

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
        context = await self.context(caller, debate_id, argument_limit=None)
        name = _filename(context)
        match as_:
            case "json" | "jsonl" | "markdown" | "html":
                told = json.dumps(context.model_dump(mode="json"), ensure_ascii=False, indent=2)
                return Exported("application/json", f"{name}.json", told + "\n")


def _filename(context: Context) -> str:
    words = re.sub(r"[^a-z0-9]+", "-", context.debate.title.lower()).strip("-")[:40]
    return f"debate-{words or 'untitled'}-{context.debate.id[:8]}"
