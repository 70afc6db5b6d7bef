"""Backups, and debates brought in, in this process and on the database itself."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from moot import wiring
from moot.cli.inside.refusing import told
from moot.desk import OWNER
from moot.settings import Settings
from moot.store import open_store
from moot.store.backup import Manifest, Say, opened_chest


def back_up(database: str, home: Path, out: Path, say: Say) -> dict[str, Any]:
    """Writes a backup of a database; what it came to."""
    with told():
        manifest = asyncio.run(_back_up(database, out.expanduser().absolute(), say))
    return _counted(manifest)


def restore(database: str, home: Path, backup: Path, say: Say) -> dict[str, Any]:
    """Restores a backup into an empty database; what it came to."""
    with told():
        manifest = asyncio.run(_restore(database, backup, say))
    return {**_counted(manifest), "next": "Check it with: moot verify --all"}


def bring(database: str, home: Path, files: Sequence[tuple[str, str]], done: Callable[[Any], None]) -> None:
    """Brings files in, one after the other, and tells of each."""
    with told():
        asyncio.run(_bring(Settings(database_url=database, home=home), files, done))


async def _back_up(database: str, out: Path, say: Say) -> Manifest:
    store = await open_store(database)
    try:
        return await store.back_up(out, wiring.now(), say)
    finally:
        await store.close()


async def _restore(database: str, backup: Path, say: Say) -> Manifest:
    with opened_chest(backup) as chest:
        store = await open_store(database)
        try:
            await store.restore(chest, say)
        finally:
            await store.close()
        return chest.manifest


async def _bring(settings: Settings, files: Sequence[tuple[str, str]], done: Callable[[Any], None]) -> None:
    async with wiring.house(settings) as opened:
        for text, name in files:
            found = await opened.desk.import_debate(OWNER, text=text, name=name)
            done(found.model_dump(mode="json"))


def _counted(manifest: Manifest) -> dict[str, Any]:
    rows = Counter({table: held.rows for table, held in manifest.tables.items()})
    return {
        "made_at": manifest.made_at.isoformat(),
        "moot": manifest.moot,
        "debates": rows["debates"],
        "documents": rows["documents"],
        "members": rows["members"],
        "calls": rows["calls"],
        "rows": sum(rows.values()),
    }
