"""How to walk in each format: what its types cannot say."""

from collections.abc import Iterator, Mapping
from importlib.metadata import entry_points
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from moot.debate import Move, Position, Rules, Turn
from moot.formats.arbitration import Arbitration
from moot.formats.arbitration import format as arbitration
from moot.testing.laws import Guide
from tests.formats.archive.walking import ARCHIVE
from tests.formats.arena.walking import ARENA
from tests.formats.evaluation.walking import EVALUATION
from tests.formats.panel.walking import PANEL
from tests.formats.roundtable.walking import ROUNDTABLE
from tests.formats.toys import jury, workbench
from tests.formats.toys.workbench import Verdict
from tests.formats.workshop.walking import WORKSHOP


def _has_rounds(setup: Arbitration) -> bool:
    return setup.max_rounds is not None


def _toy_moves(position: Position, turn: Turn, kind: str) -> SearchStrategy[Move]:
    if kind == "VERDICT":
        return st.builds(Verdict, good=st.booleans(), about=st.sampled_from(position.state.built))
    if kind in ("PLAN", "PIECE"):
        return st.builds(workbench.moves[kind], content=st.just("words"))
    return st.builds(workbench.moves[kind])


ARBITRATION = Guide(
    arbitration,
    openings=st.builds(
        Arbitration,
        title=st.just("A plan"),
        debate_type=st.sampled_from(["general_debate", "coding_plan_debate"]),
        max_rounds=st.none() | st.integers(1, 4),
    ),
    attended=frozenset({"proposer", "opponent", "arbitrator"}),
    limited=_has_rounds,
)
JURY = Guide(jury, attended=frozenset({"asker"}), longest=12)
WORKBENCH = Guide(workbench, draw_move=_toy_moves, attended=frozenset({"builder", "gate"}), longest=60)
_KNOWN: Mapping[str, Guide] = {
    "arbitration": ARBITRATION,
    "panel": PANEL,
    "evaluation": EVALUATION,
    "arena": ARENA,
    "workshop": WORKSHOP,
    "roundtable": ROUNDTABLE,
    "archive": ARCHIVE,
}


def guides() -> Iterator[Guide]:
    """A guide for every installed format and every toy; a format that needs none is walked by its types."""
    for point in entry_points(group="moot.formats"):
        rules: Rules[Any] = point.load()
        yield _KNOWN.get(rules.name, Guide(rules))
    yield JURY
    yield WORKBENCH
