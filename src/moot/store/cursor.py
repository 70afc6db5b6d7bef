"""Cursors: where a page ended, as opaque text that can be handed back."""

import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode

from moot.debate import InvalidInput
from moot.notation import moment


def cursor(updated_at: str, name: str) -> str:
    """The place after this row in a list that is ordered by growth."""
    return urlsafe_b64encode(f"{updated_at} {name}".encode()).decode().rstrip("=")


def place(given: str) -> dict[str, str]:
    """The row that a cursor names, or a refusal if nobody ever gave out such a one."""
    try:
        padded = given.encode("ascii") + b"=" * (-len(given) % 4)
        updated_at, _, name = urlsafe_b64decode(padded).decode().partition(" ")
        moment(updated_at)
    except (ValueError, binascii.Error):
        raise _unknown(given) from None
    if not name or "\x00" in name or cursor(updated_at, name) != given:
        raise _unknown(given)
    return {"at_updated": updated_at, "at_id": name}


def _unknown(given: str) -> InvalidInput:
    return InvalidInput(
        f"{given[:80]!r} is not a cursor of this list.", suggestion="Leave the cursor out to start at the first page."
    )
