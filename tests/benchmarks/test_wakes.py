"""How soon another process looks is measured against a real PostgreSQL."""

import pytest

from benchmarks.wakes import measured
from tests.support.postgres import PostgresServer

pytestmark = [pytest.mark.anyio, pytest.mark.postgres]


async def test_moves_of_one_process_are_taken_by_another_and_told_over_the_floor(postgres: PostgresServer):
    median, p99 = await measured(postgres, rounds=2, moves=3)
    assert (median.what, p99.what) == (
        "median until another process looks, of 3 moves",
        "p99 until another process looks, of 3 moves",
    )
    assert len(median.rounds) == 2
    assert min(median.rounds) > 0
