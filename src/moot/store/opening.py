"""Opening a store by its address."""

from collections.abc import Awaitable, Sequence
from datetime import datetime
from pathlib import Path

from sqlalchemy import text

from moot.commons import ArenaBook, Fixtures, Notices
from moot.debate import InvalidInput
from moot.engine import Bulletin, Lanes, Ledger, NewerDatabase, Presence, Wakes
from moot.library import Shelf
from moot.members import Links, Roll
from moot.memory import Embedder, Memory
from moot.store.address import file_at, postgres_at
from moot.store.arena import DatabaseArena
from moot.store.backup import Chest, Manifest, Say, restore, take
from moot.store.commons import DatabaseNotices
from moot.store.database import Database, Prepared
from moot.store.fixtures import DatabaseFixtures
from moot.store.house import attend, attended, house_secret
from moot.store.ledger import DatabaseLedger
from moot.store.links import DatabaseLinks
from moot.store.memory import DatabaseMemory
from moot.store.memory.memory import EPISODES
from moot.store.origins import DatabaseOrigins
from moot.store.oversight import DatabaseOverseer
from moot.store.records import Reading, Records
from moot.store.revision import HEAD, VERSION
from moot.store.roll import DatabaseRoll
from moot.store.sent import opener_at
from moot.store.shelf import DatabaseShelf
from moot.store.sqlite import SqliteDatabase

_REVISION = Prepared(text(VERSION))

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
        lanes: Lanes | None = None,
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
        self.links: Links = DatabaseLinks(database)
        self.overseer = DatabaseOverseer(database)
        self._bulletin = bulletin
        self._lanes = lanes
        self.wakes: Wakes | None = None
        """The queue that says which debate to look at next, if this database has one."""
        self.presence: Presence | None = None
        """Where processes say that they are there, if several can share this database."""

    def bulletin(self) -> Bulletin | None:
        """Where growth is announced across processes, if this database can do that."""
        return self._bulletin

    def lanes(self) -> Lanes | None:
        """The lanes that all processes share, if this database can do that."""
        return self._lanes

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
        await self._must_be_current()
        async with self._database.moment() as moment:
            return await take(moment, out, at, say)

    async def restore(self, chest: Chest, say: Say) -> int:
        """Puts everything of a backup into this store, which must be empty; how many rows there were."""
        await self._must_be_current()
        return await restore(self._database, chest, say)

    async def _must_be_current(self) -> None:
        """Refuses what takes every table whole, where a newer Moot has more of them than this one knows."""
        ((revision,),) = await self._database.rows(_REVISION, {})
        if revision != HEAD:
            raise NewerDatabase(
                f"A newer Moot keeps more in this database (revision {revision!r}) than this one knows ({HEAD!r}). "
                "Use the newer one for backups. Nothing was changed."
            )

    async def close(self) -> None:
        """Lets everything go; what was acknowledged is kept."""
        await self._database.close()


async def open_store(
    url: str,
    readings: Sequence[Reading] = (),
    patience: float = PATIENCE,
    episodes: int = EPISODES,
    embedder: Embedder | None = None,
    replica: str | None = None,
) -> Store:
    """The store at `sqlite:///PATH`, a plain path, `sqlite://` (memory), `postgresql://…`, or what a package opens.

    It remembers so many episodes, and finds lessons by meaning where there is an embedder. Lists are read from the
    replica of a PostgreSQL, where one is named.
    """
    if replica is not None and (postgres_at(replica) is None or postgres_at(url) is None):
        raise InvalidInput(
            "A replica is a PostgreSQL's, and so is the database that it follows.",
            suggestion="Set both MOOT_DATABASE_URL and MOOT_REPLICA_URL to postgresql://…, or no replica.",
        )
    if (postgres := postgres_at(url)) is not None:
        # Here, because its driver is slow to import and a house on one machine has no use for it.
        from moot.store.postgres import PostgresDatabase
        from moot.store.wakes import stand_in_line

        database = await PostgresDatabase.opened(postgres, patience)
        if (following := postgres_at(replica or "")) is not None:
            await _with_lists(database.read_lists_from(following), database)
        memory = DatabaseMemory(database, episodes, embedder)
        store = Store(database, (*readings, stand_in_line), database.bulletin, memory, database.lanes)
        store.wakes, store.presence = database.wakes, database.presence
        store.overseer = DatabaseOverseer(database, queue=True, replica=database.lists)
        return store
    if (opener := opener_at(url)) is not None:
        found = await opener(url, patience)
        own: Bulletin | None = getattr(found, "bulletin", None)
        lanes: Lanes | None = getattr(found, "lanes", None)
        return Store(found, readings, own, DatabaseMemory(found, episodes, embedder), lanes)
    kept = await SqliteDatabase.opened(file_at(url), patience)
    return Store(kept, readings, memory=DatabaseMemory(kept, episodes, embedder))


async def _with_lists(beginning: Awaitable[None], database: Database) -> None:
    try:
        await beginning
    except BaseException:
        await database.close()
        raise
