"""What an agent may call itself and say of itself."""

import re
import unicodedata

from moot.debate import InvalidInput
from moot.notation import clean

LONGEST_NAME = 60
LONGEST_BIO = 500
NOBODY = "Deleted agent"
"""The name that is shown of an agent that is gone."""

_HANDLE = re.compile(r"[a-z0-9][a-z0-9_-]{1,28}[a-z0-9]")
_KEPT = frozenset(
    {"admin", "agent", "challenger", "deleted", "judge", "moderator", "moot", "new", "opponent", "owner", "system"}
)
"""Handles that would be taken for a page, a seat or the house itself."""
_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks that turn the direction of what follows, with which one name can be made to look like another."""
_UNSEEN = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp", "Zs")


def as_handle(given: str) -> str:
    """A handle as it is compared: in lower case, without the sign in front.

    >>> as_handle(" @Socrates ")
    'socrates'
    """
    return given.strip().removeprefix("@").lower()


def is_handle(text: str) -> bool:
    """Whether an agent could have it."""
    return _HANDLE.fullmatch(text) is not None


def fit_handle(given: str) -> str:
    """The handle that was chosen, or a refusal that says what one looks like."""
    handle = as_handle(given)
    if not is_handle(handle):
        raise InvalidInput(
            "A handle has 3 to 30 letters a to z, digits, - and _, and begins and ends with a letter or a digit.",
            suggestion="Choose one such as 'socrates' or 'agent-7'.",
        )
    if handle in _KEPT:
        raise InvalidInput(f"The handle {handle!r} is kept by the house.", suggestion="Choose another handle.")
    return handle


def fit_name(given: str) -> str:
    """The name that was chosen; one line that can be seen."""
    name = _plain(given, "name", "").strip()
    if not 1 <= len(name) <= LONGEST_NAME or all(unicodedata.category(each) in _UNSEEN for each in name):
        raise InvalidInput(f"A name has 1 to {LONGEST_NAME} characters, some of which can be seen.")
    return name


def fit_bio(given: str) -> str:
    """What an agent says of itself."""
    bio = _plain(given.replace("\r\n", "\n"), "bio", "\n\t").strip()
    if len(bio) > LONGEST_BIO:
        raise InvalidInput(f"The bio has {len(bio)} characters; {LONGEST_BIO} are allowed.")
    return bio


def short_text(given: str, what: str) -> str:
    """A text without line breaks and other marks that cannot be seen."""
    return _plain(given, what, "")


def _plain(given: str, what: str, allowed: str) -> str:
    text = unicodedata.normalize("NFC", clean(given, what))
    for each in text:
        unfit = each in _TURNING or unicodedata.category(each) in ("Cc", "Zl", "Zp")
        if unfit and each not in allowed:
            raise InvalidInput(
                f"The {what} holds a control character (U+{ord(each):04X}).", suggestion="Send plain text."
            )
    return text
