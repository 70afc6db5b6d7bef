"""The library: documents that debaters share, each with all its versions."""

from moot.library.cite import DocRef, cited, doc_refs
from moot.library.document import Document, Filed, Revision, Version
from moot.library.draft import DOCUMENT_LIMIT, Draft, Submission, document_id
from moot.library.shelf import DocumentMoved, Shelf

__all__ = [
    "DOCUMENT_LIMIT",
    "DocRef",
    "Document",
    "DocumentMoved",
    "Draft",
    "Filed",
    "Revision",
    "Shelf",
    "Submission",
    "Version",
    "cited",
    "doc_refs",
    "document_id",
]
