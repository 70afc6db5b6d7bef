"""The tables that only PostgreSQL has, as the statements tell that make them."""

import inspect
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from moot import store
from moot.store.wakes import layout

TOLD: Mapping[str, str] = {
    "wakes": "What waits to be looked at: a debate, or a deadline that is near (`entrypoint`). `payload` is the "
    "debate's id, `priority` the line to which it has grown, `headers` the trace to which that belongs.",
    "wakes_holders": "The processes that call on players, and when each last said that it is there.",
    "wakes_log": "PgQueuer's own; nothing is kept in it.",
    "wakes_schedules": "PgQueuer's own; nothing is kept in it.",
    "wakes_statistics": "PgQueuer's own; nothing is kept in it.",
    "lane_holders": "The processes that call on providers, and when each last said that it is there.",
    "lane_tickets": "Calls that are under way to a provider, or wait until they may be.",
}
_TABLE = re.compile(r"CREATE (?:UNLOGGED )?TABLE (\w+) \(")
_KIND_ENDS = re.compile(r" (?:NOT NULL|DEFAULT|PRIMARY KEY|GENERATED|UNIQUE|REFERENCES)\b")
_NO_COLUMN = ("UNIQUE", "PRIMARY", "CONSTRAINT", "CHECK", "FOREIGN")


def of_postgres() -> Iterator[str]:
    """Each of them with its columns."""
    made = dict(_made())
    assert set(made) == set(TOLD), f"to be told of: {set(made) ^ set(TOLD)}"
    for name, text in TOLD.items():
        yield f"**`{name}`** {text}\n"
        yield "| column | | |\n|---|---|---|"
        yield from (_column(each) for each in made[name] if not each.startswith(_NO_COLUMN))
        yield ""


def _made() -> Iterator[tuple[str, list[str]]]:
    """The names of the tables, and how their columns are declared."""
    versions = Path(inspect.getfile(store)).parent / "migrations" / "versions"
    sources = [layout.MAKING.build_install_query(), inspect.getsource(layout)]
    for source in (*sources, *(path.read_text() for path in sorted(versions.glob("*.py")))):
        for found in _TABLE.finditer(source):
            yield found[1], _columns(source[found.end() :])


def _columns(text: str) -> list[str]:
    """What commas part up to the bracket that closes, but not those within brackets."""
    parts, depth = [""], 1
    for each in text:
        depth += {"(": 1, ")": -1}.get(each, 0)
        if depth == 0:
            return [" ".join(part.split()) for part in parts]
        if each == "," and depth == 1:
            parts.append("")
        else:
            parts[-1] += each
    raise ValueError("a bracket is open")


def _column(declared: str) -> str:
    name, _, rest = declared.partition(" ")
    kind = _KIND_ENDS.split(rest)[0]
    key = "PRIMARY KEY" in rest
    return f"| `{name}` | {kind} | {'key' if key else '' if 'NOT NULL' in rest else 'may be null'} |"
