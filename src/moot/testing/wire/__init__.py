"""A local server that speaks the OpenAI wire format, with every fault that a provider can have.

It fills in any form it is asked for, or answers as its script says, and counts what it was asked: for the tests of
Moot, and for yours.
"""

from moot.testing.wire.filling import CannotFill, fill
from moot.testing.wire.replies import (
    Gate,
    Reply,
    cut_off,
    empty,
    failing,
    garbled,
    rate_limited,
    refusing,
    resetting,
    saying,
    shortened,
    slow,
    using,
)
from moot.testing.wire.requests import Asked
from moot.testing.wire.server import Script, WireServer

__all__ = [
    "Asked",
    "CannotFill",
    "Gate",
    "Reply",
    "Script",
    "WireServer",
    "cut_off",
    "empty",
    "failing",
    "fill",
    "garbled",
    "rate_limited",
    "refusing",
    "resetting",
    "saying",
    "shortened",
    "slow",
    "using",
]
