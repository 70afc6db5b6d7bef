"""Making the standings anew in this process, on the database itself."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from moot import wiring
from moot.cli.inside.refusing import told
from moot.settings import Settings
from moot.store import open_store


def remade(database: str, home: Path, say: Callable[[int], None], keep: bool) -> dict[str, int]:
    """Makes them anew, or only compares them; `say` hears how many debates are done."""
    with told():
        return asyncio.run(_remade(Settings(database_url=database, home=home), say, keep))


async def _remade(settings: Settings, say: Callable[[int], None], keep: bool) -> dict[str, int]:
    # Not through a whole house: one that is opened for a moment must not look as if it had been up.
    store = await open_store(settings.database)
    try:
        formats = wiring.formats()
        remade = await store.arena.remake(formats["arena"], say, keep=keep)
        told = {"debates": remade.debates, "changed": remade.changed}
        if not keep:
            return told
        notices = await store.notices.rebuild(*formats.values())
        return {**told, "notifications": notices.notifications, "posts": notices.posts}
    finally:
        await store.close()
