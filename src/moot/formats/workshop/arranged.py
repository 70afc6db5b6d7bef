"""How a cast is arranged: who speaks when, who leads, and who reads whom. What the topology says, for this state."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from moot.formats.workshop.setup import OWNER, Phase
from moot.formats.workshop.state import Deal, State
from moot.formats.workshop.topology import Member, Topology, topology


def grouped(state: State, phase: Phase, deals: Iterable[Deal]) -> tuple[tuple[Deal, ...], ...]:
    """Turns in the order in which their holders speak. Those who speak at the same time do not read each other."""
    dealt = tuple(deals)
    seats = tuple(dict.fromkeys(deal.seat for deal in dealt))
    groups = arranged(state).groups(phase, seats) if seats else ()
    return tuple(
        tuple(replace(deal, readers=besides(state, deal.readers, group)) for deal in dealt if deal.seat in group)
        for group in groups
    )


def besides(state: State, allowed: tuple[str, ...] | None, apart: Sequence[str]) -> tuple[str, ...] | None:
    """Those who may read something, without these."""
    if len(apart) < 2:
        return allowed
    return tuple(seat for seat in (state.setup.seats if allowed is None else allowed) if seat not in apart)


def leader(state: State, phase: Phase, among: tuple[str, ...]) -> str | None:
    """Who of these leads a phase."""
    leads = arranged(state).leader(phase)
    return leads if leads in among else next(iter(among), None)


def readers(state: State, seat: str, phase: Phase, answering: str | None = None) -> tuple[str, ...] | None:
    """Who reads what this seat says in a phase; None is all. Whoever is answered reads the answer."""
    return None if seat == OWNER else arranged(state).readers(seat, phase, answering)


def arranged(state: State) -> Topology:
    """The topology as it is now, after those who are out have left their places."""
    members = tuple(
        Member(placed.seat, placed.role, placed.concern, "execute" in placed.does) for placed in state.setup.cast
    )
    return topology(state.setup.topology, members, state.out)
