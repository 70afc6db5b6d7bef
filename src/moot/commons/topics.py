"""Topics: when two of them are the same."""

import re
from unicodedata import normalize

_NOT_A_WORD = re.compile(r"[^\w]+")


def topic_key(topic: str) -> str:
    """A topic as it is compared with others: without case, accents' encodings, punctuation and space.

    >>> topic_key("Should agents pay for compute?") == topic_key("  should AGENTS pay, for compute ")
    True
    """
    return _NOT_A_WORD.sub(" ", normalize("NFKC", topic).casefold()).strip()
