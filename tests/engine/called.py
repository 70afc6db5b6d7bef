"""Players who answer as they are told to, and a house that calls on them."""

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from moot.debate import Manner, Seated, Spent
from moot.engine import (
    Answer,
    Asked,
    Backing,
    Call,
    Draft,
    Drafts,
    Holder,
    Limits,
    LocalBulletin,
    PlayerFailed,
    Runner,
    Steward,
)
from moot.testing import FixedClock, MemoryLedger, MemoryRecords
from tests.engine.houses import FORMATS
from tests.formats.toys import Jury
from tests.formats.toys.jury import Question

DEBATE = "debate-1"
JURORS = ("risk", "value", "effort")
GO = {"kind": "ANSWER", "choice": "go", "reason": "Because."}

Said = Mapping[str, Any] | str | Exception
Speak = Callable[[Call], Said]


@dataclass
class Speaker:
    """A player. What it says is decided by `speak`; `gate`, if closed, keeps it thinking."""

    name: str = "speaker"
    speak: Speak = lambda call: GO
    manner: Manner = "plain"
    lanes: Mapping[str, int] = field(default_factory=dict[str, int])
    cost: Spent | None = field(default=Spent(10, 5, 0.001, 3))
    gate: asyncio.Event | None = None
    heard: list[Call] = field(default_factory=list[Call])
    thinking: int = 0
    most_thinking: int = 0
    words: tuple[str, ...] = ()
    started: asyncio.Event = field(default_factory=asyncio.Event)

    def reserve(self, call: Call) -> Spent | None:
        return self.cost

    async def answer(self, call: Call, draft: Draft) -> Answer:
        self.heard.append(call)
        self.thinking += 1
        self.most_thinking = max(self.most_thinking, self.thinking)
        self.started.set()
        try:
            for words in self.words:
                draft(words)
            if self.gate is not None:
                await self.gate.wait()
            await asyncio.sleep(0)
        finally:
            self.thinking -= 1
        said = self.speak(call)
        if isinstance(said, Exception):
            raise said
        raw = said if isinstance(said, str) else json.dumps(said)
        return Answer(raw, f"{self.name}-1", {"task": call.ask.task}, self.cost)


@dataclass
class Called:
    """A house in memory whose jurors are players."""

    players: Mapping[str, Speaker]
    daily: Limits = field(default_factory=Limits)
    records: MemoryRecords = field(default_factory=MemoryRecords)
    ledger: MemoryLedger = field(default_factory=MemoryLedger)
    clock: FixedClock = field(default_factory=FixedClock)
    holder: Holder = field(default_factory=Holder)

    def __post_init__(self) -> None:
        self.bulletin = LocalBulletin()
        self.drafts = Drafts(self.bulletin)
        self.steward = Steward(FORMATS, self.records, self.bulletin, self.clock)
        self.backing = Backing(
            self.steward, self.ledger, self.bulletin, self.drafts, self.clock, self._hired, self.holder, self.daily
        )
        self.runner = Runner(self.backing, self.records, sweep_every=0.2)

    def again(self) -> "Called":
        """The same records and ledger in a new process: nothing is remembered."""
        return Called(self.players, self.daily, self.records, self.ledger, self.clock, OtherHolder(self.holder.name))

    async def _hired(self, seated: Seated) -> Speaker:
        return self.players[seated.player]

    async def asked(self, budget: Mapping[str, Any] | None = None, **seats: str) -> None:
        """Puts a question to a jury; by default every juror is the player of its own name."""
        players = seats or {juror: juror for juror in JURORS}
        setup = Jury.model_validate({"title": "Go?", "players": players, "budget": budget})
        await self.steward.open(DEBATE, "jury", setup, Asked("asker", Question(content="Shall we?")))

    async def until(self, done: Callable[[], bool]) -> None:
        """Runs until something is the case."""
        running = asyncio.create_task(self.runner.run())
        try:
            async with asyncio.timeout(10):
                while not done():
                    line = -1 if (known := self.steward.remembered(DEBATE)) is None else known.line
                    await self.bulletin.grown(DEBATE, line, 0.02, stirs=True)
        finally:
            running.cancel()
            await asyncio.wait([running])

    async def run(self) -> None:
        """Runs to the end of the debate."""
        await self.until(lambda: self.ended)

    @property
    def ended(self) -> bool:
        """Whether the debate is over."""
        standing = self.steward.remembered(DEBATE)
        return standing is not None and standing.position.ended

    async def told(self) -> list[tuple[str, str | None]]:
        """The record: kinds and seats."""
        return [(entry.kind, entry.seat) for entry in await self.steward.entries(DEBATE)]


class OtherHolder(Holder):
    """Another process, which knows that the one before it is gone."""

    def __init__(self, before: str) -> None:
        super().__init__()
        self._before = before

    def is_gone(self, name: str) -> bool:
        return name == self._before or super().is_gone(name)


def failing(message: str) -> Speak:
    """Somebody who cannot answer."""
    return lambda call: PlayerFailed(message)
