"""Scripted seats: moves fixed beforehand. They count the record, not themselves, so a restart changes nothing."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from moot.debate import Entry, Move, Turn

Seat: TypeAlias = Callable[[Turn, Sequence[Entry]], Move | None]
"""What a seat does when its turn comes, from the record so far; None: it keeps silent."""


def scripted(*moves: Move) -> Seat:
    """A seat that makes these moves, one after the other, and then keeps silent."""

    def speak(turn: Turn, entries: Sequence[Entry]) -> Move | None:
        said = sum(1 for entry in entries if entry.seat == turn.seat and entry.kind != "lapsed")
        move = moves[said] if said < len(moves) else None
        return move if move is not None and move.kind in turn.kinds else None

    return speak
