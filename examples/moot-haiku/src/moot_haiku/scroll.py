"""A store: opens the addresses of a scheme of its own. This one keeps SQLite in a folder, as `scroll:///some/folder`."""

from pathlib import Path

from moot.store import Database, SqliteDatabase


async def opened(url: str, patience: float) -> Database:
    """The database at this address, made where it is not there yet.

    Whatever is returned must do what `moot.store.Database` asks: rows for a statement, and a transaction for a write.
    """
    folder = Path(url.removeprefix("scroll://"))
    return await SqliteDatabase.opened(folder / "scroll.db", patience)
