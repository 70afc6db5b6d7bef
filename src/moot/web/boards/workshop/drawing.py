"""The drawing of a topology: who is linked with whom, who speaks, and who is out. Ready to be drawn as SVG."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin

from moot.formats.workshop.topology import Chain, Member, Star, Topology, Tree, topology
from moot.web.boards.workshop.bench import Bench
from moot.web.seats import Tone, seat_name
from moot.web.words import listed

RADIUS = 13
_ROW = 36
"""The height of a row, where seats stand below one another."""
_STEP = 30
"""How far a seat is set in below the one that it answers to."""
_NAMES = 150
"""The room for a name beside a seat."""
_MEANS: Mapping[str, str] = {
    "mesh": "everybody reads everybody",
    "star": "the one in the middle reads all and is read by all",
    "chain": "what is said goes down the chain, and back up one link at a time",
    "tree": "what is said goes to whoever a seat answers to, and to those who answer to it",
}


@dataclass(frozen=True, slots=True)
class Node:
    """A seat in the drawing."""

    seat: str
    role: str
    tone: Tone
    x: float
    y: float
    label_x: float
    label_y: float
    anchor: str
    speaks: bool
    out: bool

    @property
    def called(self) -> str:
        """The role, where the name of the seat does not say it."""
        return "" if self.seat.partition("-")[0] == self.role else self.role


@dataclass(frozen=True, slots=True)
class Drawing:
    """The whole drawing."""

    kind: str
    means: str
    width: float
    height: float
    nodes: tuple[Node, ...]
    links: tuple[str, ...]
    """Paths."""
    said: str
    """The same in words."""


def drawing(found: Bench, tones: Mapping[str, Tone]) -> Drawing:
    """The seats of a workshop as its topology links them now."""
    setup, out = found.setup, tuple(found.result["out"])
    members = tuple(Member(placed.seat, placed.role) for placed in setup.cast)
    made = topology(setup.topology, members, out)
    seats = [member.seat for member in members]
    places = _places(members, made)
    speaking = frozenset(found.context.debate.waiting_for)
    nodes = tuple(_node(found, seat, places[seat], tones[seat], speaking) for seat in seats)
    links = tuple(_link(setup.topology, places[one], places[other]) for one, other in made.links())
    width, height = _size(setup.topology, nodes)
    return Drawing(setup.topology, _MEANS[setup.topology], width, height, nodes, links, _said(found, seats))


@dataclass(frozen=True, slots=True)
class _Place:
    x: float
    y: float
    side: int
    """Where its name stands: to the right, to the left, or 0, above or below."""
    below: bool = False


def _places(members: Sequence[Member], made: Topology) -> Mapping[str, _Place]:
    seats = [member.seat for member in members]
    match made:
        case Tree():
            return _outline(seats, made)
        case Chain():
            return _column([*made.order, *(seat for seat in seats if seat not in made.order)])
        case Star():
            return _round(seats, made.hub)
        case _:
            return _round(seats, None)


def _outline(seats: Sequence[str], tree: Tree) -> Mapping[str, _Place]:
    """A tree as an outline: each seat on a row of its own, set in below the one it answers to."""
    nodes = {node.seat: node for node in tree.nodes}
    order: list[str] = []

    def walk(seat: str) -> None:
        order.append(seat)
        for child in nodes[seat].children:
            walk(child)

    walk(tree.root.seat)
    order += [seat for seat in seats if seat not in nodes]
    return {
        seat: _Place(RADIUS + 4 + _STEP * (nodes[seat].level if seat in nodes else 0), _y(row), 1)
        for row, seat in enumerate(order)
    }


def _column(order: Sequence[str]) -> Mapping[str, _Place]:
    return {seat: _Place(RADIUS + 4, _y(row), 1) for row, seat in enumerate(order)}


def _y(row: int) -> float:
    return RADIUS + 6 + row * _ROW


def _round(seats: Sequence[str], hub: str | None) -> Mapping[str, _Place]:
    around = [seat for seat in seats if seat != hub]
    radius = 52 + 8 * len(around)
    middle = (radius + RADIUS + _NAMES / 1.35, radius + RADIUS + 22)
    places: dict[str, _Place] = {} if hub is None else {hub: _Place(*middle, 0, below=True)}
    for place, seat in enumerate(around):
        turn = -pi / 2 + 2 * pi * place / len(around)
        side = 0 if abs(cos(turn)) < 0.2 else 1 if cos(turn) > 0 else -1
        x, y = middle[0] + radius * cos(turn), middle[1] + radius * sin(turn)
        places[seat] = _Place(_r(x), _r(y), side, sin(turn) > 0)
    return places


def _node(found: Bench, seat: str, place: _Place, tone: Tone, speaking: frozenset[str]) -> Node:
    # A name makes way for the halo of whoever speaks.
    away = RADIUS + (6 if seat in speaking else 0)
    if place.side == 0:
        label = (place.x, place.y + (away + 15 if place.below else -away - 8), "middle")
    else:
        label = (place.x + place.side * (away + 8), place.y + 5, "start" if place.side > 0 else "end")
    placed = found.placed(seat)
    return Node(
        seat,
        "" if placed is None else placed.role,
        tone,
        place.x,
        place.y,
        _r(label[0]),
        _r(label[1]),
        label[2],
        seat in speaking,
        seat in found.result["out"],
    )


def _link(kind: str, one: _Place, other: _Place) -> str:
    if kind == "tree":
        return f"M{one.x} {_r(one.y + RADIUS)}V{other.y}H{_r(other.x - RADIUS)}"
    if kind == "chain":
        return f"M{one.x} {_r(one.y + RADIUS)}V{_r(other.y - RADIUS)}"
    return f"M{one.x} {one.y}L{other.x} {other.y}"


def _size(kind: str, nodes: Sequence[Node]) -> tuple[float, float]:
    if kind in ("tree", "chain"):
        return _r(max(node.x for node in nodes) + RADIUS + _NAMES + 20), _y(len(nodes) - 1) + RADIUS + 6
    lowest = max(node.y for node in nodes)
    middle = max(node.x for node in nodes) + RADIUS + _NAMES / 1.35
    return _r(middle), _r(lowest + RADIUS + 26)


def _said(found: Bench, seats: Sequence[str]) -> str:
    kind = found.setup.topology
    out = [seat_name(seat) for seat in found.result["out"]]
    due = [seat_name(seat) for seat in seats if seat in found.context.debate.waiting_for]
    said = [f"A {kind} of {len(seats)} seats: {_MEANS[kind]}."]
    if kind == "chain":
        said.append(" then ".join(seat_name(seat) for seat in seats) + ".")
    if due:
        said.append(f"{listed(due)} {'has' if len(due) == 1 else 'have'} the floor.")
    if out:
        said.append(f"{listed(out)} {'is' if len(out) == 1 else 'are'} out.")
    return " ".join(said)


def _r(value: float) -> float:
    return round(value, 1)


__all__ = ["Drawing", "Node", "drawing"]
