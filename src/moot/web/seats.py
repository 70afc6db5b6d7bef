"""Seats as the page shows them: a name, a tone that keeps its meaning everywhere, and a shape beside it."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from moot.desk import Caller

Tone: TypeAlias = Literal["one", "two", "arbiter", "person", "tool", "house"]

_TONES: Mapping[str, Tone] = {
    "proposer": "one",
    "advocate": "one",
    "opponent": "two",
    "challenger": "two",
    "arbitrator": "arbiter",
    "arbiter": "arbiter",
    "judge": "arbiter",
    "executor": "tool",
    "compiler": "tool",
    "checker": "tool",
}

OWNERS_SEATS: Mapping[str, str] = {"arbitration": "arbitrator"}
"""The seat from which the owner watches, by format."""


def tone(role: str | None) -> Tone:
    """The colour and shape of a seat."""
    if role is None:
        return "house"
    return _TONES.get(role.partition("-")[0], "person")


def seat_name(role: str | None) -> str:
    """A seat as a heading names it.

    >>> seat_name("red_team")
    'Red team'
    """
    if role is None:
        return "The house"
    words = role.replace("_", " ")
    return words[:1].upper() + words[1:]


def own_seat(caller: Caller, format: str = "arbitration") -> str | None:
    """The seat that "you" means on this caller's page."""
    return OWNERS_SEATS.get(format) if caller.owns else caller.seat
