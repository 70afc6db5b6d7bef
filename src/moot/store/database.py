"""What the readings and records of this room need of a database, whichever it is."""

import re
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from functools import cache, cached_property
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

from sqlalchemy import Executable
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite import dialect as sqlite_dialect
from sqlalchemy.engine import Compiled
from sqlalchemy.engine.interfaces import Dialect as Language
from sqlalchemy.sql import ClauseElement
from sqlalchemy.sql.compiler import SQLCompiler

T = TypeVar("T")

Params: TypeAlias = Mapping[str, Any]
Row: TypeAlias = Sequence[Any]
Dialect: TypeAlias = Literal["sqlite", "postgresql"]

AT_ONCE = 500
"""How many rows of a moment are handed out together."""
_SAYABLE = re.compile(r"[^\x00\ud800-\udfff]*").fullmatch
_NAMED = sqlite_dialect(paramstyle="named")


def sayable(params: Params) -> bool:
    """Whether a database can hold these at all; a text with NUL or half of a character in it names nothing."""
    return all(_SAYABLE(value) is not None for value in params.values() if isinstance(value, str))


class Clash(Exception):
    """A row would have broken a constraint that keeps things apart."""

    def __init__(self, constraint: str) -> None:
        super().__init__(constraint)
        self.constraint = constraint


class Prepared:
    """A statement that is compiled once, for moves cannot wait for it to be compiled each time."""

    def __init__(self, statement: Executable) -> None:
        self.statement = statement

    def sqlite(self, params: Params) -> tuple[str, Params]:
        """Its text for SQLite, and what to bind to it."""
        text, fixed, _ = self._named
        return text, {**fixed, **params} if fixed else params

    def postgres(self, params: Params) -> tuple[str, list[Any]]:
        """Its text for PostgreSQL, and what to bind to it, in order."""
        text, fixed, order = self._numbered
        return text, [params[name] if name in params else fixed[name] for name in order]

    @cached_property
    def _named(self) -> tuple[str, dict[str, Any], Sequence[str]]:
        return self._compiled(_NAMED)

    @cached_property
    def _numbered(self) -> tuple[str, dict[str, Any], Sequence[str]]:
        return self._compiled(_numbered())

    def _compiled(self, language: Language) -> tuple[str, dict[str, Any], Sequence[str]]:
        """Its text, the values that are always the same, and the names of all where they are bound in order."""
        assert isinstance(self.statement, ClauseElement)
        compiled: Compiled = self.statement.compile(dialect=language)
        fixed = {name: value for name, value in (compiled.params or {}).items() if value is not None}
        order = compiled.positiontup if isinstance(compiled, SQLCompiler) else None
        return str(compiled), fixed, order or ()


@cache
def _numbered() -> Language:
    """PostgreSQL's language; a house on one machine has no use for it."""
    return registry.load("postgresql.asyncpg")()


class Rows(Protocol):
    """A database, a replica or a transaction: whatever yields rows."""

    async def rows(self, prepared: Prepared, params: Params) -> Sequence[Row]:
        """The rows that a statement yields."""
        ...


class Transaction(Protocol):
    """An open transaction: everything done in it is kept, or nothing."""

    async def run(self, prepared: Prepared, params: Params) -> int:
        """Runs a statement and says how many rows it touched, or raises Clash."""
        ...

    async def run_each(self, prepared: Prepared, params: Sequence[Params]) -> None:
        """Runs a statement for each set of values, or raises Clash."""
        ...

    async def rows(self, prepared: Prepared, params: Params) -> Sequence[Row]:
        """The rows that a statement yields, or raises Clash."""
        ...


Work: TypeAlias = Callable[[Transaction], Coroutine[Any, Any, T]]


class Moment(Protocol):
    """A database as it was at one moment, whatever is written meanwhile."""

    def rows(self, prepared: Prepared) -> AsyncIterator[Sequence[Row]]:
        """The rows that a statement yields, some at a time."""
        ...


class Database(Protocol):
    """A database that is open, with the tables of this room in it."""

    @property
    def dialect(self) -> Dialect:
        """The language it speaks."""
        ...

    async def rows(self, prepared: Prepared, params: Params) -> Sequence[Row]:
        """The rows that a statement yields; sees all that was acknowledged before."""
        ...

    async def write(self, work: Work[T]) -> T:
        """Does this in one transaction and keeps it durably; if it raises, nothing of it is kept."""
        ...

    def moment(self) -> AbstractAsyncContextManager[Moment]:
        """Everything as it is now, to be read at leisure."""
        ...

    async def close(self) -> None:
        """Lets everything go; what was acknowledged is kept."""
        ...


def lists_of(database: Database) -> Rows:
    """Whence lists over many debates or members are read: a replica, where the database has one.

    What somebody has just written may be missing there, so nothing is judged by it, and no one debate is read.
    """
    return getattr(database, "lists", None) or database
