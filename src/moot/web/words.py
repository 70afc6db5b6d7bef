"""What the page says: a debate's state as a sentence, kinds and types in words."""

from collections.abc import Mapping

from moot.desk.replies import Debate
from moot.web.seats import seat_name

STATES: Mapping[str, str] = {
    "AWAITING_OPPONENT": "Waiting for the opponent",
    "AWAITING_PROPOSER": "Waiting for the proposer",
    "AWAITING_ARBITRATOR": "Waiting for a ruling",
    "INTERVENTION_PENDING": "Stopped by the arbitrator, a ruling follows",
    "CLOSED": "Closed",
}
"""The states that the list can be filtered by, as others read them."""

_YOURS: Mapping[str, str] = {
    "AWAITING_ARBITRATOR": "Waiting for your ruling",
    "INTERVENTION_PENDING": "Stopped. Waiting for your ruling",
}


def in_words(name: str | None) -> str:
    """A name of the record as people write it.

    >>> in_words("coding_plan_debate")
    'coding plan debate'
    """
    return (name or "").replace("_", " ").lower()


def kind_name(kind: str) -> str:
    """A kind of argument as a heading names it."""
    return in_words(kind).capitalize()


def state_sentence(debate: Debate, you: str | None) -> str:
    """Where a debate stands, and for whom it waits; the page adds since when, or how long still."""
    if you in debate.waiting_for:
        return _YOURS.get(debate.state, "Waiting for your answer")
    if debate.state in STATES:
        return STATES[debate.state]
    if not debate.waiting_for:
        return kind_name(debate.state)
    names = [f"the {seat_name(role).lower()}" for role in debate.waiting_for]
    return f"Waiting for {' and '.join(names)}"


def size_in_words(size: int) -> str:
    """A size in bytes, short.

    >>> size_in_words(12_800)
    '12.5 KiB'
    """
    return f"{size} B" if size < 1024 else f"{size / 1024:.1f} KiB"
