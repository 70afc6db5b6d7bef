"""Playing records again in this process: no server is asked, and no player called on."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeAlias

from moot import wiring
from moot.cli.inside.copies import Copy, copied
from moot.cli.inside.refusing import told
from moot.client import Refused
from moot.debate import Entry, View
from moot.engine import Rehearsal
from moot.notation.recital import in_a_line
from moot.notation.said import said_of

Show: TypeAlias = Callable[[datetime, str], None]
_LONGEST = 200


def rehearse(text: str, show: Show | None) -> dict[str, Any]:
    """How a record in JSON lines comes out when it is played again; each line that did is shown."""
    copy = copied(text)
    with told():
        return _rehearsed(copy, show)


def _rehearsed(copy: Copy, show: Show | None) -> dict[str, Any]:
    rehearsal = Rehearsal(copy.debate, wiring.formats())
    for line, view in zip(copy.lines, copy.record, strict=True):
        if line.line in copy.withheld:
            raise _sealed(copy.debate, line.line)
        if (fault := rehearsal.take(line)) is not None:
            return _told(copy, rehearsal, equal=False, fault=fault.fault, fault_line=fault.line)
        if show is not None:
            show(view.entry.at, _in_a_line(view))
    if (fault := rehearsal.done()) is not None:
        return _told(copy, rehearsal, equal=False, fault=fault.fault, fault_line=fault.line)
    return _told(copy, rehearsal, equal=True)


def _told(copy: Copy, rehearsal: Rehearsal, **more: Any) -> dict[str, Any]:
    opened = copy.record[0].entry.move
    rules = {"format": opened.get("format"), "version": opened.get("version")}
    return {"debate_id": copy.debate, "lines": rehearsal.lines, "hash": rehearsal.head, **rules, **more}


def _in_a_line(view: View) -> str:
    entry: Entry = view.entry
    said = said_of(view)
    words = in_a_line(said.content or "") or ", ".join(
        f"{name}: {in_a_line(told)}" for name, told in said.extras.items()
    )
    told = words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…"
    return f"{entry.line}. {entry.seat or 'the house'}, {entry.kind}{f': {told}' if told else ''}"


def _sealed(debate: str, line: int) -> Refused:
    return Refused(
        {
            "code": "SEALED",
            "message": f"Line {line} of debate {debate} is sealed and did not come with this copy.",
            "suggestion": "Replay it once it is revealed; the lines before it came out as they were.",
            "lines": line,
        },
        0,
    )
