"""Taking a backup: the tables as they were at one moment, written beside the place and then put there whole."""

import os
import shutil
import tarfile
import tempfile
from collections.abc import Callable
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import IO

from sqlalchemy import Table, select

from moot.debate import InvalidInput
from moot.store.backup.chest import path_of
from moot.store.backup.kept import KEPT
from moot.store.backup.manifest import NAME, Held, Manifest
from moot.store.backup.rows import row_told
from moot.store.database import Moment, Prepared

Say = Callable[[str, int], None]
"""Hears the name of a table, and how many of its rows are done."""


async def take(moment: Moment, out: Path, at: datetime, say: Say) -> Manifest:
    """Writes a backup: a folder, or one packed file where the name ends in `.tar.gz` or `.tgz`. For its owner alone."""
    _must_be_free(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(prefix=".moot-backup-", dir=out.parent))
    try:
        manifest = await _written(moment, scratch, at, say)
        (_pack if _is_packed(out) else Path.rename)(scratch, out)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return manifest


def _must_be_free(out: Path) -> None:
    if out.exists():
        raise InvalidInput(f"{str(out)!r} is there already.", suggestion="Name a new folder or file.")


def _is_packed(out: Path) -> bool:
    return out.name.endswith((".tar.gz", ".tgz"))


async def _written(moment: Moment, folder: Path, at: datetime, say: Say) -> Manifest:
    (folder / "tables").mkdir(mode=0o700)
    held = {table.name: await _table(moment, table, folder / path_of(table.name), say) for table in KEPT}
    manifest = Manifest(made_at=at, tables=held)
    with _private(folder / NAME) as file:
        file.write(manifest.model_dump_json(indent=1).encode() + b"\n")
    return manifest


async def _table(moment: Moment, table: Table, path: Path, say: Say) -> Held:
    digest, count = sha256(), 0
    wanted = Prepared(select(table).order_by(*table.primary_key.columns))
    with _private(path) as file:
        async for rows in moment.rows(wanted):
            for row in rows:
                line = row_told(table, row)
                digest.update(line)
                file.write(line)
            count += len(rows)
            say(table.name, count)
    return Held(rows=count, sha256=digest.hexdigest(), columns=tuple(table.columns.keys()))


def _private(path: Path) -> IO[bytes]:
    """A new file that its owner alone can read."""
    return os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb")


def _pack(folder: Path, out: Path) -> None:
    packing = folder / "packed"
    with _private(packing) as file, tarfile.open(fileobj=file, mode="w:gz", format=tarfile.PAX_FORMAT) as packed:
        for name in (NAME, *(path_of(table.name) for table in KEPT)):
            packed.add(folder / name, name, filter=_nobodys)
    packing.rename(out)


def _nobodys(found: tarfile.TarInfo) -> tarfile.TarInfo:
    """Without the name of whoever packed it."""
    found.uid = found.gid = 0
    found.uname = found.gname = ""
    found.mode = 0o600
    return found
