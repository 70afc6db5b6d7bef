"""A process of its own that claims two calls, answers the first, says so, and then waits to be killed."""

import asyncio
import sys

from moot.engine import Answer, CallKey, Claim
from moot.store import open_store
from tests.contracts.growths import START


async def _main(url: str) -> None:
    store = await open_store(url)
    for ask in range(2):
        await store.ledger.claim(Claim(CallKey("debate", "turn", ask), "claimer", START, None), lambda _: False)
    await store.ledger.keep(CallKey("debate", "turn", 0), Answer("paid for", "model"), START)
    print("kept", flush=True)
    await asyncio.Event().wait()


def claim() -> None:
    """What the process does, told URL."""
    asyncio.run(_main(sys.argv[1]))
