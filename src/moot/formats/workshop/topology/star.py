"""Star: one in the middle reads all and is read by all; the others read nobody else."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from moot.formats.workshop.aptitude import Member, fittest
from moot.formats.workshop.topology.shape import (
    DOWNWARD,
    Groups,
    Kind,
    Readers,
    everybody,
    heard,
    in_order,
    left,
    speaking,
)


@dataclass(frozen=True, slots=True)
class Star:
    """A hub and those around it. The hub leads every phase: nobody else could be heard by those it would lead."""

    members: tuple[Member, ...]
    kind: ClassVar[Kind] = "star"

    @property
    def hub(self) -> str:
        """The most senior of the cast; when it is out, the next."""
        return fittest(None, self.members).seat

    def leader(self, phase: str) -> str:
        """The hub."""
        return self.hub

    def groups(self, phase: str, speakers: Iterable[str]) -> Groups:
        """The hub before the others where work is handed down, else after them."""
        due = speaking(self.members, speakers)
        hub = [member for member in due if member.seat == self.hub]
        others = [member for member in due if member.seat != self.hub]
        return in_order(due, [hub, others] if phase in DOWNWARD else [others, hub])

    def readers(self, seat: str, phase: str, answering: str | None = None) -> Readers:
        """All read the hub, and the hub reads all."""
        hub = self.hub
        return heard(self.members, seat, phase, everybody(self.members) if seat == hub else [hub], answering)

    def links(self) -> tuple[tuple[str, str], ...]:
        """The hub with each of the others."""
        hub = self.hub
        return tuple((hub, seat) for seat in everybody(self.members) if seat != hub)

    def without(self, seat: str) -> "Star":
        """The others; a new hub where it was the hub."""
        return Star(left(self.members, seat))
