"""How soon a player is called on by another process on PostgreSQL, against a bare NOTIFY: `python -m benchmarks.wakes`.

Not among the others, because it starts a PostgreSQL server. One process appends a move that makes a player due, another
takes the debate out of line; the floor is a row inserted and told of in one transaction, heard on another connection.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from time import perf_counter

import asyncpg

from benchmarks.measure import Ratio, compared, percentile
from benchmarks.processes import ROOT
from benchmarks.report import run_of
from moot.engine import Holder
from moot.store import Store, open_store
from moot.testing.growths import opening
from tests.support.postgres import PostgresServer

FLOOR = "bare INSERT and NOTIFY in one transaction"
_TABLE = "CREATE TABLE bare (said text)"
_SAY = "WITH said AS (INSERT INTO bare VALUES ($1) RETURNING said) SELECT pg_notify('bare', said) FROM said"


class Heard:
    """Whoever waits for a name to be heard."""

    def __init__(self) -> None:
        self._waiting: dict[str, asyncio.Future[float]] = {}

    def hear(self, name: str) -> None:
        """Notes when it was heard."""
        if (waiting := self._waiting.get(name)) is not None and not waiting.done():
            waiting.set_result(perf_counter())

    def hear_notice(self, *notice: object) -> None:
        """Notes when PostgreSQL said it."""
        self.hear(str(notice[-1]))

    async def after(self, name: str, act: Callable[[], Awaitable[object]]) -> float:
        """Milliseconds from when something is begun until its name is heard."""
        waiting = self._waiting[name] = asyncio.get_running_loop().create_future()
        started = perf_counter()
        await act()
        return (await waiting - started) * 1000


async def measured(server: PostgresServer, rounds: int, moves: int) -> list[Ratio]:
    """So many rounds of so many moves on a server."""
    url = server.new_database()
    here, there = await open_store(url), await open_store(url)
    speaker, listener = await asyncpg.connect(url), await asyncpg.connect(url)
    ours: list[list[float]] = []
    floor: list[list[float]] = []
    woken, told = Heard(), Heard()

    async def take(debate: str) -> int:
        woken.hear(debate)
        return 2**31 - 1

    assert there.wakes is not None
    taking = asyncio.create_task(there.wakes.run(take, Holder()))
    try:
        await speaker.execute(_TABLE)
        await listener.add_listener("bare", told.hear_notice)
        for round in range(rounds + 1):
            ours.append([await _move(here, woken) for _ in range(moves)])
            floor.append([await _say(speaker, told, f"{round} {move}") for move in range(moves)])
    finally:
        taking.cancel()
        await asyncio.wait([taking])
        for each in (here, there, speaker, listener):
            await each.close()
        server.drop_database(url)
    return [_ratio("median", 0.5, ours[1:], floor[1:]), _ratio("p99", 0.99, ours[1:], floor[1:])]


async def _move(store: Store, woken: Heard) -> float:
    growth = opening(at=datetime.now(UTC))
    growth = replace(growth, card=replace(growth.card, called=True))
    bulletin = store.bulletin()
    assert bulletin is not None

    async def move() -> None:
        await store.append(growth)
        bulletin.announce(growth.debate, growth.card.lines - 1)

    return await woken.after(growth.debate, move)


async def _say(speaker: "asyncpg.Connection[asyncpg.Record]", told: Heard, name: str) -> float:
    return await told.after(name, lambda: speaker.fetchval(_SAY, name))


def _ratio(what: str, share: float, ours: list[list[float]], floor: list[list[float]]) -> Ratio:
    mine, other = ([percentile(each, share) for each in side] for side in (ours, floor))
    return compared(f"{what} until another process looks, of {len(ours[0])} moves", "ms", mine, other, FLOOR)


def main() -> None:
    """Measures, shows it and keeps it."""
    with PostgresServer.started() as server:
        run = run_of({"wakes": asyncio.run(measured(server, rounds=9, moves=100))}, quick=False)
    print(f"\n{run.table()}\n\nKept in {run.keep(ROOT / 'benchmarks' / 'results')}")


if __name__ == "__main__":
    main()
