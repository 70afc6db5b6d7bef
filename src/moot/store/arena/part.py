"""A part of the book."""

from moot.commons.book_limits import ArenaLimits
from moot.store.database import Database


class Part:
    """A part of the book, with the database behind it."""

    def __init__(self, database: Database, limits: ArenaLimits | None = None) -> None:
        self._database = database
        self._limits = limits or ArenaLimits()
