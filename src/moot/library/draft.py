"""What an author hands in: checked when it is made, so that a shelf is never given what it cannot keep."""

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from uuid import UUID

from moot.debate import ContentTooLarge, InvalidInput
from moot.notation import clean

DOCUMENT_LIMIT = 1024 * 1024
"""The most bytes of UTF-8 that one version may have."""

_TITLE_LIMIT = 200
_NOTE_LIMIT = 500


def document_id(uuid: UUID | str) -> str:
    """The id of a document, made from a fresh UUID (version 7, so that ids are in order of time)."""
    return f"doc-{uuid}"


@dataclass(frozen=True, slots=True)
class Draft:
    """The first version of a new document."""

    document: str
    title: str
    content: str
    at: datetime
    by: str | None = None
    note: str | None = None
    debate: str | None = None
    request: str | None = None

    def __post_init__(self) -> None:
        _must_be_short(_said(self.title, "title"), "title", _TITLE_LIMIT)
        _check(self.content, self.note)
        _must_be_clean(document=self.document, by=self.by, debate=self.debate, request=self.request)

    @property
    def sha256(self) -> str:
        """The digest of its content."""
        return _digest(self.content)


@dataclass(frozen=True, slots=True)
class Submission:
    """A further version of a document."""

    document: str
    content: str
    at: datetime
    by: str | None = None
    note: str | None = None
    base: int | None = None
    """The version it was made from: refused if there is a newer one. None: whatever is there."""
    request: str | None = None

    def __post_init__(self) -> None:
        _check(self.content, self.note)
        _must_be_clean(by=self.by, request=self.request)

    @property
    def sha256(self) -> str:
        """The digest of its content."""
        return _digest(self.content)


def _check(content: str, note: str | None) -> None:
    size = len(_said(content, "document").encode())
    if size > DOCUMENT_LIMIT:
        raise ContentTooLarge(size, DOCUMENT_LIMIT, "document")
    if note is not None:
        _must_be_short(clean(note, "note"), "note", _NOTE_LIMIT)


def _must_be_clean(**names: str | None) -> None:
    for what, name in names.items():
        clean(name or "", what)


def _said(text: str, what: str) -> str:
    if not clean(text, what).strip():
        raise InvalidInput(f"The {what} is empty.", suggestion=f"Send a {what} with some text in it.")
    return text


def _must_be_short(text: str, what: str, limit: int) -> None:
    if len(text) > limit:
        raise InvalidInput(f"The {what} has {len(text)} characters; {limit} are allowed.")


def _digest(content: str) -> str:
    return sha256(content.encode()).hexdigest()
