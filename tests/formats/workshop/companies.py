"""Casts to try topologies on, drawn at random, and the ways that words take through a topology."""

from collections.abc import Iterable

from hypothesis import strategies as st

from moot.formats.workshop.aptitude import LED_BY, SENIORITY, Member
from moot.formats.workshop.topology import KINDS, Kind, Topology, topology

PHASES = (*LED_BY, "a phase that nobody knows")
SHUT_PHASES = tuple(phase for phase in PHASES if phase not in {"planning", "convergence"})


def seated(roles: Iterable[str]) -> tuple[Member, ...]:
    """Members in these roles, each seat named after its place."""
    return tuple(Member(f"{role}-{place}", role) for place, role in enumerate(roles, 1))


def named(*roles: str) -> tuple[Member, ...]:
    """Members whose seats are called like their roles."""
    return tuple(Member(role, role) for role in roles)


roles = st.sampled_from([*SENIORITY, "executor", "oracle"])
casts = st.lists(roles, min_size=1, max_size=12).map(seated)
phases = st.sampled_from(PHASES)
shut_phases = st.sampled_from(SHUT_PHASES)


@st.composite
def standing(draw: st.DrawFn, kind: Kind | None = None, least: int = 1) -> Topology:
    """A topology after some of its cast have gone out."""
    members = draw(st.lists(roles, min_size=least, max_size=12).map(seated))
    seats = [member.seat for member in members]
    out = draw(st.permutations(seats))[: draw(st.integers(0, len(seats) - least))]
    return topology(kind or draw(st.sampled_from(KINDS)), members, tuple(out))


def seats(made: Topology) -> list[str]:
    return [member.seat for member in made.members]


def arguing(made: Topology) -> list[str]:
    """The seats of those who do not run code."""
    return [member.seat for member in made.members if not member.runs]


def reads(made: Topology, reader: str, speaker: str, phase: str) -> bool:
    told = made.readers(speaker, phase)
    return told is None or reader in told


def reached(made: Topology, start: str) -> set[str]:
    """Those whom a word reaches that is passed on along the links."""
    found, links = {start}, made.links()
    while more := {b for pair in links for a, b in (pair, pair[::-1]) if a in found and b not in found}:
        found |= more
    return found
