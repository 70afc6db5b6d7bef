"""Citing: how an argument names a document."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_CITED = re.compile(
    r"(?<![\w-])(doc-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![\w-])(?:@([1-9][0-9]{0,8})(?!\w))?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class DocRef:
    """A document that a text names, and the version, if it names one."""

    id: str
    version: int | None = None


def cited(text: str) -> Iterator[tuple[int, int, DocRef]]:
    """Where in a text which document is named."""
    for found in _CITED.finditer(text):
        yield found.start(), found.end(), DocRef(found[1].lower(), int(found[2]) if found[2] else None)


def doc_refs(text: str) -> tuple[DocRef, ...]:
    """The documents that a text names, each once, in the order they are named.

    >>> doc_refs("See doc-0193a5c2-7d4e-7abc-8def-0123456789ab@3.")
    (DocRef(id='doc-0193a5c2-7d4e-7abc-8def-0123456789ab', version=3),)
    """
    return tuple(dict.fromkeys(document for _, _, document in cited(text)))
