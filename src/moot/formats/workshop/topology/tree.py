"""Tree: leads and their specialists. What is said goes to the parent and the children, and on from there."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from moot.formats.workshop.aptitude import Member, fittest
from moot.formats.workshop.topology.nodes import (
    DESIGN,
    PERFORMANCE,
    QUALITY,
    SECURITY,
    TreeNode,
    above,
    build,
    grown,
)
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

CONCERN_OF_PHASE: Mapping[str, str] = {
    "proposal": DESIGN,
    "self_evolvement": QUALITY,
    "critique": QUALITY,
    "review": QUALITY,
    "optimization": PERFORMANCE,
    "adversarial": SECURITY,
}
"""Which concern a phase is about; in the others the root leads."""


@dataclass(frozen=True, slots=True)
class Tree:
    """A hierarchy. Siblings reach each other through their parent alone, so subtrees work independently."""

    members: tuple[Member, ...]
    nodes: tuple[TreeNode, ...]
    kind: ClassVar[Kind] = "tree"

    @staticmethod
    def of(members: tuple[Member, ...]) -> "Tree":
        """The tree that the roles of a cast make."""
        return Tree(members, build(members))

    @property
    def root(self) -> TreeNode:
        """Who answers to nobody."""
        return next(node for node in self.nodes if node.parent is None)

    def leader(self, phase: str) -> str:
        """The highest node that cares for what the phase is about; the root where there is none."""
        concern = CONCERN_OF_PHASE.get(phase)
        at = zip(self.members, self.nodes, strict=True)
        caring = [(node.level, member) for member, node in at if node.concern == concern and not member.runs]
        highest = min((level for level, _ in caring), default=0)
        leads = [member for level, member in caring if level == highest]
        return fittest(None, leads).seat if leads else self.root.seat

    def groups(self, phase: str, speakers: Iterable[str]) -> Groups:
        """Independent subtrees at once; leads before their specialists where work is handed down, else after."""
        due = speaking(self.members, speakers)
        depth = self._depths(everybody(due), down=phase in DOWNWARD)
        return in_order(due, [[m for m in due if depth[m.seat] == wave] for wave in range(len(due))])

    def readers(self, seat: str, phase: str, answering: str | None = None) -> Readers:
        """Its parent and its children."""
        return heard(self.members, seat, phase, self._near(seat), answering)

    def links(self) -> tuple[tuple[str, str], ...]:
        """Each with its parent."""
        return tuple((node.parent, node.seat) for node in self.nodes if node.parent is not None)

    def without(self, seat: str) -> "Tree":
        """The others: its subtree goes to its siblings, the least burdened first, or to its parent if it has none.

        The place of the root goes to the most senior of its children.
        """
        rest = left(self.members, seat)
        if rest == self.members:
            return self
        gone = next(node for node in self.nodes if node.seat == seat)
        parents = {node.seat: node.parent for node in self.nodes if node.seat != seat}
        if gone.parent is None:
            heir = fittest(None, [member for member in rest if member.seat in gone.children]).seat
            parents |= {**dict.fromkeys(gone.children, heir), heir: None}
        else:
            for child in gone.children:
                parents[child] = self._taker(gone, gone.parent, parents)
        return Tree(rest, grown(rest, parents))

    def _taker(self, gone: TreeNode, parent: str, parents: Mapping[str, str | None]) -> str:
        """Who takes the next of those that a seat leaves behind."""
        answering = list(parents.values())
        runs = {member.seat: member.runs for member in self.members}
        siblings = [node.seat for node in self.nodes if node.parent == parent and node.seat != gone.seat]
        return min((seat for seat in siblings if not runs[seat]), key=answering.count, default=parent)

    def _near(self, seat: str) -> tuple[str, ...]:
        return tuple(
            near
            for node in self.nodes
            if node.seat == seat
            for near in ((node.parent,) if node.parent else ()) + node.children
        )

    def _depths(self, due: tuple[str, ...], *, down: bool) -> dict[str, int]:
        """For each of those due, how many of them must speak before it along its line."""
        parents = {node.seat: node.parent for node in self.nodes}
        lines = {seat: [lead for lead in above(seat, parents) if lead in due] for seat in due}
        if down:
            return {seat: len(line) for seat, line in lines.items()}
        return {seat: max(line.index(seat) + 1 if seat in line else 0 for line in lines.values()) for seat in due}
