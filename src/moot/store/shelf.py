"""Documents and their versions, on whichever database."""

from collections.abc import Sequence
from functools import lru_cache

from sqlalchemy import bindparam, insert, select, tuple_, update

from moot.debate import DocumentNotFound, InvalidInput, RequestIdReused
from moot.engine import Page
from moot.library import Document, DocumentMoved, Draft, Filed, Revision, Submission, Version
from moot.notation import moment, told_at
from moot.store.cursor import cursor, place
from moot.store.database import Clash, Database, Dialect, Params, Prepared, Row, Transaction, lists_of, sayable
from moot.store.search import index
from moot.store.tables import VERSION_REQUESTS, documents, versions

_d, _v = documents.c, versions.c
_DOCUMENT = (_d.id, _d.title, _d.latest, _d.created_at, _d.updated_at, _d.debate_id)
_REVISION = (*_DOCUMENT, _v.number, _v.created_at, _v.sha256, _v.size, _v.note, _v.by)
_both = documents.join(versions)

_CREATE = Prepared(
    insert(documents)
    .values({column.name: bindparam(column.name) for column in _d if column.name != "number"})
    .returning(_d.number)
)
_ADVANCE = (
    update(documents)
    .where(_d.id == bindparam("document"))
    .values(latest=_d.latest + 1, updated_at=bindparam("at"))
    .returning(_d.number, _d.latest, _d.title)
)
_ADVANCE_ANY = Prepared(_ADVANCE)
_ADVANCE_FROM = Prepared(_ADVANCE.where(_d.latest == bindparam("base")))
_FILE = Prepared(insert(versions).values({column.name: bindparam(column.name) for column in _v}))
_LATEST = Prepared(select(_d.latest).where(_d.id == bindparam("document")))
_VERSION = select(*_REVISION, _v.content).select_from(_both)
_GET_LATEST = Prepared(_VERSION.where(_d.id == bindparam("document"), _v.number == _d.latest))
_GET = Prepared(_VERSION.where(_d.id == bindparam("document"), _v.number == bindparam("version")))
_REQUESTED = Prepared(_VERSION.where(_v.request == bindparam("request")))
_HISTORY = Prepared(select(*_REVISION).select_from(_both).where(_d.id == bindparam("document")).order_by(_v.number))


