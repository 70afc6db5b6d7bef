"""A brief: what a seat is told when it is called on, and the forms in which it may answer. Pure, as the rules are."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias, runtime_checkable

from pydantic import BaseModel

from moot.debate.move import Move
from moot.debate.turn import Turn
from moot.debate.view import View

Manner: TypeAlias = Literal["paired", "separate", "plain"]
"""How a judge is asked for a verdict.

`paired`: twice, with the sides in both orders, and a draw if the two disagree. `separate`: each side scored alone, the
winner computed. `plain`: once, as a person would be; only where fairness was switched off.
"""


@dataclass(frozen=True, slots=True)
class Ask:
    """One question, and the forms one of which must be filled in."""

    task: str
    """What is wanted now; the last thing that the player reads."""
    forms: tuple[type[BaseModel], ...]
    """A move of the format, narrowed to what fits this turn; or a form that `Brief.settle` makes a move of."""
    name: str = ""
    """Tells several questions of one turn apart: `advocate first`, `challenger alone`."""
    record: str | None = None
    """What is read before this question, where it is not the record of the brief."""
    steady: bool = False
    """Whether it is judged and not argued: then the same answer is wanted every time."""


@dataclass(frozen=True, slots=True)
class Brief:
    """What a seat is told when its turn comes."""

    role: str
    """Who it is and what it must keep to: the same at every turn of the seat."""
    record: str
    """What it has to know and may read. It grows at its end, so that what was read before need not be read again."""
    asks: tuple[Ask, ...]
    settle: Callable[[Sequence[Any]], Move]
    """The move, from the filled forms in the order of the questions."""
    again: int = 2
    """How often an answer that does not fit is sent back with what is wrong."""
    tools: tuple[str, ...] = ()
    """What the seat may use before it answers, by the names of tools; who cannot use any gets none."""


def only(filled: Sequence[Any]) -> Move:
    """Settles a brief of one question whose form is the move itself."""
    (move,) = filled
    return move


@runtime_checkable
class Briefs(Protocol):
    """A format that says what its seats are told; one that does not is told by its cue and its record."""

    def brief(self, state: Any, turn: Turn, record: Sequence[View], manner: Manner) -> Brief:
        """What the holder of this turn is told, from the record as its seat reads it."""
        ...


@runtime_checkable
class Reports(Protocol):
    """A format whose result is more than its ending."""

    def report(self, record: Sequence[View]) -> dict[str, Any]:
        """The result as programs read it, from the record as somebody reads it."""
        ...

    def papers(self, record: Sequence[View]) -> dict[str, str]:
        """The result as files, by name, in the order they are written."""
        ...
