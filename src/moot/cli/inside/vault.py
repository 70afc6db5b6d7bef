"""Verifying records in this process, from the database itself."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import cast

from moot import wiring
from moot.cli.inside.refusing import told
from moot.client.shapes import Soundness
from moot.desk import OWNER, Desk
from moot.settings import Settings


def verify(database: str, home: Path, debates: Sequence[str] | None, found: Callable[[Soundness], None]) -> None:
    """Verifies the named debates, or all of them, and tells of each."""
    with told():
        asyncio.run(_verify(Settings(database_url=database, home=home), debates, found))


def lines(database: str, home: Path, debate: str) -> str:
    """A record as JSON lines, with the hash of each."""
    with told():
        return asyncio.run(_exported(Settings(database_url=database, home=home), debate))


async def _verify(settings: Settings, debates: Sequence[str] | None, found: Callable[[Soundness], None]) -> None:
    async with wiring.house(settings) as opened:
        async for debate in _named(debates) if debates is not None else _all(opened.desk):
            soundness = await opened.desk.verify(OWNER, debate)
            found(cast(Soundness, soundness.model_dump(mode="json")))


async def _exported(settings: Settings, debate: str) -> str:
    async with wiring.house(settings) as opened:
        return (await opened.desk.export(OWNER, debate, as_="jsonl")).text


async def _named(debates: Sequence[str]) -> AsyncIterator[str]:
    for debate in debates:
        yield debate


async def _all(desk: Desk) -> AsyncIterator[str]:
    cursor: str | None = None
    while True:
        page = await desk.debates(OWNER, cursor=cursor, limit=200)
        for debate in page.debates:
            yield debate.id
        cursor = page.next_cursor
        if cursor is None:
            return
