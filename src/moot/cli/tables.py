"""Readings as tables."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from moot.cli.wording import first_line, moment
from moot.client.shapes import (
    Argument,
    Context,
    DebatePage,
    Difference,
    DocumentPage,
    History,
    VersionTold,
    Waited,
)


@dataclass(frozen=True)
class Table:
    """Rows under columns, with a title above and a note below."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str | None = None
    note: str | None = None

    def cleaned(self, clean: Callable[[str], str]) -> "Table":
        """The same, each text in it as it comes out of this."""
        title, note = (None if text is None else clean(text) for text in (self.title, self.note))
        return Table(tuple(map(clean, self.columns)), tuple(tuple(map(clean, row)) for row in self.rows), title, note)


def of_debates(page: DebatePage) -> Table:
    """A page of debates."""
    rows = tuple(
        (d["id"], d["title"], d["state"], ", ".join(d["waiting_for"]), str(d["seq"]), moment(d["updated_at"]))
        for d in page["debates"]
    )
    return Table(("debate", "title", "state", "waits for", "lines", "updated"), rows, note=_more(page["next_cursor"]))


def of_context(context: Context) -> Table:
    """The arguments of a debate."""
    debate = context["debate"]
    note = f"{context['omitted']} arguments left out." if context["omitted"] else None
    return replace(of_arguments(context["arguments"]), title=f"{debate['title']} · {debate['state']}", note=note)


def of_waited(waited: Waited) -> Table:
    """What came while waiting."""
    note = f"{waited['state']}: {waited['action']}, wait on {waited['wait_on']}"
    return replace(of_arguments(waited["arguments"]), note=note)


def of_arguments(arguments: list[Argument]) -> Table:
    """Arguments, a row each."""
    rows = tuple(
        (str(a["seq"]), a["type"], a["role"] or "", moment(a["created_at"]), first_line(a["content"]), a["id"])
        for a in arguments
    )
    return Table(("line", "type", "role", "at", "begins", "id"), rows)


def of_documents(page: DocumentPage) -> Table:
    """A page of documents."""
    rows = tuple(
        (d["id"], d["title"], str(d["version"]), d["debate_id"] or "", moment(d["updated_at"]))
        for d in page["documents"]
    )
    return Table(("document", "title", "version", "debate", "updated"), rows, note=_more(page["next_cursor"]))


def of_history(history: History) -> Table:
    """The versions of a document."""
    rows = tuple(
        (str(v["version"]), moment(v["created_at"]), v["by"] or "", str(v["size"]), v["note"] or "", v["sha256"][:12])
        for v in history["versions"]
    )
    return Table(("version", "at", "by", "bytes", "note", "sha256"), rows, title=history["title"])


def of_version(version: VersionTold) -> Table:
    """One version of a document, without its text."""
    return of_fields({name: value for name, value in version.items() if name != "content"})


def of_difference(difference: Difference) -> Table:
    """Two versions side by side."""
    sides = tuple(f"version {difference[side]}" for side in ("from_version", "to_version"))
    marks = {"same": " ", "changed": "~", "added": "+", "removed": "-", "skipped": "…"}
    rows = tuple((marks[row["kind"]], row["left"] or "", row["right"] or "") for row in difference["rows"])
    note = f"{difference['added']} added, {difference['removed']} removed"
    return Table(("", *sides), rows, title=difference["title"], note=note)


def of_fields(fields: Mapping[str, Any]) -> Table:
    """One thing, a row for each of its fields."""
    return Table(("", ""), tuple((name, str(value)) for name, value in fields.items() if value is not None))


def _more(next_cursor: str | None) -> str | None:
    return None if next_cursor is None else f"There are more: --cursor {next_cursor}"
