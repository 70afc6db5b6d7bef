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
    return tuple(tuple(_apart(state, deal, group) for deal in dealt if deal.seat in group) for group in groups)


def besides(state: State, allowed: tuple[str, ...] | None, apart: Sequence[str]) -> tuple[str, ...] | None:
    """Those who may read something, without these; who runs code reads it in any case."""
    if len(apart) < 2:
        return allowed
    runners = state.doing("execute")
    everybody = state.setup.seats if allowed is None else allowed
    return tuple(seat for seat in everybody if seat not in apart or seat in runners)


def _apart(state: State, deal: Deal, group: Sequence[str]) -> Deal:
    heard = besides(state, deal.readers, group)
    if heard is None:
        return deal
    later = (seat for seat in group if deal.readers is None or seat in deal.readers)
    return replace(deal, readers=heard, later=tuple(seat for seat in later if seat not in (*heard, deal.seat)))


def leader(state: State, phase: Phase, among: tuple[str, ...]) -> str | None:
    """Who of these leads a phase."""
    leads = arranged(state).leader(phase)
    return leads if leads in among else next(iter(among), None)


def readers(state: State, seat: str, phase: Phase, *to: str | None) -> tuple[str, ...] | None:
    """Who reads what this seat says in a phase; None is all. Those to whom it is said read it."""
    near = None if seat == OWNER else arranged(state).readers(seat, phase)
    if near is None:
        return None
    return tuple(dict.fromkeys((*near, *(each for each in to if each is not None and each != seat))))


def arranged(state: State) -> Topology:
    """The topology as it is now, after those who are out have left their places."""
    members = tuple(
        Member(placed.seat, placed.role, placed.concern, "execute" in placed.does) for placed in state.setup.cast
    )
    return topology(state.setup.topology, members, state.out)
