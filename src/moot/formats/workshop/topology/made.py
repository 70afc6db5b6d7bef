"""Making a topology from a cast."""

from collections.abc import Callable, Mapping
from functools import lru_cache, reduce

from moot.formats.workshop.aptitude import Member
from moot.formats.workshop.topology.chain import Chain
from moot.formats.workshop.topology.mesh import Mesh
from moot.formats.workshop.topology.shape import Kind, Topology
from moot.formats.workshop.topology.star import Star
from moot.formats.workshop.topology.tree import Tree

_MADE: Mapping[Kind, Callable[[tuple[Member, ...]], Topology]] = {
    "mesh": Mesh,
    "star": Star,
    "chain": Chain,
    "tree": Tree.of,
}
KINDS: tuple[Kind, ...] = tuple(_MADE)


@lru_cache(maxsize=4096)
def topology(kind: Kind, members: tuple[Member, ...], out: tuple[str, ...] = ()) -> Topology:
    """The topology of a cast in its order, after those in `out` went out, one after the other."""
    seats = [member.seat for member in members]
    if not seats:
        raise ValueError("a topology needs a cast")
    if twice := next((seat for seat in seats if seats.count(seat) > 1), None):
        raise ValueError(f"the seat {twice!r} is there twice")
    return reduce(lambda made, seat: made.without(seat), out, _MADE[kind](members))
