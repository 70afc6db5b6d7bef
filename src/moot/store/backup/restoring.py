"""Restoring a backup: into an empty house, in one transaction, so that there is all of it or nothing."""

import sqlite3
from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import Table, bindparam, delete, insert, literal, select, text

from moot.debate import HouseNotEmpty, UnfitBackup
from moot.store.backup.chest import Chest
from moot.store.backup.findable import Findable
from moot.store.backup.kept import KEPT
from moot.store.backup.older import renewed
from moot.store.backup.rows import row_read
from moot.store.backup.taking import Say
from moot.store.database import AT_ONCE, Clash, Database, Prepared, Transaction
from moot.store.tables import debates as all_debates
from moot.store.tables import documents, house

Rows = list[Mapping[str, Any]]

_COUNTED = (all_debates, documents)
"""Tables whose rows the database numbers by itself."""


async def restore(database: Database, chest: Chest, say: Say) -> int:
    """Puts everything of a backup into an empty house; how many rows there are. If it fails, nothing is changed."""
    if chest.manifest.is_older:
        async with renewed(chest) as newer:
            return await restore(database, newer, say)

    async def work(tx: Transaction) -> int:
        await _must_be_empty(tx)
        await tx.run(Prepared(delete(house)), {})
        findable = Findable(database.dialect)
        total = 0
        for table in KEPT:
            total += await _restored(tx, table, chest, findable, say)
        await findable.file(tx)
        if database.dialect == "postgresql":
            await _count_on(tx)
        return total

    try:
        return await database.write(work)
    except (Clash, sqlite3.IntegrityError) as broken:
        raise UnfitBackup(
            f"The rows of the backup do not fit together: {broken}.", suggestion="Use another backup."
        ) from None


async def _must_be_empty(tx: Transaction) -> None:
    for table in KEPT:
        if table is not house and await tx.rows(Prepared(select(literal(1)).select_from(table).limit(1)), {}):
            raise HouseNotEmpty(
                f"This house is not empty: there is something in {table.name}. A backup would be mixed with it.",
                suggestion="Name a new database with --database. Single debates go into any house: moot import FILE",
                table=table.name,
            )


async def _restored(tx: Transaction, table: Table, chest: Chest, findable: Findable, say: Say) -> int:
    put = Prepared(insert(table).values({column.name: bindparam(column.name) for column in table.columns}))
    done = 0
    for rows in _together(table, chest.lines(table.name)):
        await tx.run_each(put, rows)
        findable.see(table, rows)
        done += len(rows)
        say(table.name, done)
    return done


def _together(table: Table, lines: Iterator[bytes]) -> Iterator[Rows]:
    rows: Rows = []
    for number, line in enumerate(lines, 1):
        rows.append(row_read(table, line, number))
        if len(rows) == AT_ONCE:
            yield rows
            rows = []
    if rows:
        yield rows


async def _count_on(tx: Transaction) -> None:
    """The next number comes after the highest that was restored."""
    for table in _COUNTED:
        name = table.name
        last = f"SELECT coalesce(max(number), 0) + 1 FROM {name}"
        counted = text(f"SELECT setval(pg_get_serial_sequence('{name}', 'number'), ({last}), false)")
        await tx.rows(Prepared(counted), {})
