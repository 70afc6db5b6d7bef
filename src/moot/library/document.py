"""What stands in the library."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Document:
    """A document at a glance."""

    id: str
    title: str
    latest: int
    """The number of its latest version; the first is 1."""
    created_at: datetime
    updated_at: datetime
    debate: str | None = None
    """The debate it belongs to, if it belongs to one."""


@dataclass(frozen=True, slots=True)
class Revision:
    """A version without its text, as histories list it."""

    document: Document
    number: int
    created_at: datetime
    sha256: str
    size: int
    """Its length in bytes of UTF-8."""
    note: str | None = None
    """What its author says was changed."""
    by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Version(Revision):
    """One version, with its text."""

    content: str


@dataclass(frozen=True, slots=True)
class Filed:
    """A version that was taken in."""

    version: Version
    repeated: bool = False
    """Whether it had been taken in before, under the same request id."""
