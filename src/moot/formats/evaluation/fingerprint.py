"""Fingerprints: 64 bits that tell whether two claims say nearly the same, so that no text need be kept for it."""

from collections.abc import Iterable
from hashlib import blake2b
from re import findall
from unicodedata import normalize

BITS = 64
NEAR = 12
"""Claims whose fingerprints differ in at most so many bits are the same claim.

Texts that share nine words of ten differ in about 9 bits, those that share half of them in about 21, others in 32.
"""


def fingerprint(text: str) -> int:
    """The claim by its words, whatever their order, case and punctuation."""
    votes = [0] * BITS
    for word in set(findall(r"\w+", normalize("NFKC", text).casefold())):
        digest = int.from_bytes(blake2b(word.encode(), digest_size=BITS // 8).digest())
        for bit in range(BITS):
            votes[bit] += 1 if digest >> bit & 1 else -1
    return sum(1 << bit for bit, vote in enumerate(votes) if vote > 0)


def is_known(claim: int, before: Iterable[int]) -> bool:
    """Whether nearly the same was claimed before."""
    return any((claim ^ other).bit_count() <= NEAR for other in before)
