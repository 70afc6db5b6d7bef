"""Citing: how an argument names a document."""

import re
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


def doc_refs(text: str) -> tuple[DocRef, ...]:
    """The documents that a text names, each once, in the order they are named.

    >>> doc_refs("See doc-0193a5c2-7d4e-7abc-8def-0123456789ab@3.")
    (DocRef(id='doc-0193a5c2-7d4e-7abc-8def-0123456789ab', version=3),)
    """
    found = (DocRef(name.lower(), int(version) if version else None) for name, version in _CITED.findall(text))
    return tuple(dict.fromkeys(found))
