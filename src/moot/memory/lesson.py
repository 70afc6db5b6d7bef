"""A lesson: what an author would tell anybody with a similar task. One that helped nobody is not kept as wisdom."""

import unicodedata
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

LONGEST_LESSON = 1000


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson after which a later attempt of the same thread passed more tests."""

    id: str
    text: str
    """As it was first put, of all that is still remembered."""
    debate: str
    line: int
    """The reflection that it was drawn from."""
    agent: str | None
    at: datetime
    helped: int = 1
    """In how many remembered episodes it helped."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A lesson that fits a task, how well, and why."""

    lesson: Lesson
    score: float
    """From 0 to 1: how alike the meanings are where those were compared, else the share of telling words in common."""
    words: tuple[str, ...] = ()
    """The telling words that both have."""
    meaning: float | None = None
    """How alike the meanings are; None where they were not compared."""


def lesson_text(said: str) -> str | None:
    """A lesson as it is kept; None where nothing was said."""
    return " ".join(said.split())[:LONGEST_LESSON].strip() or None


def lesson_id(text: str) -> str:
    """The same for the same words, whatever their case, spacing and last full stop.

    >>> lesson_id("Check the  empty list.") == lesson_id("check the empty list")
    True
    """
    plain = " ".join(unicodedata.normalize("NFKC", text).casefold().split()).rstrip(".!… ")
    return f"lesson-{sha256(plain.encode()).hexdigest()[:32]}"
