"""A process of its own that appends and tells each append once it is acknowledged."""

import asyncio
import os
import sys

from moot.engine import Growth
from moot.store import Store, open_store
from tests.contracts.growths import opening, reply
from tests.support.understudy import Understudy


async def _debate(store: Store, moves: int) -> None:
    growth: Growth = opening()
    await store.append(growth)
    _acknowledged(growth)
    for number in range(moves):
        growth = reply(growth, f"Claim {number}")
        await store.append(growth)
        _acknowledged(growth)


def _acknowledged(growth: Growth) -> None:
    print(growth.debate, growth.card.lines, growth.card.head, flush=True)


async def _main(url: str, debates: int, moves: int) -> None:
    store = await open_store(url)
    await asyncio.gather(*(_debate(store, moves) for _ in range(debates)))
    await store.close()


def write() -> None:
    """What the process does, told URL, DEBATES and MOVES."""
    url, debates, moves = sys.argv[1:]
    asyncio.run(_main(url, int(debates), int(moves)))


def writer(url: str, debates: int, moves: int) -> Understudy:
    """The process, started."""
    return Understudy([url, str(debates), str(moves)], os.environ, main=write)
