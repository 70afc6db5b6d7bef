"""The laws of every format. `check_laws(rules)` walks in a format in every way and holds each law against each walk."""

from moot.testing.laws.checking import ON_EVERY_WALK, check_laws, check_random, check_silent, check_stubborn
from moot.testing.laws.guide import Guide
from moot.testing.laws.walk import LawBroken, Walk
from moot.testing.laws.walking import silent_walks, stubborn_walks, walks

__all__ = [
    "ON_EVERY_WALK",
    "Guide",
    "LawBroken",
    "Walk",
    "check_laws",
    "check_random",
    "check_silent",
    "check_stubborn",
    "silent_walks",
    "stubborn_walks",
    "walks",
]
