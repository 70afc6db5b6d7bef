"""Memory per waiting client, against the bare application's."""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path

from benchmarks.debating import Debate
from benchmarks.measure import Ratio, compared
from benchmarks.processes import BARE, MOOT, Served, served
from benchmarks.wire import Connection, Probe, connections

_BEFORE = 50
"""Waiters that come and go first, so that what is made once is not counted."""
_PAGE = 4096


async def measure(folder: Path, quick: bool) -> list[Ratio]:
    """What each waiter adds to the memory of a fresh server, in KiB."""
    rounds, waiters = (1, 100) if quick else (3, 2_000)
    ours: list[float] = []
    floor: list[float] = []
    for round in range(rounds):
        with served((MOOT, folder / f"moot-{round}.db"), (BARE, folder / f"bare-{round}.db")) as (moot, bare):
            ours.append(await _per_waiter(moot, waiters, _on_debate))
            floor.append(await _per_waiter(bare, waiters, _on_bell))
    return [compared(f"each of {waiters:,} waiters", "KiB", ours, floor, "bare asyncio.Event behind FastAPI")]


Wake = Callable[[], Awaitable[object]]
Arrange = Callable[[Connection], Awaitable[Callable[[], tuple[str, Wake]]]]


async def _on_debate(caller: Connection) -> Callable[[], tuple[str, Wake]]:
    debate = await Debate.opened(caller)
    return lambda: (debate.wait_path, debate.move)


async def _on_bell(caller: Connection) -> Callable[[], tuple[str, Wake]]:
    rung = count()
    return lambda: (f"/wait?after={next(rung)}", lambda: caller.post("/announce", {}))


async def _per_waiter(server: Served, waiters: int, arrange: Arrange) -> float:
    async with connections(server.url, 1) as (caller,):
        arranged = await arrange(caller)
        probe = await Probe.of(caller)
        await _weighed(server, probe, _BEFORE, *arranged())
        before = server.resident()
        during = await _weighed(server, probe, waiters, *arranged())
    return max(during - before, _PAGE) / waiters / 1024


async def _weighed(server: Served, probe: Probe, waiters: int, path: str, wake: Wake) -> int:
    """What the server holds while so many wait, who are then woken."""
    async with connections(server.url, waiters) as waiting:
        polls = [asyncio.create_task(connection.get(path)) for connection in waiting]
        await asyncio.sleep(0)
        await probe.calm()
        held = server.resident()
        await wake()
        await asyncio.gather(*polls)
    return held
