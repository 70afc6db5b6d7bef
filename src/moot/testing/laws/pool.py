"""A pool of moves, drawn once and used again, for walks too long to draw every move of."""

from collections import Counter, deque
from collections.abc import Iterator
from datetime import datetime, timedelta

from moot.debate import Move, Position, Refusal, Tabled, Turn
from moot.testing.laws.drawing import Draw, variants
from moot.testing.laws.guide import MEMBERS, Guide

_DRAWS = 2
_TIMES = 12


class Pool:
    """Moves for each turn's name and kind, with every yes-or-no tried both ways."""

    def __init__(self, draw: Draw, guide: Guide) -> None:
        self._draw = draw
        self._guide = guide
        self._kept: dict[tuple[str, str], tuple[Move, ...]] = {}
        self._times: Counter[tuple[str, str]] = Counter()

    def moves(self, position: Position, turn: Turn) -> Iterator[Move]:
        """The moves to try for a turn; drawn anew where none of those kept fits."""
        for kind in turn.kinds:
            key = (turn.name, kind)
            kept = self._kept.get(key, ())
            if self._times[key] < _TIMES and not any(self.after(position, turn, move, position.at) for move in kept):
                kept = self._kept[key] = self._drawn(position, turn, kind)
                self._times[key] += 1
            yield from kept

    def member(self, turn: Turn) -> str | None:
        """Somebody who may take the turn."""
        if turn.open_to is None:
            return turn.holder or MEMBERS[0]
        return next((member for member in MEMBERS if turn.open_to.welcomes(member)), None)

    def after(self, position: Position, turn: Turn, move: Move, now: datetime) -> Position | None:
        """Where the move would lead; None where it is refused."""
        seat = turn.seat or (turn.open_to.role if turn.open_to else "")
        try:
            tabled = Tabled.nothing(position, self._guide.facts).playing(
                seat, move, now, answers=turn.answers, by=self.member(turn), salt="s"
            )
        except Refusal:
            return None
        return tabled.position

    def reaches_end(self, position: Position, most: int) -> bool:
        """Whether some way of playing on, or of letting time pass, ends the debate; looks at so many positions."""
        ahead = deque([position])
        for _ in range(most):
            if not ahead or position.ended:
                break
            for after in self._onward(ahead.popleft()):
                if after.ended:
                    return True
                ahead.append(after)
        return position.ended

    def _onward(self, position: Position) -> Iterator[Position]:
        for turn in position.due():
            for move in self.moves(position, turn):
                if (after := self.after(position, turn, move, position.at)) is not None:
                    yield after
        if (deadline := position.deadline()) is not None:
            late = deadline + timedelta(seconds=1)
            yield Tabled.nothing(position, self._guide.facts).settled(late).position

    def _drawn(self, position: Position, turn: Turn, kind: str) -> tuple[Move, ...]:
        """Moves, each once: the same one twice would only use up the positions that are looked at."""
        drawn = (self._guide.move(self._draw, position, turn, kind) for _ in range(_DRAWS))
        found = [each for move in drawn if move is not None for each in variants(move)]
        return tuple(each for place, each in enumerate(found) if each not in found[:place])
