"""Arbitration: a proposer and an opponent argue a plan before an arbitrator."""

from moot.formats.arbitration.moves import (
    ANOTHER_WAY,
    CONTENT_LIMIT,
    Appeal,
    Arbitration,
    Claim,
    Intervention,
    Motion,
    Option,
    Resolution,
    Ruling,
)
from moot.formats.arbitration.rules import ArbitrationRules, State

format = ArbitrationRules()

__all__ = [
    "ANOTHER_WAY",
    "CONTENT_LIMIT",
    "Appeal",
    "Arbitration",
    "ArbitrationRules",
    "Claim",
    "Intervention",
    "Motion",
    "Option",
    "Resolution",
    "Ruling",
    "State",
    "format",
]
