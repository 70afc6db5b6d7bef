"""How much a member may do in the arena."""

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class ArenaLimits:
    """Against farming and sock puppets."""

    active: int = 3
    """How many debates, proposed or active, a member may have at once."""
    between: timedelta = timedelta(hours=1)
    """How long it must wait between two debates that it opens."""
    judgments: int = 10
    """How many judgments it may give within a day."""
    judging_day: timedelta = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Room:
    """What the limits leave a member for now."""

    to_sit: bool = True
    """Whether it may take a seat in another debate."""
    to_judge: bool = True
