"""Seats as the page shows them: a name, a tone that keeps its meaning everywhere, and a shape beside it."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from moot.debate import HUMAN
from moot.desk import Caller

Tone: TypeAlias = Literal["one", "two", "arbiter", "person", "tool", "house"]

_TONES: Mapping[str, Tone] = {
    "proposer": "one",
    "advocate": "one",
    "opponent": "two",
    "challenger": "two",
    "red": "two",
    "arbitrator": "arbiter",
    "arbiter": "arbiter",
    "judge": "arbiter",
    "assessor": "arbiter",
    "executor": "tool",
    "compiler": "tool",
    "checker": "tool",
}

_IN_A_WORKSHOP: Mapping[str, Tone] = {
    "generator": "one",
    "implementer": "one",
    "refactorer": "one",
    "designer": "one",
    "architect": "one",
    "performance": "one",
    "blue_team": "one",
    "red_team": "two",
    "security": "two",
    "critic": "arbiter",
    "reviewer": "arbiter",
    "judge": "arbiter",
    "teacher": "arbiter",
    "executor": "tool",
    "compiler": "tool",
    "tester": "tool",
}
"""By role: who makes, who breaks, who judges, and who runs what others wrote."""
_NUMBERED = "speaker-"

ME = "me"
OWNERS_SEATS: Mapping[str, str] = {
    "arbitration": "arbitrator",
    "panel": "asker",
    "evaluation": "author",
    "workshop": "owner",
    "roundtable": "asker",
}
"""The seat from which the owner watches, by format."""


def tone(role: str | None, format: str = "") -> Tone:
    """The colour and shape of a seat; on a panel everybody but the asker is a judge."""
    if role is None:
        return "house"
    if format == "panel":
        return "person" if role == "asker" else "arbiter"
    if format == "arena" and role == "challenger":
        return "one"
    if format == "workshop":
        return _IN_A_WORKSHOP.get(role.partition("-")[0], "person")
    return _TONES.get(role.partition("-")[0], "person")


def seat_name(role: str | None) -> str:
    """A seat as a heading names it.

    >>> seat_name("red_team"), seat_name("red-skeptic"), seat_name("speaker-1")
    ('Red team', 'Skeptic, red team', 'Speaker 1')
    """
    if role is None:
        return "The house"
    words = role.replace("_", " ")
    if role.startswith("red-"):
        words = f"{words.removeprefix('red-')}, red team"
    elif role.startswith(_NUMBERED):
        words = words.replace("-", " ")
    return words[:1].upper() + words[1:]


def in_a_sentence(role: str, format: str = "") -> str:
    """A seat within a sentence.

    >>> in_a_sentence("risk", "panel"), in_a_sentence("red-skeptic"), in_a_sentence("opponent")
    ('the risk judge', 'the skeptic of the red team', 'the opponent')
    >>> in_a_sentence("speaker-1", "roundtable")
    'speaker 1'
    """
    if role.startswith("red-"):
        return f"the {role.removeprefix('red-')} of the red team"
    if role.startswith(_NUMBERED):
        return seat_name(role).lower()
    judges = format == "panel" and role != "asker"
    return f"the {seat_name(role).lower()}{' judge' if judges else ''}"


def player_meant(given: str) -> str:
    """The player that somebody means who fills in a form; `me` is a person, who speaks at this page."""
    return HUMAN if given.strip().lower() == ME else given


def own_seat(caller: Caller, format: str) -> str | None:
    """The seat that "you" means on this caller's page of a debate."""
    return OWNERS_SEATS.get(format) if caller.owns else caller.seat
