"""Episodes and lessons, in a database."""

from functools import partial

from sqlalchemy import delete, exists, func, select

from moot.engine import Growth, Page
from moot.memory import Embedder, Episode, Fit, Lesson, Relearnt
from moot.store.database import Database, Prepared, Transaction
from moot.store.memory import episodes, finding, lessons
from moot.store.memory.forgetting import forget, forget_debate
from moot.store.memory.reading import WORKSHOP, read_entries
from moot.store.memory.tables import episodes as table
from moot.store.memory.tables import words
from moot.store.remaking import debates_of, still_record
from moot.store.tables import debates

EPISODES = 10_000
"""How many episodes are remembered, unless somebody says otherwise."""

_STRAYS = Prepared(
    delete(table).where(~exists().where(debates.c.id == table.c.debate_id, debates.c.format == WORKSHOP))
)
_STRAY_WORDS = Prepared(delete(words).where(~exists().where(table.c.id == words.c.episode_id)))
_COUNT = Prepared(select(func.count()).select_from(table))


class DatabaseMemory:
    """Episodes and lessons, in a database."""

    def __init__(self, database: Database, size: int = EPISODES, embedder: Embedder | None = None) -> None:
        self._database = database
        self._size = size
        self._embedder = embedder

    async def reading(self, tx: Transaction, growth: Growth) -> None:
        """Keeps up with a record that grew, in the same transaction."""
        if growth.card.format == WORKSHOP and await read_entries(tx, growth.debate, growth.entries):
            await forget(tx, self._size)

    async def episodes(
        self, *, agent: str | None = None, debate: str | None = None, after: str | None = None, limit: int = 50
    ) -> Page[Episode]:
        """Episodes of anybody or of one agent, in all debates or in one; newest first."""
        return await episodes.page(self._database, agent, debate, after, limit)

    async def lessons(self, *, after: str | None = None, limit: int = 50) -> Page[Lesson]:
        """The lessons that helped, each once; newest first."""
        return await lessons.page(self._database, after, limit)

    async def similar(self, task: str, limit: int = 5) -> tuple[Fit, ...]:
        """The lessons that fit a task, the best first."""
        return await finding.similar(self._database, self._embedder, task, max(1, limit))

    async def rebuild(self) -> Relearnt:
        """Makes it anew from the records; vectors are kept."""
        await self._database.write(_drop_strays)
        done = 0
        async for debate in debates_of(self._database, WORKSHOP):
            await self._database.write(partial(_relearn, debate))
            done += 1
        # Not before: until all is made anew, what is out of place could push out what is not.
        await self._database.write(partial(forget, size=self._size))
        ((count,),) = await self._database.rows(_COUNT, {})
        return Relearnt(done, count)


async def _relearn(debate: str, tx: Transaction) -> None:
    """The episodes of one debate, made anew while nobody can move in it."""
    entries = await still_record(tx, debate)
    await forget_debate(tx, debate)
    await read_entries(tx, debate, entries)


async def _drop_strays(tx: Transaction) -> None:
    """What belongs to no record."""
    await tx.run(_STRAYS, {})
    await tx.run(_STRAY_WORDS, {})
