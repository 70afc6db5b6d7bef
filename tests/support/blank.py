"""New SQLite databases of this process are made at once, from the tables that the migrations made for the first one."""

import sqlite3
from functools import cache
from pathlib import Path

import pytest

from moot.store import sqlite
from moot.store.busy import Patience, begin
from moot.store.schema import ONE_AT_A_TIME, bring_up_to_date

SECONDS = 30
_WITH_ROWS = ("alembic_version", "house")
"""What is not empty in a new database."""


def make_new_databases_at_once() -> None:
    """Migrations take a tenth of a second, and a thousand tests begin with an empty house."""
    sqlite.bring_up_to_date = _bring_up_to_date


@pytest.fixture
def step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """New databases are made by the migrations after all."""
    monkeypatch.setattr(sqlite, "bring_up_to_date", bring_up_to_date)


def migrated() -> sqlite3.Connection:
    """A database in memory as the migrations make it."""
    made = sqlite3.connect(":memory:", isolation_level=None)
    bring_up_to_date(made, None, Patience(SECONDS))
    return made


@cache
def statements() -> tuple[str, ...]:
    """All that makes a new database."""
    made = migrated()
    tables: list[tuple[str, str]] = made.execute("SELECT name, sql FROM sqlite_master WHERE sql NOT NULL").fetchall()
    virtual = tuple(f"{name}_" for name, sql in tables if sql.startswith("CREATE VIRTUAL"))
    # Those that belong to a virtual table are made with it.
    found = [sql for name, sql in tables if not name.startswith(virtual)]
    for table in _WITH_ROWS:
        for row in made.execute(f"SELECT * FROM {table}"):
            found.append(f"INSERT INTO {table} VALUES ({', '.join(repr(value) for value in row)})")
    made.close()
    return tuple(found)


def _bring_up_to_date(connection: sqlite3.Connection, path: Path | None, patience: Patience) -> None:
    steps = statements()
    with ONE_AT_A_TIME:
        if connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,):
            _make(connection, steps, patience)
    bring_up_to_date(connection, path, patience)


def _make(connection: sqlite3.Connection, steps: tuple[str, ...], patience: Patience) -> None:
    begin(connection, patience)
    if connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,):  # nobody was quicker
        for step in steps:
            connection.execute(step)
    connection.execute("COMMIT")
