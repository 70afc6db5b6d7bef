"""Opening a store by its address."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from moot.commons import ArenaBook, Fixtures, Notices
from moot.engine import Bulletin, Ledger
from moot.library import Shelf
from moot.members import Roll
from moot.memory import Embedder, Memory
from moot.store.address import file_at, postgres_at
from moot.store.arena import DatabaseArena
from moot.store.backup import Chest, Manifest, Say, restore, take
from moot.store.commons import DatabaseNotices
from moot.store.database import Database
from moot.store.fixtures import DatabaseFixtures
from moot.store.house import attend, attended, house_secret
from moot.store.ledger import DatabaseLedger
from moot.store.memory import DatabaseMemory
from moot.store.memory.memory import EPISODES
from moot.store.origins import DatabaseOrigins
from moot.store.oversight import DatabaseOverseer
from moot.store.records import Reading, Records
from moot.store.roll import DatabaseRoll
from moot.store.sent import opener_at
from moot.store.shelf import DatabaseShelf
from moot.store.sqlite import SqliteDatabase

PATIENCE = 30.0
"""How many seconds a move waits for its turn to be written."""


class Store(Records):
    """An open store: records, documents, calls, and what the house knows about itself."""

    def __init__(
        self,
        database: Database,
        readings: Sequence[Reading] = (),
        bulletin: Bulletin | None = None,
        memory: DatabaseMemory | None = None,
    ) -> None:
        arena, notices, fixtures = DatabaseArena(database), DatabaseNotices(database), DatabaseFixtures(database)
        memory = memory or DatabaseMemory(database)
        super().__init__(database, (arena.reading, notices.reading, fixtures.reading, memory.reading, *readings))
        self.roll: Roll = DatabaseRoll(database)
        self.arena: ArenaBook = arena
        self.notices: Notices = notices
        self.fixtures: Fixtures = fixtures
        self.memory: Memory = memory
        self.shelf: Shelf = DatabaseShelf(database)
        self.ledger: Ledger = DatabaseLedger(database)
        self.origins = DatabaseOrigins(database)
        self.overseer = DatabaseOverseer(database)
        self._bulletin = bulletin

    def bulletin(self) -> Bulletin | None:
        """Where growth is announced across processes, if this database can do that."""
        return self._bulletin

    async def house_secret(self) -> bytes:
        """32 bytes that only this house knows."""
        return await house_secret(self._database)

    async def attended(self) -> tuple[datetime | None, tuple[datetime, datetime] | None]:
        """When somebody last attended to this house, and from when to when it was last down."""
        return await attended(self._database)

    async def attend(self, at: datetime, down: tuple[datetime, datetime] | None = None) -> None:
        """Notes that the house is attended to now, and perhaps that it was down before."""
        await attend(self._database, at, down)

    async def back_up(self, out: Path, at: datetime, say: Say) -> Manifest:
        """Writes everything there is now into a new folder or file; those who write are not held up."""
        async with self._database.moment() as moment:
            return await take(moment, out, at, say)

    async def restore(self, chest: Chest, say: Say) -> int:
        """Puts everything of a backup into this store, which must be empty; how many rows there were."""
        return await restore(self._database, chest, say)

    async def close(self) -> None:
        """Lets everything go; what was acknowledged is kept."""
        await self._database.close()


async def open_store(
    url: str,
    readings: Sequence[Reading] = (),
    patience: float = PATIENCE,
    episodes: int = EPISODES,
    embedder: Embedder | None = None,
) -> Store:
    """The store at `sqlite:///PATH`, a plain path, `sqlite://` (memory), `postgresql://…`, or what a package opens.

    It remembers so many episodes, and finds lessons by meaning where there is an embedder.
    """
    if (postgres := postgres_at(url)) is not None:
        # Here, because its driver is slow to import and a house on one machine has no use for it.
        from moot.store.postgres import PostgresDatabase

        database = await PostgresDatabase.opened(postgres, patience)
        return Store(database, readings, database.bulletin, DatabaseMemory(database, episodes, embedder))
    if (opener := opener_at(url)) is not None:
        found = await opener(url, patience)
        own: Bulletin | None = getattr(found, "bulletin", None)
        return Store(found, readings, own, DatabaseMemory(found, episodes, embedder))
    kept = await SqliteDatabase.opened(file_at(url), patience)
    return Store(kept, readings, memory=DatabaseMemory(kept, episodes, embedder))
