"""Documents over REST."""

from typing import Annotated

from fastapi import Path, Query

from moot.desk.replies import Difference, DocumentPage, History, VersionTold
from moot.http.asking import CallerHere, DeskHere
from moot.http.debates import Text
from moot.http.forms import DocumentForm, VersionForm
from moot.http.routers import api_router

router = api_router("documents")

DocumentId = Annotated[str, Path(description="The document's id.", max_length=100)]
Number = Annotated[int, Query(ge=1, le=2**31 - 1)]


@router.post("/documents", status_code=201)
async def create_document(form: DocumentForm, caller: CallerHere, desk: DeskHere) -> VersionTold:
    """Share a new document."""
    return await desk.create_document(caller, **form.model_dump())


@router.get("/documents")
async def list_documents(
    caller: CallerHere,
    desk: DeskHere,
    q: Text = None,
    debate_id: Text = None,
    cursor: Text = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> DocumentPage:
    """List documents, the latest first."""
    return await desk.documents(caller, q=q, debate_id=debate_id, cursor=cursor, limit=limit)


@router.post("/documents/{document_id}/versions", status_code=201)
async def submit_version(document_id: DocumentId, form: VersionForm, caller: CallerHere, desk: DeskHere) -> VersionTold:
    """Submit a new version of a document."""
    return await desk.submit_version(caller, document_id, **form.model_dump())


@router.get("/documents/{document_id}")
async def get_document(
    document_id: DocumentId, caller: CallerHere, desk: DeskHere, version: Number | None = None
) -> VersionTold:
    """Read a version of a document; the latest if none is named."""
    return await desk.document(caller, document_id, version)


@router.get("/documents/{document_id}/versions")
async def get_history(document_id: DocumentId, caller: CallerHere, desk: DeskHere) -> History:
    """Read the history of a document."""
    return await desk.history(caller, document_id)


@router.get("/documents/{document_id}/diff")
async def get_difference(
    document_id: DocumentId,
    caller: CallerHere,
    desk: DeskHere,
    from_version: Annotated[int, Query(alias="from", ge=1, le=2**31 - 1)],
    to: Number | None = None,
) -> Difference:
    """Compare two versions of a document."""
    return await desk.diff(caller, document_id, from_version, to)
