"""Signatures of webhooks: what the house writes on a body, and how its receiver checks that the house wrote it."""

from datetime import datetime, timedelta
from hashlib import sha256
from hmac import compare_digest
from hmac import digest as hmac_digest

HEADER = "Moot-Signature"
TOLERANCE = timedelta(minutes=5)
"""How far the clocks of house and receiver may be apart; an older body may have been kept and sent again."""


def sign(secret: str, body: bytes, at: datetime) -> str:
    """The header that vouches for a body sent at this time.

    >>> sign("whsec_1", b"{}", datetime.fromisoformat("2026-11-15T09:00+00:00"))
    't=1794733200,v1=20964cdc21fc428b5d11236a9d058ca1c1d5462868fa35dcf79a8ba59d32f018'
    """
    stamp = int(at.timestamp())
    return f"t={stamp},v1={_mark(secret, stamp, body)}"


def verify(secret: str, header: str, body: bytes, now: datetime, tolerance: timedelta = TOLERANCE) -> bool:
    """Whether the house signed exactly this body, not long before or after now."""
    stamp, marks = _read(header)
    if stamp is None or abs(now.timestamp() - stamp) > tolerance.total_seconds():
        return False
    expected = _mark(secret, stamp, body).encode()
    return any(compare_digest(expected, mark.encode(errors="replace")) for mark in marks)


def _mark(secret: str, stamp: int, body: bytes) -> str:
    return hmac_digest(secret.encode(), b"%d." % stamp + body, sha256).hex()


def _read(header: str) -> tuple[int | None, list[str]]:
    parts = [part.strip().partition("=") for part in header.split(",")]
    stamps = [value for name, _, value in parts if name == "t"]
    marks = [value for name, _, value in parts if name == "v1"]
    if len(stamps) != 1 or not (stamps[0].isascii() and stamps[0].isdigit()) or len(stamps[0]) > 12:
        return None, []
    return int(stamps[0]), marks
