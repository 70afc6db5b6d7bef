"""How the laws walk in an archive: of every order of speakers, with words and graphs."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from moot.debate import Move, Position, Turn
from moot.formats.archive import Archive, Graph, Said
from moot.formats.archive import format as archive
from moot.testing.laws import Guide

SEATS = ("user", "assistant", "tool")


@st.composite
def _setups(draw: Any) -> Archive:
    order = draw(st.lists(st.integers(0, 2), min_size=1, max_size=5))
    return Archive.model_validate(
        {
            "title": "A chat",
            "source": {"form": draw(st.sampled_from(["chat", "aif"])), "sha256": "0" * 64},
            "speakers": [{"seat": seat, "name": seat.title()} for seat in SEATS],
            "order": order,
        }
    )


def _moves(position: Position, turn: Turn, kind: str) -> SearchStrategy[Move]:
    if kind == "GRAPH":
        return st.just(Graph(graph={"nodes": [], "edges": []}))
    there = {
        "line": 1000 + position.state.said,
        "kind": "CLAIM",
        "by": "risk",
        "at": "2026-01-01T00:00:00.000000Z",
        "about": 1,
    }
    said = Said.model_validate({"content": "words", "there": there})
    return st.sampled_from([Said(content="words"), Said(content="", message={"role": "tool"}, plain=False), said])


ARCHIVE = Guide(archive, openings=_setups(), draw_move=_moves, attended=frozenset(SEATS), longest=10)
