"""The file of a SQLite database: for its owner alone, and such that nothing acknowledged is lost."""

import os
import sqlite3
from pathlib import Path

from moot.debate import Outage
from moot.engine import StoreBusy
from moot.store.busy import Patience, is_busy

_ELSEWHERE = "Check who may write there, or name another place."


def make_private(path: Path) -> None:
    """Makes the file, and the folders above it that are missing, for their owner alone."""
    try:
        for folder in reversed(path.absolute().parents):
            if not folder.exists():
                folder.mkdir(mode=0o700, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600))
    except OSError as unwilling:
        raise Outage(f"Cannot write the database {str(path)!r}: {unwilling.strerror}. {_ELSEWHERE}") from unwilling


def connected(path: Path | None, patience: Patience) -> sqlite3.Connection:
    """A connection for writing, to the file or to a database in memory that ends with it."""
    connection = _connect(path)
    try:
        if path is not None:
            patience.through(lambda: _log_ahead(connection, path))
        # A commit is acknowledged only when it would survive a power cut.
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA wal_autocheckpoint = 4000")
    except BaseException:
        connection.close()
        raise
    return connection


def connected_for_reading(path: Path) -> sqlite3.Connection:
    """A connection that cannot write. With write-ahead logging it neither waits for the writer nor holds it up."""
    connection = _connect(path)
    connection.execute("PRAGMA query_only = ON")
    connection.execute("PRAGMA busy_timeout = 5000")
    return connection


def outage(failure: sqlite3.Error, path: Path | None) -> Outage:
    """The failure of a database in words that say what to do."""
    name = "The database in memory" if path is None else f"The database {str(path)!r}"
    if is_busy(failure):
        return StoreBusy(f"{name} is held by another program; nothing was written. Try again.")
    match getattr(failure, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT:
            told = f"is damaged or no SQLite database ({failure}). Restore it from a copy, or name another file."
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            told = f"cannot be written ({failure}). {_ELSEWHERE}"
        case sqlite3.SQLITE_FULL:
            told = "cannot grow: the disk is full. Nothing was written."
        case _:
            told = f"failed: {failure}. Nothing was written."
    return Outage(f"{name} {told}")


def _connect(path: Path | None) -> sqlite3.Connection:
    return sqlite3.connect(
        ":memory:" if path is None else path,
        timeout=0.05,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=512,
    )


def _log_ahead(connection: sqlite3.Connection, path: Path) -> None:
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise Outage(f"The disk of {str(path)!r} cannot keep a write-ahead log. Put the database on a local disk.")
