"""A guide: what a format tells the laws that its types cannot say."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from moot.debate import Facts, Move, Position, Rules, Setup, Turn, nothing_known
from moot.testing.laws.drawing import Draw, drawn

MEMBERS = ("ann", "bob", "cem")


def _always(setup: Any) -> bool:
    return True


@dataclass(frozen=True)
class Guide:
    """A format, and what the laws need to know to walk in it. For many formats the rules alone are enough."""

    rules: Rules[Any]
    openings: SearchStrategy[Any] | None = None
    """Set-ups; drawn from the set-up's own model where left out."""
    draw_move: Callable[[Position, Turn, str], SearchStrategy[Any]] | None = None
    """Moves of a kind for a turn; drawn from the move's own model where left out."""
    attended: frozenset[str] = frozenset()
    """The seats and roles behind which there is somebody to wait for, so that they need no deadline."""
    limited: Callable[[Any], bool] = _always
    """Whether a debate with this set-up ends whatever the players do."""
    longest: int = 500
    """How many moves a limited debate may take."""
    facts: Facts = nothing_known
    """What lapses are told of the world."""

    @property
    def name(self) -> str:
        """The name of the format."""
        return self.rules.name

    def setup(self, draw: Draw) -> Setup:
        """A set-up to open with."""
        setup = draw(self.openings) if self.openings is not None else drawn(draw, self.rules.setup)
        assert setup is not None, f"{self.name}: no set-up could be drawn from {self.rules.setup}; give `openings`"
        return setup

    def move(self, draw: Draw, position: Position, turn: Turn, kind: str) -> Move | None:
        """A move of this kind for this turn."""
        if self.draw_move is not None:
            return draw(self.draw_move(position, turn, kind))
        return self.any_move(draw, position, kind)

    def any_move(self, draw: Draw, position: Position, kind: str) -> Move | None:
        """A move of this kind that nothing but its type makes fit."""
        return drawn(draw, self.rules.moves[kind], max(1, position.line))

    def member(self, draw: Draw) -> str:
        """Somebody who moves."""
        return draw(st.sampled_from(MEMBERS))


def guided(rules: Rules[Any] | Guide) -> Guide:
    """The guide itself, or the plainest one for these rules."""
    return rules if isinstance(rules, Guide) else Guide(rules)
