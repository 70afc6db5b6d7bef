"""A crew: the scripted cast, playing a workshop at a desk, one turn after the other."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from moot.debate import Brief, Entry, Move, Turn, argument_id, views
from moot.desk import OWNER, Desk
from moot.formats.workshop import State, seen
from moot.formats.workshop import format as workshop
from moot.notation import read
from moot.store import Store
from tests.support.cast import ANSWERS, Asked, Bench, Script

TASK = "# Add up\n\nWrite f(xs), which adds numbers up."
GIVEN = {"name": "given", "call": "f", "args": [[1, 1]], "expected": 2}
HUMAN: dict[str, Any] = {"player": "human", "seats": {"executor": "human"}}
"""Nobody is called on: the crew comes from outside."""
SHORT: dict[str, Any] = {
    "cast": ["generator", "implementer", "tester", "executor", "critic", "judge"],
    "planning": "none",
    "off": ["review", "optimization", "adversarial"],
}


@dataclass
class Crew:
    """Whoever holds the seats of a workshop."""

    desk: Desk
    store: Store
    debate: str
    script: Script = field(default_factory=dict[str, Any])
    entries: Sequence[Entry] = ()

    @property
    def state(self) -> State:
        """Where the workshop stands."""
        return seen(views(self.entries, None)).state

    def brief(self, turn: Turn) -> Brief:
        """What the holder of a turn is told."""
        return workshop.brief(self.state, turn, views(self.entries, turn.seat), "plain")

    async def due(self) -> list[Turn]:
        """The turns that it waits for; none when it is over."""
        self.entries = [read(line) for line in await self.store.lines(self.debate, -1, 10_000)]
        closed = self.entries[-1].kind == "closed"
        return [] if closed else [turn for turn in workshop.due(self.state) if turn.must]

    async def plays(self, until: str | None = None) -> Turn | None:
        """Plays until such a turn is due, or the workshop is over."""
        while due := await self.due():
            if found := [turn for turn in due if turn.name == until]:
                return found[0]
            await self.takes(due[0], self.answer(due[0]))
        assert until is None, f"{until} never came"
        return None

    async def takes(self, turn: Turn, move: Move) -> None:
        """Takes a turn."""
        about = None if turn.answers is None else argument_id(self.debate, turn.answers)
        told = dict(move.told())
        await self.desk.move(OWNER, self.debate, role=str(turn.seat), type=move.kind, move=told, answers=about)

    def answer(self, turn: Turn) -> Move:
        """What the script says to a turn."""
        keys = (f"{turn.seat} {turn.name}", turn.name)
        said = next((self.script[key] for key in keys if key in self.script), ANSWERS[turn.name])
        made = said if isinstance(said, Move) or said is None else said(Asked(turn, cast(Bench, self)))
        assert made is not None
        return made
