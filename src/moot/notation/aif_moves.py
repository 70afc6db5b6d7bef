"""What each kind of move is in an argument graph. A decision comes from a typed field, never from words."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

Part: TypeAlias = Literal["opens", "says", "answers", "supports", "attacks", "reviews", "votes", "decides", "acts"]
"""opens, says: claims something. answers: against another seat's claim, for one's own. supports, attacks: the line that
it is about. reviews: for or against it, as its `verdict` says. votes, decides: for what its typed field names. acts:
claims nothing."""

PARTS: Mapping[str, Mapping[str, Part]] = {
    "arbitration": {
        "MOTION": "opens",
        "CLAIM": "answers",
        "APPEAL": "says",
        "RESOLUTION": "supports",
        "INTERVENTION": "acts",
        "RULING": "decides",
    },
    "panel": {"QUESTION": "opens", "RECOMMENDATION": "votes", "RESPONSE": "votes", "CHOICE": "decides"},
    "evaluation": {
        "IDEA": "opens",
        "ASSESSMENT": "says",
        "CHALLENGES": "attacks",
        "ARGUMENT": "answers",
        "REPLY": "answers",
        "REST": "acts",
        "VERDICT": "decides",
    },
    "arena": {
        "TOPIC": "opens",
        "ACCEPT": "acts",
        "DECLINE": "acts",
        "JOIN": "acts",
        "WITHDRAW": "acts",
        "POST": "answers",
        "FORFEIT": "acts",
        "JUDGMENT": "decides",
        "ARCHIVE": "acts",
    },
    "workshop": {
        "TASK": "opens",
        "QUESTIONS": "says",
        "ANSWERS": "says",
        "PLAN": "says",
        "OWN_PLAN": "says",
        "NEGOTIATION": "says",
        "TESTS": "says",
        "ATTEMPT": "says",
        "REPORT": "acts",
        "REFLECTION": "says",
        "PROPOSAL": "says",
        "CRITIQUE": "attacks",
        "REVIEW": "reviews",
        "PATCH": "says",
        "REST": "acts",
        "ATTACK": "attacks",
        "DEFENCE": "attacks",
        "BALLOT": "votes",
        "ABSTENTION": "acts",
        "APPROVAL": "acts",
        "REJECTION": "acts",
        "STOP": "acts",
        "EXPLANATION": "says",
        "FINDINGS": "acts",
    },
    "roundtable": {"QUESTION": "opens", "ANSWER": "says"},
    "archive": {"SAID": "says", "GRAPH": "acts"},
}
"""By format and kind; a move of another format says something."""


def part_of(format: str, kind: str) -> Part:
    """What a move is in an argument graph.

    >>> part_of("arbitration", "RULING"), part_of("somebody's own", "MOVE")
    ('decides', 'says')
    """
    return PARTS.get(format, {}).get(kind, "says")
