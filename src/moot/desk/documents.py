"""The verbs for documents: share, submit a version, read, list, compare."""

from collections.abc import Iterator

from moot.debate import DebateNotFound, InvalidInput
from moot.desk.callers import Caller
from moot.desk.house import AtDesk, debate_name, request_name
from moot.desk.replies import (
    Difference,
    DiffRow,
    DocumentPage,
    DocumentTold,
    History,
    VersionTold,
)
from moot.library import Document, Draft, Revision, Submission, Version, document_id
from moot.notation import clean
from moot.notation.diff import Diff, Hunk, diff


class Lending(AtDesk):
    """The part of the desk where documents are shared."""

    async def create_document(
        self,
        caller: Caller,
        *,
        title: str,
        content: str,
        debate_id: str | None = None,
        note: str | None = None,
        client_request_id: str | None = None,
    ) -> VersionTold:
        """Shares a new document."""
        caller.must_share()
        draft = Draft(
            document_id(self._house.new_id()),
            title.strip(),
            content,
            self._house.clock(),
            by=caller.seat,
            note=note,
            debate=await self._belonging(caller, debate_id),
            request=request_name(client_request_id),
        )
        filed = await self._house.shelf.create(draft)
        return _revision_told(filed.version)

    async def submit_version(
        self,
        caller: Caller,
        document: str,
        *,
        content: str,
        note: str | None = None,
        base_version: int | None = None,
        client_request_id: str | None = None,
    ) -> VersionTold:
        """Submits a further version of a document."""
        caller.must_share()
        await self._must_revise(caller, clean(document, "document id"))
        submission = Submission(
            document,
            content,
            self._house.clock(),
            by=caller.seat,
            note=note,
            base=base_version,
            request=request_name(client_request_id),
        )
        filed = await self._house.shelf.submit(submission)
        return _revision_told(filed.version)

    async def document(self, caller: Caller, document: str, version: int | None = None) -> VersionTold:
        """A version of a document; its id is all that one needs to read it."""
        return _version_told(await self._house.shelf.get(clean(document, "document id"), version))

    async def documents(
        self,
        caller: Caller,
        *,
        q: str | None = None,
        debate_id: str | None = None,
        cursor: str | None = None,
        limit: int = 50,
    ) -> DocumentPage:
        """A page of documents, the latest first; the key of a seat shows those of its debate, an agent's none."""
        debate = caller.debate if debate_id is None else debate_name(debate_id)
        if debate is not None:
            caller.must_read(debate)
        for name, value in (("q", q), ("cursor", cursor)):
            clean(value or "", name)
        if debate is None and not caller.owns:
            return DocumentPage(documents=(), next_cursor=None)
        page = await self._house.shelf.list(cursor, limit, debate, q or None)
        return DocumentPage(documents=tuple(_document_told(item) for item in page.items), next_cursor=page.next)

    async def history(self, caller: Caller, document: str) -> History:
        """All versions of a document, the oldest first."""
        revisions = await self._house.shelf.history(clean(document, "document id"))
        told = tuple(_revision_told(revision) for revision in revisions)
        return History(document_id=revisions[0].document.id, title=revisions[0].document.title, versions=told)

    async def diff(self, caller: Caller, document: str, from_version: int, to_version: int | None = None) -> Difference:
        """What changed between two versions."""
        before = await self._house.shelf.get(clean(document, "document id"), from_version)
        after = await self._house.shelf.get(document, to_version)
        names = (f"{document}@{before.number}", f"{document}@{after.number}")
        changes = diff(before.content, after.content, *names)
        return Difference(
            document_id=before.document.id,
            title=before.document.title,
            from_version=before.number,
            to_version=after.number,
            unified=changes.unified,
            rows=tuple(_rows(changes)),
            added=changes.added,
            removed=changes.removed,
        )

    async def _must_revise(self, caller: Caller, document: str) -> None:
        """Refuses a seat that would revise what belongs to another debate."""
        if not caller.owns:
            belongs_to = (await self._house.shelf.get(document)).document.debate
            if belongs_to is not None:
                caller.must_read(belongs_to)

    async def _belonging(self, caller: Caller, debate_id: str | None) -> str | None:
        """The debate that a new document belongs to: named by the caller, or that of the caller's seat."""
        if debate_id is None:
            return caller.debate
        try:
            debate = debate_name(debate_id)
            caller.must_read(debate)
            await self._house.steward.look(debate)
        except DebateNotFound:
            raise InvalidInput(
                f"There is no debate {debate_id!r} for this document to belong to.",
                suggestion="Leave the debate out, or share the document once the debate is open.",
            ) from None
        return debate


def _document_told(document: Document) -> DocumentTold:
    return DocumentTold(
        id=document.id,
        title=document.title,
        version=document.latest,
        debate_id=document.debate,
        created_at=document.created_at,
        updated_at=document.updated_at,
    )


def _revision_told(revision: Revision) -> VersionTold:
    return VersionTold(
        document_id=revision.document.id,
        title=revision.document.title,
        version=revision.number,
        latest=revision.document.latest,
        note=revision.note,
        by=revision.by,
        sha256=revision.sha256,
        size=revision.size,
        created_at=revision.created_at,
    )


def _version_told(version: Version) -> VersionTold:
    return _revision_told(version).model_copy(update={"content": version.content})


def _rows(changes: Diff) -> Iterator[DiffRow]:
    """The rows of all hunks, with a mark where rows were left out between them."""
    before: Hunk | None = None
    for hunk in changes.hunks:
        if before is not None or hunk.left_start > 1:
            yield DiffRow(kind="skipped")
        for row in hunk.rows:
            yield DiffRow(
                kind=row.kind, left=row.left, right=row.right, left_line=row.left_line, right_line=row.right_line
            )
        before = hunk
