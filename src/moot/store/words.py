"""Words: one way to take a text apart for searching, so that both databases find the same."""

import re
import unicodedata
from collections.abc import Iterable

_WORD_LENGTH = 64
_INDEXED = 64 * 1024

# Scripts written without blanks: each character counts as a word.
_UNSPACED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_WORD = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+")


def words(text: str) -> Iterable[str]:
    """The words of a text, each once, without case and accents.

    >>> list(words("Über-Größe, größe: 議論"))
    ['uber', 'grosse', '議', '論']
    """
    parts = unicodedata.normalize("NFKD", text[:_INDEXED])
    plain = "".join(part for part in parts if not unicodedata.combining(part))
    folded = unicodedata.normalize("NFC", plain.casefold())
    return dict.fromkeys(word[:_WORD_LENGTH] for word in _WORD.findall(folded))
