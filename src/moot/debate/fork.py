"""A fork: a debate that shares another's past and goes on by itself from there."""

from dataclasses import replace
from datetime import timedelta

from pydantic import AwareDatetime, BaseModel, Field

from moot.debate.entry import Entry
from moot.debate.json import JsonObject
from moot.debate.turn import Turn

FORKED = "forked"
"""Where the opening of a fork says what it shares, and with whom."""


class Fork(BaseModel, frozen=True, extra="forbid"):
    """What a fork shares, as its opening says it."""

    debate: str
    """The debate whose past it is."""
    line: int = Field(ge=1)
    """The last line that both share."""
    opening: str
    """The hash of the other's opening: from it the shared lines chain to `hash`, so anybody can check them."""
    hash: str
    """The hash that the last shared line has in the other debate."""
    dealt: AwareDatetime
    """When the oldest turn that was open there had been dealt."""
    at: AwareDatetime
    """When it forked."""

    @property
    def shift(self) -> timedelta:
        """How much later a turn of the past is due here: nobody's time ran while the debate was at rest."""
        return self.at - self.dealt

    def told(self) -> JsonObject:
        """The fork as the opening line keeps it."""
        return self.model_dump(mode="json")

    def resumed(self, turn: Turn) -> Turn:
        """A turn as it is due here: one that was dealt in the past has its whole time again."""
        if turn.until is None or turn.since > self.line:
            return turn
        return replace(turn, until=turn.until + self.shift)


def fork_of(opened: Entry) -> Fork | None:
    """What an opening says that its debate shares with another; None where it began by itself."""
    told = opened.move.get(FORKED)
    return None if told is None else Fork.model_validate(told)
