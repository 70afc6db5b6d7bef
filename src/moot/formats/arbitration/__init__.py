"""Arbitration: a proposer and an opponent argue a plan before an arbitrator."""

from moot.formats.arbitration.moves import (
    ANOTHER_WAY,
    CONTENT_LIMIT,
    Appeal,
    Arbitration,
    Asking,
    Claim,
    Intervention,
    Motion,
    Option,
    Resolution,
    Ruling,
)
from moot.formats.arbitration.rules import ArbitrationRules
from moot.formats.arbitration.state import State

format = ArbitrationRules()

__all__ = [
    "ANOTHER_WAY",
    "CONTENT_LIMIT",
    "Appeal",
    "Arbitration",
    "ArbitrationRules",
    "Asking",
    "Claim",
    "Intervention",
    "Motion",
    "Option",
    "Resolution",
    "Ruling",
    "State",
    "format",
]
