"""What every topology answers, and the parts that all of them share."""

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final, Literal, Protocol, TypeAlias

from moot.formats.workshop.aptitude import LED_BY, OWNER, Member, fittest

Kind: TypeAlias = Literal["mesh", "star", "chain", "tree"]
Groups: TypeAlias = tuple[tuple[str, ...], ...]
Readers: TypeAlias = tuple[str, ...] | None

DOWNWARD: Final = frozenset({"planning", "self_evolvement", "proposal", "optimization"})
"""Phases whose work is handed down: who leads speaks first. In all others it comes up, and who leads sums up."""
OPEN: Final = frozenset({"planning", "convergence"})
"""Phases in which everybody reads everything, whatever the topology.

A plan that half of those bound by it cannot read is none, and before the vote every voter sees every candidate.
"""


class Topology(Protocol):
    """Who speaks when, who leads, and who reads whom. Pure: the same cast gives the same answers."""

    kind: ClassVar[Kind]

    @property
    def members(self) -> tuple[Member, ...]:
        """Those who are still in, in the order of the cast."""
        ...

    def leader(self, phase: str) -> str:
        """The seat that leads a phase."""
        ...

    def groups(self, phase: str, speakers: Iterable[str]) -> Groups:
        """Those due to speak, in groups that follow one another; those in one group speak at the same time."""
        ...

    def readers(self, seat: str, phase: str, answering: str | None = None) -> Readers:
        """Who else reads what a seat says in a phase; None is all. Whoever is answered reads the answer."""
        ...

    def links(self) -> tuple[tuple[str, str], ...]:
        """The pairs of seats that always read each other: what a drawing shows, and what relays go along."""
        ...

    def without(self, seat: str) -> "Topology":
        """The topology of those who are left once this seat is out; the last one stays."""
        ...


def led(members: Sequence[Member], phase: str) -> str:
    """The seat whose role is fittest to lead a phase."""
    return fittest(LED_BY.get(phase), members).seat


def heard(
    members: Sequence[Member], seat: str, phase: str, near: Iterable[str], answering: str | None = None
) -> Readers:
    """Those near, whoever is answered, the owner and those who run code; None where that is all.

    What the owner says and what running code showed is evidence, and everybody reads it.
    """
    speaker = next((member for member in members if member.seat == seat), None)
    if speaker is None or speaker.runs or phase in OPEN:
        return None
    hearing = {*near, answering}
    others = [member for member in members if member is not speaker]
    told = tuple(member.seat for member in others if member.runs or member.seat in hearing)
    return None if len(told) == len(others) else (OWNER, *told)


def everybody(members: Iterable[Member]) -> tuple[str, ...]:
    """All seats, in the order of the cast."""
    return tuple(member.seat for member in members)


def speaking(members: Sequence[Member], speakers: Iterable[str]) -> tuple[Member, ...]:
    """Those due, each once, in the order of the cast."""
    due = set(speakers)
    if strange := sorted(due - set(everybody(members))):
        raise ValueError(f"there is no seat {strange[0]!r} in the cast")
    return tuple(member for member in members if member.seat in due)


def in_order(members: Sequence[Member], waves: Iterable[Iterable[Member]]) -> Groups:
    """The waves as groups, without empty ones. Those who run code come last, after those who wrote it."""
    arguing = [tuple(member.seat for member in wave if not member.runs) for wave in waves]
    running = tuple(member.seat for member in members if member.runs)
    return tuple(group for group in (*arguing, running) if group)


def left(members: Sequence[Member], seat: str) -> tuple[Member, ...]:
    """Those who are left once a seat is out. The last of a cast keeps its place: nobody is there to take it."""
    rest = tuple(member for member in members if member.seat != seat)
    if len(rest) == len(members):
        raise ValueError(f"there is no seat {seat!r} in the cast")
    return rest or tuple(members)
