"""A transcript: what a debate came to when it was written for people, read back from there. It proves nothing."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from moot.debate import InvalidInput
from moot.notation.canonical import moment
from moot.notation.said import Said

HOUSE = "the house"
"""Who speaks where no seat does."""
_HEADING = re.compile(r"(\d{1,9})\. (\S+) · (.+)")
_WHEN = re.compile(r"(?:(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z))?(?:(?:^|, )about (\d{1,9}))?")


@dataclass(frozen=True, slots=True)
class Transcript:
    """A debate as it was told: nobody can check it, for the stored lines are not in it."""

    title: str
    facts: Mapping[str, str]
    """What the file says of itself: its debate, its state, its last hash."""
    said: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands above the words of a line: its number, what it is, and whose."""

    line: int
    kind: str
    seat: str | None


def heading(told: str) -> Heading | None:
    """The heading of a line, if it is one.

    >>> heading("3. CLAIM · opponent")
    Heading(line=3, kind='CLAIM', seat='opponent')
    """
    found = _HEADING.fullmatch(told)
    if found is None:
        return None
    return Heading(int(found[1]), found[2][:100], None if found[3] == HOUSE else found[3][:200])


def when_and_about(told: str) -> tuple[datetime | None, int | None] | None:
    """When something was said and about which line, if that is what a text tells."""
    found = _WHEN.fullmatch(told)
    if found is None or not told:
        return None
    return time_in(found[1]), None if found[2] is None else int(found[2])


def time_in(told: object) -> datetime | None:
    """A time as we write it; None where it is none."""
    try:
        return moment(told) if isinstance(told, str) else None
    except ValueError:
        return None


def transcribed(title: str, facts: Mapping[str, str], said: Iterable[Said], what: str) -> Transcript:
    """A transcript, or the refusal where nothing was said, or two lines have one number."""
    lines = tuple(said)
    if not lines:
        raise InvalidInput(f"The {what} has nothing in it that somebody said.", suggestion=HOW)
    seen: set[int] = set()
    for each in lines:
        if each.line in seen:
            raise InvalidInput(f"The {what} has two lines with the number {each.line}.", suggestion=HOW)
        seen.add(each.line)
    return Transcript(title, dict(facts), lines)


HOW = "Bring in the file as it was exported (moot export ID --as …), or the record itself (--as jsonl)."
