"""The roll of members, in a database."""

from collections.abc import Collection, Mapping

from moot.members import Member
from moot.store.database import Database


class DatabaseRoll:
    """The roll of members, in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def among(self, ids: Collection[str]) -> Mapping[str, Member]:
        """These members, by id."""
        raise NotImplementedError
