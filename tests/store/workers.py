"""Workers on one PostgreSQL database, each as a process of its own would be: nothing is shared but the database."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count

import asyncpg

from moot.debate import Seated
from moot.engine import Asked, Backing, Drafts, Holder, Runner, Standing, Steward
from moot.store import Store, open_store
from tests.engine.called import JURORS, Speaker
from tests.engine.houses import FORMATS
from tests.formats.toys import Jury
from tests.formats.toys.jury import Question

_HOSTS = count()


class Watched(Runner):
    """A runner that counts how often it looks at what."""

    looks: Counter[str]

    async def look(self, debate: str, line: int = -1) -> int:
        self.looks[debate] += 1
        return await super().look(debate, line)


@dataclass
class Worker:
    """One who calls on players: those it was given."""

    store: Store
    players: Mapping[str, Speaker]
    holder: Holder
    late: timedelta = timedelta()
    """By how much its clock is behind."""

    def __post_init__(self) -> None:
        bulletin = self.store.bulletin()
        assert bulletin is not None
        self.bulletin = bulletin
        self.steward = Steward(FORMATS, self.store, bulletin, self.clock)
        self.backing = Backing(
            *(self.steward, self.store.ledger, bulletin, Drafts(bulletin), self.clock, self._hired, self.holder)
        )
        self.runner = Watched(self.backing, self.store, sweep_every=1, wakes=self.store.wakes)
        self.runner.looks = Counter()

    def clock(self) -> datetime:
        """What time it is here."""
        return datetime.now(UTC) - self.late

    @property
    def heard(self) -> Counter[str]:
        """How often each debate's players were asked here."""
        return Counter(call.debate for player in self.players.values() for call in player.heard)

    async def _hired(self, seated: Seated) -> Speaker:
        return self.players[seated.player]

    async def ask(self, debate: str, **setup: object) -> None:
        """Puts a question to a jury of players."""
        agreed = Jury.model_validate({"title": "Go?", "players": {juror: juror for juror in JURORS}, **setup})
        await self.steward.open(debate, "jury", agreed, Asked("asker", Question(content="Shall we?")))

    async def asked(self, times: int) -> None:
        """Waits until its players were asked so often."""
        async with asyncio.timeout(90):
            while self.heard.total() < times:
                await self.bulletin.grown("nothing", 0, 0.02)

    async def ended(self, *debates: str) -> None:
        """Waits until these are over."""
        for debate in debates:
            await self.until(debate, lambda standing: standing.position.ended)

    async def until(self, debate: str, done: Callable[[Standing], bool]) -> None:
        """Waits until a debate stands so."""
        async with asyncio.timeout(90):
            while not done(standing := await self.steward.look(debate)):
                await self.bulletin.grown(debate, standing.line, 5)

    @asynccontextmanager
    async def at_work(self) -> AsyncGenerator[None]:
        """The worker, while it works."""
        assert self.store.presence is not None
        await self.holder.say(self.store.presence)
        tasks = [asyncio.create_task(self.runner.run()), asyncio.create_task(self.holder.stay(self.store.presence))]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
                await asyncio.wait([task])


@asynccontextmanager
async def worker(url: str, players: Mapping[str, Speaker] | None = None, name: str = "") -> AsyncGenerator[Worker]:
    """A worker with a store of its own."""
    store = await open_store(url)
    try:
        yield Worker(
            store, players or {juror: Speaker(juror) for juror in JURORS}, Holder(name or f"host-{next(_HOSTS)}:1:a")
        )
    finally:
        await store.close()


async def told(url: str, statement: str) -> list[tuple[object, ...]]:
    """What the database says to a statement."""
    connection = await asyncpg.connect(url)
    try:
        return [tuple(row) for row in await connection.fetch(statement)]
    finally:
        await connection.close()


IN_LINE = "SELECT dedupe_key, priority, status::text FROM wakes ORDER BY dedupe_key"
