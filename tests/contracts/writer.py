"""A process of its own that appends and tells each append once it is acknowledged.

python -m tests.contracts.writer URL DEBATES MOVES
"""

import asyncio
import sys

from moot.engine import Growth
from moot.store import Store, open_store
from tests.contracts.growths import opening, reply


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


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
