"""The schema of a database that is being opened: current, older (brought up to date) or newer (refused)."""

import sqlite3
from pathlib import Path
from threading import Lock

from sqlalchemy import Connection, StaticPool, create_engine

from moot.debate import Outage
from moot.store.busy import Patience, begin
from moot.store.revision import HEAD, VERSION

ONE_AT_A_TIME = Lock()
"""Alembic keeps what it works on in globals, so a process upgrades one database at a time."""


def upgrade(connection: Connection) -> None:
    """Brings a database up to date, or raises NewerDatabase; the transaction is the caller's."""
    # Here, because Alembic takes a third of a second to import and most openings have no use for it.
    from moot.store.upgrade import upgrade

    upgrade(connection)


def make_as_of(connection: sqlite3.Connection, revision: str) -> None:
    """Makes the tables of a new SQLite database as an older Moot had them."""
    # Here for the reason above.
    from moot.store.upgrade import make_as_of

    with ONE_AT_A_TIME, core(connection) as alembics:
        connection.execute("BEGIN IMMEDIATE")
        alembics.begin()
        make_as_of(alembics, revision)
        connection.execute("COMMIT")


def bring_up_to_date(connection: sqlite3.Connection, path: Path | None, patience: Patience) -> None:
    """Makes or changes the tables of a SQLite database, unless they are as they should be."""
    if _revision(connection) == HEAD:
        return
    with ONE_AT_A_TIME, core(connection) as alembics:
        begin(connection, patience)
        # Or Alembic would end the transaction itself.
        alembics.begin()
        _must_be_ours(connection, path)
        upgrade(alembics)
        connection.execute("COMMIT")


def core(connection: sqlite3.Connection) -> Connection:
    """SQLAlchemy's view of a connection; made before a transaction begins, for it rolls back what it finds."""
    engine = create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool, pool_reset_on_return=None)
    return engine.connect().execution_options(isolation_level="AUTOCOMMIT")


def _revision(connection: sqlite3.Connection) -> str | None:
    if not _tables(connection) & {"alembic_version"}:
        return None
    row = connection.execute(VERSION).fetchone()
    return None if row is None else str(row[0])


def _must_be_ours(connection: sqlite3.Connection, path: Path | None) -> None:
    tables = _tables(connection)
    if tables and "alembic_version" not in tables:
        raise Outage(f"The database {str(path)!r} belongs to another program. Name another file.")


def _tables(connection: sqlite3.Connection) -> set[str]:
    return {str(name) for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
