"""Arbitrations brought to each of their states."""

from typing import Any

from moot.debate import Json
from moot.formats.arbitration import format as arbitration
from moot.testing import Transcript

SEATS = ("proposer", "opponent", "arbitrator")
KINDS = ("MOTION", "CLAIM", "APPEAL", "RESOLUTION", "INTERVENTION", "RULING")


def opened(**setup: Json) -> Transcript:
    """A motion that waits for the opponent."""
    debate = Transcript.opened(arbitration, **{"title": "A plan", "debate_type": "coding_plan_debate", **setup})
    debate.say("proposer", "MOTION", content="Do it.")
    return debate


def answered(**setup: Json) -> Transcript:
    """The opponent has answered; the proposer has the floor."""
    debate = opened(**setup)
    debate.say("opponent", "CLAIM", content="Do not.", target=1)
    return debate


def appealed(*options: Json) -> Transcript:
    """The proposer has appealed."""
    debate = answered()
    debate.say("proposer", "APPEAL", content="Decide.", target=2, options=list(options))
    return debate


def resolved() -> Transcript:
    """The proposer has asked for completion."""
    debate = answered()
    debate.say("proposer", "RESOLUTION", content="We agree.", target=2)
    return debate


def stopped(before: Transcript | None = None) -> Transcript:
    """The arbitrator has intervened."""
    debate = before or opened()
    debate.say("arbitrator", "INTERVENTION", content="Stop.")
    return debate


def closed() -> Transcript:
    """The debate is over."""
    debate = resolved()
    debate.say("arbitrator", "RULING", content="Done.", close=True)
    return debate


def fields(kind: str) -> dict[str, Any]:
    """What a move of this kind needs."""
    about = {"target": 1} if kind in ("CLAIM", "APPEAL", "RESOLUTION") else {}
    return {"content": "Words.", **about}
