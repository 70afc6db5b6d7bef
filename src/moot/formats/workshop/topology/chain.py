"""Chain: one after the other. What is said goes down the chain whole, and back up one link at a time."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from moot.formats.workshop.aptitude import Member
from moot.formats.workshop.topology.shape import (
    Groups,
    Kind,
    Readers,
    everybody,
    heard,
    led,
    left,
    speaking,
)


@dataclass(frozen=True, slots=True)
class Chain:
    """The cast in its order, those who run code last.

    Everybody later in the chain reads a move, not the next one alone: a critic judges the code itself, not what a
    neighbour made of it. The one just before reads it too, and so hears what became of what it handed on.
    """

    members: tuple[Member, ...]
    kind: ClassVar[Kind] = "chain"

    @property
    def order(self) -> tuple[str, ...]:
        """The seats as they follow one another."""
        return everybody(sorted(self.members, key=lambda member: member.runs))

    def leader(self, phase: str) -> str:
        """Whose role is fittest for the phase."""
        return led(self.members, phase)

    def groups(self, phase: str, speakers: Iterable[str]) -> Groups:
        """Each alone."""
        due = everybody(speaking(self.members, speakers))
        return tuple((seat,) for seat in self.order if seat in due)

    def readers(self, seat: str, phase: str, answering: str | None = None) -> Readers:
        """All after it and the one before it."""
        return heard(self.members, seat, phase, self._near(seat), answering)

    def links(self) -> tuple[tuple[str, str], ...]:
        """Each with the next."""
        return tuple(pairwise(self.order))

    def without(self, seat: str) -> "Chain":
        """The others, closed up."""
        return Chain(left(self.members, seat))

    def _near(self, seat: str) -> tuple[str, ...]:
        order = self.order
        place = order.index(seat) if seat in order else 0
        return order[max(place - 1, 0) :]
