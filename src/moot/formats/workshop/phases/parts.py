"""What every phase answers, and which part of the code answers for which phase."""

from collections.abc import Mapping
from typing import Protocol

from moot.debate import Entry
from moot.formats.workshop.phases import attacking, clarifying, converging, evolving, optimising, planning, proposing
from moot.formats.workshop.phases.judging import CRITIQUE, REVIEW
from moot.formats.workshop.setup import Phase
from moot.formats.workshop.state import Deal, Opening, State


class Part(Protocol):
    """What a phase answers."""

    def applies(self, state: State) -> bool:
        """Whether it is held."""
        ...

    def begin(self, state: State) -> tuple[tuple[Deal, ...], ...]:
        """Its first turns, in groups that follow one another."""
        ...

    def heard(self, state: State, deal: Deal, entry: Entry) -> State:
        """The state after a turn of this phase was taken."""
        ...

    def lapsed(self, state: State, deal: Deal, entry: Entry) -> State:
        """The state after a turn of this phase lapsed and is not dealt anew."""
        ...


PARTS: Mapping[Phase, Part] = {
    "dehallucination": clarifying,
    "planning": planning,
    "self_evolvement": evolving,
    "proposal": proposing,
    "critique": CRITIQUE,
    "review": REVIEW,
    "optimization": optimising,
    "adversarial": attacking,
    "convergence": converging,
}


def openings(phase: Phase, state: State) -> tuple[Opening, ...]:
    """What must be opened before a phase, because those who work in it could not read it."""
    match phase:
        case "critique":
            return CRITIQUE.openings(state)
        case "review":
            return REVIEW.openings(state)
        case "optimization":
            return optimising.openings(state)
        case "adversarial":
            return attacking.openings(state)
        case "convergence":
            return converging.openings(state)
        case _:
            return ()
