"""The nodes of a tree: who answers to whom, made from the roles of a cast."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from moot.formats.workshop.aptitude import Member, fittest

DESIGN, DELIVERY, QUALITY, SECURITY, PERFORMANCE = "design", "delivery", "quality", "security", "performance"

CONCERNS: Mapping[str, tuple[str, ...]] = {
    DESIGN: ("architect", "designer"),
    DELIVERY: ("generator", "implementer", "refactorer", "compiler", "executor"),
    QUALITY: ("judge", "reviewer", "critic", "tester", "teacher"),
    SECURITY: ("security", "red_team", "blue_team"),
    PERFORMANCE: ("performance",),
}
"""What each role cares for. A role that is not here says so itself, or delivers."""

_CONCERN_OF = {role: concern for concern, roles in CONCERNS.items() for role in roles}


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A seat in the tree: whom it answers to, who answers to it, and what it cares for."""

    seat: str
    role: str
    parent: str | None
    children: tuple[str, ...]
    level: int
    """0 is the root."""
    concern: str


def concern_of(member: Member) -> str:
    """What a member cares for."""
    return member.concern or _CONCERN_OF.get(member.role, DELIVERY)


def build(members: Sequence[Member]) -> tuple[TreeNode, ...]:
    """The tree of a cast: the most senior at the root, below it one lead for each concern, then the specialists.

    Those who run code lead nobody: where their concern has no one else, they answer to the root.
    """
    root = fittest(None, members)
    parents: dict[str, str | None] = {root.seat: None}
    for team in _teams(member for member in members if member is not root):
        lead = fittest(None, team)
        above = root.seat if lead.runs else lead.seat
        parents |= {member.seat: above for member in team}
        parents[lead.seat] = root.seat
    return grown(members, parents)


def grown(members: Sequence[Member], parents: Mapping[str, str | None]) -> tuple[TreeNode, ...]:
    """The nodes for these members, in the order of the cast, when each answers to its parent."""
    seats = [member.seat for member in members]
    return tuple(
        TreeNode(
            seat=member.seat,
            role=member.role,
            parent=parents[member.seat],
            children=tuple(seat for seat in seats if parents[seat] == member.seat),
            level=len(above(member.seat, parents)),
            concern=concern_of(member),
        )
        for member in members
    )


def above(seat: str, parents: Mapping[str, str | None]) -> tuple[str, ...]:
    """Those a seat answers to, the nearest first."""
    line: list[str] = []
    at = parents[seat]
    while at is not None:
        line.append(at)
        at = parents[at]
    return tuple(line)


def _teams(members: Iterable[Member]) -> Iterable[list[Member]]:
    """The members by concern: known ones in their order, then others as they come."""
    teams: dict[str, list[Member]] = {concern: [] for concern in CONCERNS}
    for member in members:
        teams.setdefault(concern_of(member), []).append(member)
    return [team for team in teams.values() if team]
