"""The words by which debates and documents are found, made anew from the rows that are restored."""

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Table

from moot.notation import Line, read
from moot.store.database import Dialect, Transaction
from moot.store.records import first_argument
from moot.store.search import index
from moot.store.tables import debates, documents, lines, versions


class Findable:
    """What was seen of the debates and documents while their rows went by."""

    def __init__(self, dialect: Dialect) -> None:
        self._indexes = {table.name: index(table.name, dialect) for table in (debates, documents)}
        self._debates: dict[str, tuple[int, str]] = {}
        self._motions: dict[str, str] = {}
        self._documents: dict[str, tuple[int, int, str]] = {}
        self._contents: dict[str, str] = {}

    def see(self, table: Table, rows: Iterable[Mapping[str, Any]]) -> None:
        """Notes what these rows will be found by."""
        for row in rows:
            if table is debates:
                self._debates[row["id"]] = row["number"], row["title"]
            elif table is lines and row["debate_id"] not in self._motions:
                self._note_motion(row)
            elif table is documents:
                self._documents[row["id"]] = row["number"], row["latest"], row["title"]
            elif table is versions and row["number"] == self._documents[row["document_id"]][1]:
                self._contents[row["document_id"]] = row["content"]

    def _note_motion(self, row: Mapping[str, Any]) -> None:
        entry = read(Line(row["line"], row["head"], row["body"], row["hash"], row["request"]))
        if entry.seat is not None:
            self._motions[row["debate_id"]] = first_argument([entry])

    async def file(self, tx: Transaction) -> None:
        """Makes everything findable that was seen."""
        for debate, (number, title) in self._debates.items():
            await self._indexes["debates"].file(tx, number, title, self._motions.get(debate, ""))
        for document, (number, _, title) in self._documents.items():
            await self._indexes["documents"].file(tx, number, title, self._contents.get(document, ""))