class DatabaseShelf:
    """Where documents are kept."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._words = index("documents", database.dialect)

    async def create(self, draft: Draft) -> Filed:
        """Takes in a new document, or raises RequestIdReused."""

        async def work(tx: Transaction) -> None:
            rows = await tx.rows(_CREATE, _new(draft))
            await tx.run(_FILE, _version_row(draft, 1))
            await self._words.file(tx, rows[0][0], draft.title, draft.content)

        try:
            await self._database.write(work)
        except Clash as clash:
            if clash.constraint != VERSION_REQUESTS:
                raise InvalidInput(f"Document {draft.document!r} exists already.") from None
            return await self._created_before(draft)
        return Filed(await self.get(draft.document, 1))

    async def submit(self, submission: Submission) -> Filed:
        """Takes in a further version, or raises DocumentNotFound, DocumentMoved or RequestIdReused."""
        if not sayable({"document": submission.document}):
            raise DocumentNotFound(submission.document)

        async def work(tx: Transaction) -> int:
            number, version, title = await _advanced(tx, submission)
            await tx.run(_FILE, _version_row(submission, version))
            await self._words.refile(tx, number, title, submission.content)
            return version

        try:
            version = await self._database.write(work)
        except (Clash, DocumentMoved):
            # A request made again finds the document moved: by itself.
            before = await self._submitted_before(submission)
            if before is None:
                raise
            return before
        return Filed(await self.get(submission.document, version))

    async def get(self, document: str, version: int | None = None) -> Version:
        """One version, the latest if none is named, or raises DocumentNotFound."""
        wanted = _GET_LATEST if version is None else _GET
        params = {"document": document} if version is None else {"document": document, "version": version}
        rows = await self._rows(wanted, params)
        if not rows:
            raise DocumentNotFound(document, version)
        return _version_in(rows[0])

    async def list(
        self, cursor: str | None = None, limit: int = 50, debate: str | None = None, text: str | None = None
    ) -> Page[Document]:
        """The documents that match, newest change first."""
        limit = max(1, limit)
        params: dict[str, str | int] = {"limit": limit + 1}
        if debate is not None:
            params["debate"] = debate
        if text is not None and text.strip():
            asked = self._words.asked(text)
            if asked is None:
                return Page(())
            params["match"] = asked
        if cursor is not None:
            params.update(place(cursor))
        wanted = _listing(frozenset(params), self._database.dialect)
        # Those of one debate are what its seats have just put there.
        source = lists_of(self._database) if debate is None else self._database
        rows = await source.rows(wanted, params) if sayable(params) else ()
        return Page(tuple(_document_in(row) for row in rows[:limit]), _next(rows, limit))

    async def history(self, document: str) -> tuple[Revision, ...]:
        """All its versions, the oldest first, or raises DocumentNotFound."""
        rows = await self._rows(_HISTORY, {"document": document})
        if not rows:
            raise DocumentNotFound(document)
        return tuple(_revision_in(row) for row in rows)

    async def _rows(self, prepared: Prepared, params: Params) -> Sequence[Row]:
        return await self._database.rows(prepared, params) if sayable(params) else ()

    async def _created_before(self, draft: Draft) -> Filed:
        version = await self._requested(draft.request)
        assert version is not None
        document = version.document
        same = version.number == 1 and document.title == draft.title and document.debate == draft.debate
        return _repeated(version, draft, same)

    async def _submitted_before(self, submission: Submission) -> Filed | None:
        version = await self._requested(submission.request)
        if version is None:
            return None
        same = (
            version.document.id == submission.document
            and version.number > 1
            and submission.base in (None, version.number - 1)
        )
        return _repeated(version, submission, same)

    async def _requested(self, request: str | None) -> Version | None:
        if request is None:
            return None
        rows = await self._database.rows(_REQUESTED, {"request": request})
        return _version_in(rows[0]) if rows else None


@lru_cache
def _listing(shape: frozenset[str], dialect: Dialect) -> Prepared:
    listed = select(*_DOCUMENT)
    if "debate" in shape:
        listed = listed.where(_d.debate_id == bindparam("debate"))
    if "match" in shape:
        listed = listed.where(index("documents", dialect).found)
    if "at_id" in shape:
        listed = listed.where(tuple_(_d.updated_at, _d.id) < tuple_(bindparam("at_updated"), bindparam("at_id")))
    return Prepared(listed.order_by(_d.updated_at.desc(), _d.id.desc()).limit(bindparam("limit")))


async def _advanced(tx: Transaction, submission: Submission) -> tuple[int, int, str]:
    """The document's number, its new version and its title; refused if it moved since the base."""
    params: dict[str, str | int] = {"document": submission.document, "at": told_at(submission.at)}
    if submission.base is None:
        rows = await tx.rows(_ADVANCE_ANY, params)
    else:
        rows = await tx.rows(_ADVANCE_FROM, {**params, "base": submission.base})
    if rows:
        return rows[0][0], rows[0][1], rows[0][2]
    latest = await tx.rows(_LATEST, {"document": submission.document})
    if not latest:
        raise DocumentNotFound(submission.document)
    raise DocumentMoved(submission.document, submission.base or 0, latest[0][0])


def _repeated(version: Version, given: Draft | Submission, same: bool) -> Filed:
    if not same or (version.sha256, version.note, version.by) != (given.sha256, given.note, given.by):
        raise RequestIdReused(str(given.request))
    return Filed(version, repeated=True)


def _new(draft: Draft) -> Params:
    at = told_at(draft.at)
    return {
        "id": draft.document,
        "title": draft.title,
        "debate_id": draft.debate,
        "latest": 1,
        "created_at": at,
        "updated_at": at,
    }


def _version_row(given: Draft | Submission, number: int) -> Params:
    return {
        "document_id": given.document,
        "number": number,
        "created_at": told_at(given.at),
        "sha256": given.sha256,
        "size": len(given.content.encode()),
        "note": given.note,
        "by": given.by,
        "request": given.request,
        "content": given.content,
    }


def _document_in(row: Row) -> Document:
    name, title, latest, created_at, updated_at, debate = row
    return Document(name, title, latest, moment(created_at), moment(updated_at), debate)


def _revision_in(row: Row) -> Revision:
    number, created_at, sha256, size, note, by = row[6:12]
    return Revision(_document_in(row[:6]), number, moment(created_at), sha256, size, note, by)


def _version_in(row: Row) -> Version:
    number, created_at, sha256, size, note, by, content = row[6:]
    return Version(_document_in(row[:6]), number, moment(created_at), sha256, size, note, by, content=content)


def _next(rows: Sequence[Row], limit: int) -> str | None:
    if len(rows) <= limit:
        return None
    name, _, _, _, updated_at, _ = rows[limit - 1]
    return cursor(updated_at, name)
