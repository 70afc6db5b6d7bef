"""A worker on another machine is killed or frozen amid its calls: another goes on, and the late one does no harm."""

import asyncio
import os
import signal
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from moot.engine import verify
from tests.chaos.slow_worker import main
from tests.engine.called import JURORS
from tests.engine.houses import FORMATS
from tests.store.workers import Worker, told, worker
from tests.support.understudy import Understudy

pytestmark = [pytest.mark.anyio, pytest.mark.chaos, pytest.mark.postgres]

ELSEWHERE = "elsewhere:1:1"
"""A name as of a process on another machine: whether that runs nobody here can see."""
HELD = "SELECT dedupe_key FROM wakes WHERE status = 'picked'"


@contextmanager
def slow_worker(url: str, pipe: Path) -> Generator[Understudy]:
    os.mkfifo(pipe)
    process = Understudy([url, ELSEWHERE, str(pipe)], os.environ, log=pipe.with_name("log"), main=main)
    try:
        yield process
    finally:
        process.kill()
        process.wait(30)
        process.stdout.close()


async def asked(process: Understudy) -> None:
    """Waits until each of its players was asked."""
    for _ in JURORS:
        async with asyncio.timeout(60):
            assert await asyncio.to_thread(process.stdout.readline) == b"asked\n"


async def the_other_ends_it(other: Worker, debate: str) -> None:
    """Goes on with a debate that somebody silent has; its questions are asked anew, and only once."""
    async with other.at_work():
        await other.ended(debate)
    assert other.heard == Counter({debate: 2 * len(JURORS)})
    calls = await other.store.ledger.calls(debate)
    assert {kept.holder for kept in calls if kept.key.attempt >= 0} == {other.holder.name}
    # Both count: what was asked by the silent one may have been paid for.
    assert [kept.holder for kept in calls if kept.key.attempt < 0] == [ELSEWHERE] * len(JURORS)
    assert (await other.store.ledger.tally(debate)).calls == 3 * len(JURORS)


async def test_the_debates_of_a_worker_that_was_killed_go_on_elsewhere(postgres_url: str, tmp_path: Path):
    async with worker(postgres_url) as other:
        with slow_worker(postgres_url, tmp_path / "pipe") as slow:
            await other.ask("debate")
            await asked(slow)
        await the_other_ends_it(other, "debate")


async def test_a_worker_that_was_frozen_finds_its_debates_taken_over_and_spoils_nothing(
    postgres_url: str, tmp_path: Path
):
    pipe = tmp_path / "pipe"
    async with worker(postgres_url) as other:
        with slow_worker(postgres_url, pipe) as slow:
            await other.ask("debate")
            await asked(slow)
            slow.send_signal(signal.SIGSTOP)
            await the_other_ends_it(other, "debate")
            before = await other.store.lines("debate"), await other.store.ledger.calls("debate")
            slow.send_signal(signal.SIGCONT)
            # It is alone now, and goes on: with what it was asked before, and then with what is new.
            await asyncio.to_thread(pipe.write_text, "go")
            await other.ask("new")
            await other.ended("new")
            async with asyncio.timeout(60):
                # It holds the debate until it has looked at the last line.
                while await told(postgres_url, HELD):
                    pass
        assert (await other.store.lines("debate"), await other.store.ledger.calls("debate")) == before
        assert (await verify("debate", other.store, FORMATS, other.store.ledger)).sound
        assert {kept.holder for kept in await other.store.ledger.calls("new")} == {ELSEWHERE}
