"""Notices, feed, reports and webhooks, in a database."""

from moot.engine import Growth
from moot.store.database import Database, Transaction


class DatabaseNotices:
    """Notices, feed, reports and webhooks, in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def reading(self, tx: Transaction, growth: Growth) -> None:
        """Keeps up with a record that grew, in the same transaction."""
