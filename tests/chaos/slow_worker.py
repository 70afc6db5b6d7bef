"""A worker in a process of its own whose players think until a word comes through a pipe.

Its arguments are DATABASE NAME PIPE. It prints a line whenever one of them is asked.
"""

import asyncio
import sys
from pathlib import Path

from moot.engine import Answer, Call, Draft
from tests.engine.called import JURORS, Speaker
from tests.store.workers import worker


class Slow(Speaker):
    """Answers once somebody has written into the pipe, and from then on at once."""

    pipe: Path
    word: "asyncio.Task[str] | None" = None
    """One reads for all: who opens a pipe after its only word was written waits for ever."""

    async def answer(self, call: Call, draft: Draft) -> Answer:
        print("asked", flush=True)
        if Slow.word is None:
            Slow.word = asyncio.create_task(asyncio.to_thread(self.pipe.read_text))
        await asyncio.shield(Slow.word)
        return await super().answer(call, draft)


async def work(database: str, name: str, pipe: Path) -> None:
    """Works until it is ended."""
    Slow.pipe = pipe
    async with worker(database, {juror: Slow(juror) for juror in JURORS}, name) as slow, slow.at_work():
        await asyncio.Event().wait()


def main() -> None:
    """Works as the command line says."""
    database, name, pipe = sys.argv[1:]
    asyncio.run(work(database, name, Path(pipe)))
