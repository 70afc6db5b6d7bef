"""A checkup of a database, without opening the house on it: nothing is made, migrated or written."""

import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from moot.notation import moment
from moot.store.address import file_at, postgres_at
from moot.store.condition import SEEN, Condition, aged, too_new
from moot.store.postgres_checkup import examine_postgres
from moot.store.revision import SERVES, VERSION
from moot.store.sent import opener_at

STEPS = 100_000
"""After how many steps of SQLite's machine to look at the clock."""


def examine(url: str, seconds: float) -> Condition:
    """The condition of the database at an address, found out within about so many seconds."""
    if (postgres := postgres_at(url)) is not None:
        return examine_postgres(postgres, seconds)
    if opener_at(url) is not None:
        return Condition(f"{url.partition('://')[0]}://, a store of another package, which is not looked into")
    path = file_at(url)
    if path is None:
        return Condition("SQLite in memory: nothing is kept when the house closes")
    if not os.path.exists(path):
        return _unmade(path)
    return _examined(path, seconds)


def _unmade(path: Path) -> Condition:
    folder = next(folder for folder in path.absolute().parents if os.path.exists(folder))
    if folder.is_dir() and os.access(folder, os.W_OK | os.X_OK, effective_ids=True):
        return Condition(f"{path} is made when the house is first opened")
    return Condition(str(path), f"it cannot be made: nobody here may write to {folder}", _ELSEWHERE)


def _examined(path: Path, seconds: float) -> Condition:
    if path.is_dir():
        return Condition(str(path), f"{path} is a folder, and no file", "Name a file in it with MOOT_DATABASE_URL.")
    for needed, verb in ((os.R_OK, "read"), (os.W_OK, "written")):
        if not path.is_file() or not os.access(path, needed, effective_ids=True):
            return Condition(str(path), f"{path} cannot be {verb}", _ELSEWHERE)
    if not os.access(path.parent, os.W_OK | os.X_OK, effective_ids=True):
        return Condition(str(path), f"its log cannot be written: {path.parent} is closed", _ELSEWHERE)
    try:
        with closing(_looking(path)) as connection:
            return _read(connection, path, seconds)
    except sqlite3.DatabaseError as failure:
        if failure.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return Condition(str(path), f"another program holds {path} for itself", _LET_GO)
        return Condition(str(path), f"{path} is damaged or no SQLite database ({failure})", _RESTORE)


def _looking(path: Path) -> sqlite3.Connection:
    """A connection that leaves no file behind: where no log lies beside the file, it looks as if nobody could write."""
    log = path.with_name(f"{path.name}-wal")
    way = "mode=ro" if log.exists() and log.stat().st_size else "immutable=1"
    return sqlite3.connect(f"{path.absolute().as_uri()}?{way}", uri=True, timeout=2)


def _read(connection: sqlite3.Connection, path: Path, seconds: float) -> Condition:
    tables = {str(name) for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if tables and "alembic_version" not in tables:
        return Condition(str(path), f"{path} belongs to another program", "Name another file with MOOT_DATABASE_URL.")
    row = connection.execute(VERSION).fetchone() if tables else None
    revision = None if row is None else str(row[0])
    serves = connection.execute(SERVES).fetchone() if "house" in tables else None
    if revision is not None and (newer := too_new(revision, serves and serves[0])) is not None:
        return newer
    damage = _damage(connection, seconds)
    size = f"{path.stat().st_size / 1e6:,.1f} MB"
    whole = "not checked to its end: it is large" if damage is None else "sound"
    if damage:
        return Condition(str(path), f"{path} is damaged: {damage}", _RESTORE)
    seen = connection.execute(SEEN).fetchone() if "house" in tables else None
    told = [f"SQLite {sqlite3.sqlite_version}", str(path), size, whole, aged(revision)]
    return Condition(", ".join(filter(None, told)), seen_at=None if seen is None else moment(str(seen[0])))


def _damage(connection: sqlite3.Connection, seconds: float) -> str | None:
    """What is damaged; empty where nothing is, None where there was no time to look at everything."""
    until = time.monotonic() + seconds
    connection.set_progress_handler(lambda: time.monotonic() > until, STEPS)
    try:
        (said,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.OperationalError as failure:
        if failure.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            raise
        return None
    finally:
        connection.set_progress_handler(None, STEPS)
    return "" if said == "ok" else str(said)


_ELSEWHERE = "Check who may write there, or name another place with MOOT_DATABASE_URL."
_LET_GO = "Stop what has it open (lsof tells, where it is installed), then ask again."
_RESTORE = "Restore it from a copy, or name another file with MOOT_DATABASE_URL."
