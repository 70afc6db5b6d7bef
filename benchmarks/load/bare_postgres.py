"""The floor of PostgreSQL itself: its commits a second, each with a NOTIFY, and what hearing of one costs."""

import asyncio
from time import perf_counter, process_time

import asyncpg

from tests.support.postgres import PostgresServer

_WRITERS = 8
_CHANNEL = "moot_load"
_LONGEST = 60.0
_TABLE = "CREATE TABLE IF NOT EXISTS moot_load (line bigserial PRIMARY KEY, body text)"
_LOOP = """DO $$ BEGIN FOR n IN 1..{times} LOOP
INSERT INTO moot_load (body) VALUES (repeat('a line of a debate ', 30));
PERFORM pg_notify('{channel}', n::text);
COMMIT; END LOOP; END $$"""


async def floor_of(server: PostgresServer, quick: bool) -> dict[str, float]:
    """Commits a second of several writers at once, and the CPU of a listener for each."""
    times = 20 if quick else 1_000
    server.execute(_TABLE)
    await _written(server, 20)
    began = perf_counter()
    await asyncio.gather(*(_written(server, times) for _ in range(_WRITERS)))
    seconds = perf_counter() - began
    return {
        "floor_commits_per_s": round(_WRITERS * times / seconds, 1),
        "hear_ms": round(await _heard(server, 5 * times) * 1000, 4),
    }


async def _written(server: PostgresServer, times: int) -> None:
    await asyncio.to_thread(server.execute, _LOOP.format(times=times, channel=_CHANNEL))


async def _heard(server: PostgresServer, times: int) -> float:
    """Seconds of this process's CPU for each announcement that it hears."""
    all_heard, heard = asyncio.Event(), 0

    def hear(*_: object) -> None:
        nonlocal heard
        heard += 1
        if heard == times:
            all_heard.set()

    connection = await asyncpg.connect(server.url())
    try:
        await connection.add_listener(_CHANNEL, hear)
        cpu = process_time()
        await _written(server, times)
        async with asyncio.timeout(_LONGEST):
            await all_heard.wait()
        return (process_time() - cpu) / times
    finally:
        await connection.close()
