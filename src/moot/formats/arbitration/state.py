"""Where an arbitration stands, and who has the floor in each of its states."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

Status: TypeAlias = Literal[
    "UNMOVED", "AWAITING_OPPONENT", "AWAITING_PROPOSER", "AWAITING_ARBITRATOR", "INTERVENTION_PENDING", "CLOSED"
]

PROPOSER, OPPONENT, ARBITRATOR = "proposer", "opponent", "arbitrator"
SEATS = (PROPOSER, OPPONENT, ARBITRATOR)
FLOOR: Mapping[Status, str] = {
    "UNMOVED": PROPOSER,
    "AWAITING_OPPONENT": OPPONENT,
    "AWAITING_PROPOSER": PROPOSER,
    "AWAITING_ARBITRATOR": ARBITRATOR,
    "INTERVENTION_PENDING": ARBITRATOR,
}
FLOOR_KINDS: Mapping[Status, tuple[str, ...]] = {
    "UNMOVED": ("MOTION",),
    "AWAITING_OPPONENT": ("CLAIM",),
    "AWAITING_PROPOSER": ("CLAIM", "APPEAL", "RESOLUTION"),
    "AWAITING_ARBITRATOR": ("RULING",),
    "INTERVENTION_PENDING": ("RULING",),
}


@dataclass(frozen=True, slots=True)
class Parked:
    """The place kept for a claim that was being written when the arbitrator intervened."""

    seat: str
    answers: int
    since: int


@dataclass(frozen=True, slots=True)
class State:
    """Where an arbitration stands: line numbers and counts, never texts."""

    status: Status = "UNMOVED"
    max_rounds: int | None = None
    last: int = 0
    """The argument, or the lapse, that the floor answers."""
    since: int = 0
    """The line that gave the floor to who has it."""
    stop_since: int = 0
    """The line that gave the arbitrator its present chance to intervene."""
    latest: int = 0
    """The last argument, which is another one where a parked claim came in."""
    rounds: int = 0
    """How often the floor has come back to the proposer."""
    parked: Parked | None = None
    options: tuple[str, ...] = ()
    """The ids of the options of the appeal that waits for a ruling."""
    to_align: int | None = None
    """The ruling that the proposer has not answered yet."""
    closed_by: int | None = None

    @property
    def spent(self) -> bool:
        """Whether the rounds are over, so that the next ruling must close."""
        return self.max_rounds is not None and self.rounds >= self.max_rounds
