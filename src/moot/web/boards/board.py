"""Which formats have a board, and what it is made of."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeAlias

from moot.desk import Caller, Desk
from moot.desk.replies import Context
from moot.web.boards.evaluation import evaluation_parts
from moot.web.boards.panel import panel_parts
from moot.web.boards.part import Drawn, Part, drawn, light
from moot.web.boards.workshop import workshop_parts

Board: TypeAlias = Callable[[Desk, Caller, Context], Awaitable[Sequence[Part]]]

BOARDS: Mapping[str, Board] = {
    "panel": panel_parts,
    "evaluation": evaluation_parts,
    "workshop": workshop_parts,
}
"""By format."""

__all__ = ["BOARDS", "Board", "Drawn", "Part", "drawn", "light"]
