"""Mesh: everybody reads everybody, and all speak at once."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from moot.formats.workshop.aptitude import Member
from moot.formats.workshop.topology.shape import (
    Groups,
    Kind,
    Readers,
    everybody,
    in_order,
    led,
    left,
    speaking,
)


@dataclass(frozen=True, slots=True)
class Mesh:
    """Everybody with everybody. Only a seal keeps those who speak at once from hearing each other."""

    members: tuple[Member, ...]
    kind: ClassVar[Kind] = "mesh"

    def leader(self, phase: str) -> str:
        """Whose role is fittest for the phase."""
        return led(self.members, phase)

    def groups(self, phase: str, speakers: Iterable[str]) -> Groups:
        """All at once; then those who run what was written."""
        due = speaking(self.members, speakers)
        return in_order(due, [due])

    def readers(self, seat: str, phase: str, answering: str | None = None) -> Readers:
        """Everybody."""
        return None

    def links(self) -> tuple[tuple[str, str], ...]:
        """Every pair."""
        return tuple(combinations(everybody(self.members), 2))

    def without(self, seat: str) -> "Mesh":
        """The others, as before."""
        return Mesh(left(self.members, seat))
