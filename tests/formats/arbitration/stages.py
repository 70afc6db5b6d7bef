"""Arbitrations brought to each of their states."""

from typing import Any

from moot.debate import Entry, Json
from moot.formats.arbitration import format as arbitration
from moot.testing import Transcript

SEATS = ("proposer", "opponent", "arbitrator")
KINDS = ("MOTION", "CLAIM", "APPEAL", "RESOLUTION", "INTERVENTION", "RULING")


class Debate(Transcript):
    """An arbitration in which a turn can lapse, as it does when a player fails."""

    def lapse(self, seat: str, turn: str = "speak", reason: str = "failed") -> Entry:
        """Lets this seat's turn lapse and gives the line."""
        (due,) = [each for each in self.position.due() if (each.seat, each.name) == (seat, turn)]
        before = len(self.entries)
        self._tabled = self._tabled.lapsing(due, self.clock(), reason)
        return self.entries[before]


def unmoved(**setup: Json) -> Debate:
    """Nothing is said yet."""
    told = {"title": "A plan", "debate_type": "coding_plan_debate", **setup}
    return Debate(arbitration, arbitration.setup.model_validate(told))


def opened(**setup: Json) -> Debate:
    """A motion that waits for the opponent."""
    debate = unmoved(**setup)
    debate.say("proposer", "MOTION", content="Do it.")
    return debate


def answered(**setup: Json) -> Debate:
    """The opponent has answered; the proposer has the floor."""
    debate = opened(**setup)
    debate.say("opponent", "CLAIM", content="Do not.", target=1)
    return debate


def appealed(*options: Json) -> Debate:
    """The proposer has appealed."""
    debate = answered()
    debate.say("proposer", "APPEAL", content="Decide.", target=2, options=list(options))
    return debate


def resolved() -> Debate:
    """The proposer has asked for completion."""
    debate = answered()
    debate.say("proposer", "RESOLUTION", content="We agree.", target=2)
    return debate


def stopped(before: Debate | None = None) -> Debate:
    """The arbitrator has intervened."""
    debate = before or opened()
    debate.say("arbitrator", "INTERVENTION", content="Stop.")
    return debate


def closed() -> Debate:
    """The debate is over."""
    debate = resolved()
    debate.say("arbitrator", "RULING", content="Done.", close=True)
    return debate


def fields(kind: str) -> dict[str, Any]:
    """What a move of this kind needs."""
    about = {"target": 1} if kind in ("CLAIM", "APPEAL", "RESOLUTION") else {}
    return {"content": "Words.", **about}
