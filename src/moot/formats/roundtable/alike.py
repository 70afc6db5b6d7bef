"""When two answers are the same answer, and which one most of them are."""

import re
from collections.abc import Sequence
from decimal import Decimal
from hashlib import sha256

from moot.formats.roundtable.moves import Wanted
from moot.notation.recital import in_a_line
from moot.voting import count, ranked

_NUMBER = re.compile(r"(?:(?<!\w)[-+\u2212])?(?:\d[\d,]*(?:\.\d+)?(?:[eE][-+]?\d{1,3})?|\.\d+)")
"""A hyphen after a word is no sign: `5-3` ends in 3."""
_PLAIN = {ord(","): None, ord("\N{MINUS SIGN}"): "-"}
_DIGEST = 16


def number_in(text: str) -> Decimal | None:
    """The number after `####`, or else the last one in a text; None where there is none.

    >>> number_in("16 - 7 = 9, so $1,018.50."), number_in("#### 18 (not 9)"), number_in("none")
    (Decimal('1018.50'), Decimal('18'), None)
    """
    _, marked, after = text.rpartition("####")
    found = _NUMBER.findall(after if marked else text)
    return Decimal((found[0] if marked else found[-1]).translate(_PLAIN)) if found else None


def alike(answer: str, wanted: Wanted) -> str:
    """A short text that two answers have in common when they are the same answer.

    >>> alike("18.0", "number") == alike(" $18 ", "number"), alike("Paris.", "text") == alike("paris", "text")
    (True, False)
    """
    return sha256(_plain(answer, wanted).encode("utf-8", "backslashreplace")).hexdigest()[:_DIGEST]


def _plain(answer: str, wanted: Wanted) -> str:
    if wanted == "number" and (number := number_in(answer)) is not None:
        return str(number.normalize())
    return answer.strip() if wanted in ("choice", "code") else in_a_line(answer).casefold()


def plurality(said: Sequence[str]) -> tuple[int, int]:
    """The place of the answer that is said most often, and how often; of equals the one that was said first.

    >>> plurality(["a", "b", "b"])
    (1, 2)
    """
    ballots = [ranked(str(place), each) for place, each in enumerate(said)]
    winner = count("plurality", tuple(dict.fromkeys(said)), ballots, tie_break=("first",)).winner
    assert winner is not None
    return said.index(winner), said.count(winner)
