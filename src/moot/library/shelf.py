"""The shelf: where documents are kept."""

from typing import Protocol

from moot.debate import Refusal
from moot.engine import Page
from moot.library.document import Document, Filed, Revision, Version
from moot.library.draft import Draft, Submission


class DocumentMoved(Refusal):
    """Somebody submitted a newer version than the one this was made from."""

    code = "DOCUMENT_MOVED"

    def __init__(self, document: str, base: int, latest: int) -> None:
        super().__init__(
            f"This was made from version {base}, but document {document!r} is at version {latest}.",
            suggestion=f"Read version {latest}, take its changes in, and submit again with base version {latest}.",
            document_id=document,
            base_version=base,
            latest_version=latest,
        )


class Shelf(Protocol):
    """Where documents are kept. A request made again with the same id and body yields its first result again."""

    async def create(self, draft: Draft) -> Filed:
        """Takes in a new document, or raises RequestIdReused."""
        ...

    async def submit(self, submission: Submission) -> Filed:
        """Takes in a further version, or raises DocumentNotFound, DocumentMoved or RequestIdReused."""
        ...

    async def get(self, document: str, version: int | None = None) -> Version:
        """One version, the latest if none is named, or raises DocumentNotFound."""
        ...

    async def list(
        self, cursor: str | None = None, limit: int = 50, debate: str | None = None, text: str | None = None
    ) -> Page[Document]:
        """The documents that match, newest change first."""
        ...

    async def history(self, document: str) -> tuple[Revision, ...]:
        """All its versions, the oldest first, or raises DocumentNotFound."""
        ...
