"""Topologies: who speaks when, in which groups, who leads which phase, and who reads whom. Pure."""

from moot.formats.workshop.aptitude import OWNER, RUNNERS, Member
from moot.formats.workshop.topology.chain import Chain
from moot.formats.workshop.topology.made import KINDS, topology
from moot.formats.workshop.topology.mesh import Mesh
from moot.formats.workshop.topology.nodes import CONCERNS, TreeNode, build, concern_of
from moot.formats.workshop.topology.shape import DOWNWARD, OPEN, Groups, Kind, Readers, Topology
from moot.formats.workshop.topology.star import Star
from moot.formats.workshop.topology.tree import CONCERN_OF_PHASE, Tree

__all__ = [
    "CONCERNS",
    "CONCERN_OF_PHASE",
    "DOWNWARD",
    "KINDS",
    "OPEN",
    "OWNER",
    "RUNNERS",
    "Chain",
    "Groups",
    "Kind",
    "Member",
    "Mesh",
    "Readers",
    "Star",
    "Topology",
    "Tree",
    "TreeNode",
    "build",
    "concern_of",
    "topology",
]
