"""The book of the arena, in a database."""

from collections.abc import Collection, Mapping

from moot.engine import Growth
from moot.store.database import Database, Transaction


class DatabaseArena:
    """The book of the arena, in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def reading(self, tx: Transaction, growth: Growth) -> None:
        """Keeps up with a record that grew, in the same transaction."""

    async def scores(self, members: Collection[str]) -> Mapping[str, int]:
        """The scores of these members."""
        raise NotImplementedError
