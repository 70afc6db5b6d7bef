"""The book of the arena, in a database."""

from moot.engine import FactSource, Growth
from moot.store.arena.archiving import Archiving
from moot.store.arena.awards import Awards
from moot.store.arena.facts import ArenaFacts
from moot.store.arena.judgments import Judgments
from moot.store.arena.likes import Likes
from moot.store.arena.limits import Limits
from moot.store.arena.lists import Lists
from moot.store.arena.reading import read_growth
from moot.store.arena.remaking import Remaking
from moot.store.arena.standings import Standings
from moot.store.database import Transaction


class DatabaseArena(Lists, Judgments, Likes, Standings, Awards, Archiving, Remaking, Limits):
    """The book of the arena, in a database."""

    @property
    def facts(self) -> FactSource:
        """What lapses of the arena carry: standings of members, likes on lines."""
        return ArenaFacts(self._database)

    async def reading(self, tx: Transaction, growth: Growth) -> None:
        """Keeps up with a record that grew, in the same transaction."""
        if growth.card.format == "arena":
            await read_growth(tx, growth)
