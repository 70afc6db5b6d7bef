import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextvars import ContextVar
from pathlib import Path

import pytest
from sqlalchemy import text

from moot.debate import InvalidInput, Outage
from moot.engine import StoreBusy
from moot.store import Transaction
from moot.store.busy import Patience
from moot.store.database import Prepared
from moot.store.scribe import Scribe
from moot.store.sqlite_file import connected

pytestmark = pytest.mark.anyio


class Desk:
    """A scribe on a file, and all that it said to SQLite."""

    def __init__(self, path: Path, patience: float = 30) -> None:
        self.path = path
        self.connection = connected(path, Patience(1))
        self.connection.execute("CREATE TABLE IF NOT EXISTS notes (note TEXT UNIQUE)")
        self.said: list[str] = []
        self.connection.set_trace_callback(self.said.append)
        self.scribe = Scribe(self.connection, path, patience)

    def commits(self) -> int:
        return self.said.count("COMMIT")

    def notes(self) -> list[str]:
        reader = sqlite3.connect(self.path)
        notes = [note for (note,) in reader.execute("SELECT note FROM notes ORDER BY rowid")]
        reader.close()
        return notes

    async def write(self, note: str) -> str:
        async def work(tx: Transaction) -> str:
            await tx.run(Prepared(text("INSERT INTO notes VALUES (:note)")), {"note": note})
            if note.startswith("bad"):
                raise InvalidInput(note)
            return note.upper()

        return await self.scribe.write(work)


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    desk = Desk(tmp_path / "notes.db")
    yield desk
    await desk.scribe.close()
    desk.connection.close()


@pytest.fixture
def other(desk: Desk) -> Iterator[sqlite3.Connection]:
    """Another program's connection to the same file."""
    connection = sqlite3.connect(desk.path, isolation_level=None, timeout=5)
    yield connection
    connection.close()


async def waiting(desk: Desk, notes: list[str]) -> list["asyncio.Task[str]"]:
    """Writes that have been handed to the scribe."""
    tasks = [asyncio.create_task(desk.write(note)) for note in notes]
    await asyncio.sleep(0)
    return tasks


async def test_a_write_returns_what_its_work_returned(desk: Desk):
    assert await desk.write("one") == "ONE"
    assert desk.notes() == ["one"]


async def test_writes_that_wait_together_share_commits(desk: Desk, other: sqlite3.Connection):
    other.execute("BEGIN IMMEDIATE")
    tasks = await waiting(desk, [f"note {number}" for number in range(100)])
    other.execute("COMMIT")
    await asyncio.gather(*tasks)
    assert desk.notes() == [f"note {number}" for number in range(100)]
    # The first may have gone ahead alone; the rest waited together.
    assert desk.commits() <= 2


async def test_a_failure_in_a_shared_commit_undoes_itself_alone(desk: Desk, other: sqlite3.Connection):
    other.execute("BEGIN IMMEDIATE")
    names = [f"{'bad' if number % 4 == 2 else 'good'} {number}" for number in range(12)]
    tasks = await waiting(desk, names)
    other.execute("COMMIT")
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert [isinstance(result, InvalidInput) for result in results] == [name.startswith("bad") for name in names]
    assert desk.notes() == [name for name in names if name.startswith("good")]
    assert desk.commits() <= 2


async def test_a_lone_failure_leaves_nothing_and_the_next_write_goes_on(desk: Desk):
    with pytest.raises(InvalidInput):
        await desk.write("bad")
    assert await desk.write("good") == "GOOD"
    assert desk.notes() == ["good"]


async def test_a_file_that_stays_busy_is_told_in_time(tmp_path: Path):
    desk = Desk(tmp_path / "notes.db", patience=0.2)
    other = sqlite3.connect(desk.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreBusy):
        await desk.write("one")
    other.execute("ROLLBACK")
    assert await desk.write("two") == "TWO"
    assert desk.notes() == ["two"]
    await desk.scribe.close()
    other.close()
    desk.connection.close()


async def test_a_write_waits_for_another_program_to_finish(desk: Desk, other: sqlite3.Connection):
    other.execute("BEGIN IMMEDIATE")
    other.execute("INSERT INTO notes VALUES ('theirs')")
    (task,) = await waiting(desk, ["ours"])
    other.execute("COMMIT")
    await task
    assert desk.notes() == ["theirs", "ours"]


async def test_a_full_disk_fails_all_that_shared_the_commit_and_keeps_none(desk: Desk, other: sqlite3.Connection):
    await desk.write("before")
    (pages,) = desk.connection.execute("PRAGMA page_count").fetchone()
    desk.connection.execute(f"PRAGMA max_page_count = {pages}")
    other.execute("BEGIN IMMEDIATE")
    tasks = await waiting(desk, [*"abc", "x" * 100_000, *"def"])
    other.execute("COMMIT")
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert any(isinstance(result, Outage) and "disk is full" in str(result) for result in results)
    kept = [note for note, result in zip([*"abc", "x", *"def"], results, strict=True) if isinstance(result, str)]
    assert desk.notes() == ["before", *kept]
    desk.connection.execute("PRAGMA max_page_count = 1000000")
    assert await desk.write("after") == "AFTER"


async def test_work_that_awaits_the_world_is_a_bug_that_is_told(desk: Desk):
    async def work(_: Transaction) -> None:
        await asyncio.sleep(0)

    with pytest.raises(RuntimeError, match="nothing else"):
        await desk.scribe.write(work)
    assert await desk.write("next") == "NEXT"


async def test_work_sees_the_context_of_its_caller(desk: Desk):
    who: ContextVar[str] = ContextVar("who")
    who.set("caller")

    async def work(_: Transaction) -> str:
        return who.get()

    assert await desk.scribe.write(work) == "caller"


async def test_what_was_handed_in_before_closing_is_written(desk: Desk):
    tasks = await waiting(desk, [f"note {number}" for number in range(20)])
    await desk.scribe.close()
    assert len(await asyncio.gather(*tasks)) == 20
    assert len(desk.notes()) == 20
    with pytest.raises(Outage, match="closed"):
        await desk.write("late")
