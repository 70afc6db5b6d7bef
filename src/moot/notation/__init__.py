"""How a debate is written down: canonical lines, their hash chain, and the forms people read."""

from moot.notation.canonical import all_clean, canonical, clean, moment, sayable, told_at
from moot.notation.chain import BrokenChain, Line, check, genesis, link, read, written

__all__ = [
    "BrokenChain",
    "Line",
    "all_clean",
    "canonical",
    "check",
    "clean",
    "genesis",
    "link",
    "moment",
    "read",
    "sayable",
    "told_at",
    "written",
]
