"""The tree that the sixteen roles of the house make: who answers to whom, and who leads which phase."""

from collections.abc import Iterator

from moot.formats.workshop import PHASES
from moot.formats.workshop.casting import ORDER
from moot.formats.workshop.topology import CONCERNS, DOWNWARD, RUNNERS, Member, Tree, TreeNode
from scripts.diagrams.looks import chart, framed, looks, words


def tree_topology() -> str:
    """The diagram, as the code builds the tree."""
    tree = Tree.of(tuple(Member(role, role) for role in ORDER))
    return chart("TB", *_lines(tree))


def _lines(tree: Tree) -> Iterator[str]:
    yield f"  {_node(tree, tree.root)}"
    for concern in CONCERNS:
        team = [node for node in tree.nodes if node.concern == concern and node.parent is not None]
        if team:
            yield from framed(f"team_{concern}", concern, *(_node(tree, node) for node in team))
    yield from (f"  {above} <--> {below}" for above, below in tree.links())
    down = ", ".join(words(phase) for phase in PHASES if phase in DOWNWARD)
    up = ", ".join(words(phase) for phase in PHASES if phase not in DOWNWARD)
    yield f'  down["▼ leads speak before their specialists: {down}"]:::ask'
    yield f'  up["▲ leads speak after them: {up}"]:::ask'
    yield "  critic ~~~ down ~~~ up"
    yield from looks("say", "run", "ask", "done")


def _node(tree: Tree, node: TreeNode) -> str:
    led = [words(phase) for phase in PHASES if tree.leader(phase) == node.seat]
    leads = f"<br/><i>leads {'<br/>'.join(_pairs(led))}</i>" if led else ""
    kind = "run" if node.role in RUNNERS else "say" if node.children else "done"
    return f'{node.seat}["<b>{words(node.role)}</b>{leads}"]:::{kind}'


def _pairs(names: list[str]) -> Iterator[str]:
    for at in range(0, len(names), 2):
        yield ", ".join(names[at : at + 2])
