"""The diagrams of docs/, in Mermaid. What can be read off the code is; what cannot is checked against its names."""

from collections.abc import Callable, Mapping

from scripts.diagrams.adversarial_round import adversarial_round
from scripts.diagrams.approval_gate import approval_gate
from scripts.diagrams.database_er import database_er
from scripts.diagrams.full_protocol import full_protocol
from scripts.diagrams.reflexion_loop import reflexion_loop
from scripts.diagrams.tree_topology import tree_topology
from scripts.diagrams.voting_methods import voting_methods

__all__ = ["DIAGRAMS"]

DIAGRAMS: Mapping[str, Callable[[], str]] = {
    "full-protocol": full_protocol,
    "reflexion-loop": reflexion_loop,
    "tree-topology": tree_topology,
    "adversarial-round": adversarial_round,
    "voting-methods": voting_methods,
    "database-er": database_er,
    "approval-gate": approval_gate,
}
"""By the name of the file in docs/diagrams."""
