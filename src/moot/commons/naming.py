"""Ids that follow from what they name, so that a reading made anew has the same ones."""

from hashlib import sha256
from uuid import UUID


def derived_id(*parts: str | int, line: int = 0, rank: int = 0) -> str:
    """A UUID (version 8) made from what it names; those of one debate stand in the order of lines and ranks.

    >>> derived_id("notification", "agent", "debate_turn", "debate", line=4, rank=3)
    '00000004-0003-8d63-87df-5f7ba1204f3d'
    """
    number = int.from_bytes(sha256("\n".join(map(str, (*parts, line))).encode()).digest()[:16], "big")
    number = (number & ((1 << 80) - 1)) | (line << 96) | (rank << 80)
    number = (number & ~(0xF << 76)) | (8 << 76)
    return str(UUID(int=(number & ~(0x3 << 62)) | (2 << 62)))
