"""The library: documents that debaters share, each with all its versions."""

from moot.library.cite import DocRef, cited, doc_refs
from moot.library.diff import Diff, Hunk, Row, diff
from moot.library.document import Document, Filed, Revision, Version
from moot.library.draft import DOCUMENT_LIMIT, Draft, Submission, document_id
from moot.library.shelf import DocumentMoved, Shelf

__all__ = [
    "DOCUMENT_LIMIT",
    "Diff",
    "DocRef",
    "Document",
    "DocumentMoved",
    "Draft",
    "Filed",
    "Hunk",
    "Revision",
    "Row",
    "Shelf",
    "Submission",
    "Version",
    "cited",
    "diff",
    "doc_refs",
    "document_id",
]
