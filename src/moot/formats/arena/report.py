"""The result of a debate as programs read it, and what it leaves as files."""

from collections.abc import Sequence
from functools import reduce
from json import dumps
from typing import Any

from moot.debate import JsonObject, View
from moot.formats.arena.course import after, begun
from moot.formats.arena.paper import paper
from moot.formats.arena.setup import SIDES, Arena, SideName
from moot.formats.arena.state import State


def report(record: Sequence[View]) -> dict[str, Any]:
    """The result, or where it stands; nothing in the arena is sealed, so everybody reads the same."""
    setup, state = _folded(record)
    ending: JsonObject = record[-1].entry.move if state.closed else {}
    return {
        "topic": setup.title,
        "category": setup.category,
        "tags": list(setup.tags),
        "state": state.status,
        **{side: _side(state, side) for side in SIDES},
        "max_posts": setup.max_posts,
        "how": state.how,
        "judgments": len(state.votes),
        "result": ending.get("result"),
        "awards": ending.get("awards", []),
    }


def papers(record: Sequence[View]) -> dict[str, str]:
    """The debate to read, and its result for programs."""
    told = report(record)
    return {
        "debate.md": paper(told, [view.entry for view in record]),
        "result.json": dumps(told, ensure_ascii=False, indent=2) + "\n",
    }


def _folded(record: Sequence[View]) -> tuple[Arena, State]:
    opened, *later = (view.entry for view in record)
    setup = Arena.model_validate(opened.move["setup"])
    return setup, reduce(after, later, begun(setup, opened.at))


def _side(state: State, name: SideName) -> dict[str, Any]:
    side = state.side(name)
    return {"member": side.member, "posts": len(side.posts), "forfeited": name in state.forfeits}
