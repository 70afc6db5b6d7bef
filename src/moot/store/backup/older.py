"""Backups of older Moots: put into tables as they were then, brought up to date there, and taken anew."""

import sqlite3
import tempfile
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

from sqlalchemy import MetaData, Table

from moot.debate import UnfitBackup
from moot.store.backup.chest import Chest, opened_chest
from moot.store.backup.kept import LEFT_OUT
from moot.store.backup.manifest import Manifest
from moot.store.backup.rows import row_read
from moot.store.backup.taking import take
from moot.store.schema import core, make_as_of
from moot.store.sqlite import SqliteDatabase

_PATIENCE = 30.0
_VERSIONS = Path(__file__).parents[1] / "migrations" / "versions"
_NOT_KEPT = frozenset({*LEFT_OUT, "alembic_version"})


@asynccontextmanager
async def renewed(chest: Chest) -> AsyncGenerator[Chest]:
    """An older backup as this Moot would have taken it; what it is made from is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="moot-backup-") as folder:
        scratch = Path(folder) / "moot.db"
        _must_be_known(chest.manifest)
        _fill(scratch, chest)
        database = await SqliteDatabase.opened(scratch, _PATIENCE)
        try:
            async with database.moment() as moment:
                await take(moment, Path(folder) / "taken", chest.manifest.made_at, lambda table, rows: None)
        finally:
            await database.close()
        with opened_chest(Path(folder) / "taken") as newer:
            yield newer


def _must_be_known(manifest: Manifest) -> None:
    if not list(_VERSIONS.glob(f"{manifest.revision}_*.py")):
        raise UnfitBackup(
            f"The backup has tables {manifest.revision}, which no Moot ever had.", suggestion="Use another backup."
        )


def _fill(path: Path, chest: Chest) -> None:
    """Makes a database as of the revision of a backup, with its rows in it; who opens it brings it up to date."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        make_as_of(connection, chest.manifest.revision)
        tables = _tables(connection, chest.manifest)
        connection.execute("BEGIN IMMEDIATE")
        # What the migrations noted there was noted in the backup too.
        connection.execute("DELETE FROM house")
        try:
            for table in tables:
                names = ", ".join(f":{column.name}" for column in table.columns)
                connection.executemany(f"INSERT INTO {table.name} VALUES ({names})", _rows(table, chest))
        except sqlite3.IntegrityError as broken:
            raise UnfitBackup(
                f"The rows of the backup do not fit together: {broken}.", suggestion="Use another backup."
            ) from None
        connection.execute("COMMIT")


def _tables(connection: sqlite3.Connection, manifest: Manifest) -> list[Table]:
    """The tables of that time, which must be those that the backup has."""
    found = {str(name) for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    then = {name for name in found if name not in _NOT_KEPT and "_words" not in name and not name.startswith("sqlite_")}
    if then != set(manifest.tables):
        lacking = sorted(then ^ set(manifest.tables))
        raise UnfitBackup(f"The backup has other tables than Moot had at that time: {', '.join(lacking)[:200]}.")
    metadata = MetaData()
    with core(connection) as reflected:
        metadata.reflect(reflected, only=sorted(then), resolve_fks=False)
    return list(metadata.tables.values())


def _rows(table: Table, chest: Chest) -> Iterator[Mapping[str, Any]]:
    told = chest.manifest.tables[table.name].columns
    names = list(table.columns.keys()) if told is None else list(told)
    if sorted(names) != sorted(table.columns.keys()):
        raise UnfitBackup(f"The table {table.name} of the backup has other columns than Moot had at that time.")
    columns = [table.columns[name] for name in names]
    for number, line in enumerate(chest.lines(table.name), 1):
        yield row_read(table, line, number, columns)
