"""Calling: asks the rules who is due in a debate, and calls on the players among them."""

from collections.abc import Iterator

from moot.debate import Turn, called_in
from moot.engine.deadlines import Deadlines
from moot.engine.ports import Clock
from moot.engine.speaking import Speaking
from moot.engine.standing import Standing
from moot.engine.steward import Steward


class Calling:
    """Calls on players; who speaks already goes on, and who is no longer due is stopped."""

    def __init__(self, steward: Steward, clock: Clock, deadlines: Deadlines, speaking: Speaking) -> None:
        self._steward = steward
        self._clock = clock
        self._deadlines = deadlines
        self._speaking = speaking

    async def look(self, debate: str, line: int) -> int:
        """Looks at a debate that has grown to a line, or may have grown (-1); up to which line it has looked."""
        standing = await self._standing(debate, line)
        self._deadlines.note(debate, standing.position.deadline())
        due = {turn.label: turn for turn in _called_on(standing)}
        self._speaking.dismiss(debate, due)
        for label, turn in due.items():
            if label not in self._speaking.turns(debate) and not await self._own_lapse(debate, standing, turn):
                self._speaking.start(debate, turn)
        return standing.line

    async def _standing(self, debate: str, line: int) -> Standing:
        known = self._steward.remembered(debate)
        standing = known if known is not None and 0 <= line <= known.line else await self._steward.look(debate)
        deadline = standing.position.deadline()
        if deadline is not None and deadline <= self._clock():
            return await self._steward.settle(debate)
        return standing

    async def _own_lapse(self, debate: str, standing: Standing, turn: Turn) -> bool:
        """Whether this turn was dealt because its own seat could not take the one before: somebody else must now."""
        if turn.again:
            return False
        near = standing.after(turn.since - 1)
        entries = near if near is not None else await self._steward.entries(debate, turn.since - 1, 1)
        return bool(entries) and entries[0].kind == "lapsed" and entries[0].seat == turn.seat


def _called_on(standing: Standing) -> Iterator[Turn]:
    setup = standing.opened.move["setup"]
    assert isinstance(setup, dict)
    called = called_in(setup)
    return (turn for turn in standing.position.due() if turn.must and turn.seat in called)
