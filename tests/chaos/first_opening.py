"""Opens fresh databases and dies at each statement in turn; each must then open as if nothing had been.

A program of its own (`python -m tests.chaos.first_opening FOLDER STRIDE`), because it forks: a fork of the tests would
take their threads' locks with it. It prints how many statements it went through.
"""

import asyncio
import os
import signal
import sqlite3
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

from moot.desk.callers import OWNER
from moot.store import open_store, upgrade
from moot.wiring import house
from tests.support.house import settings

MOST = 400
assert upgrade  # imported before the forks, for it is slow to


def main() -> None:
    """Dies at the first statement and at every so manieth after it, until an opening comes to its end."""
    folder, stride = Path(sys.argv[1]), int(sys.argv[2])
    for number in range(1, MOST, stride):
        database = str(folder / f"{number}.db")
        code = _forked(partial(_die_at, number, database))
        if code != -signal.SIGKILL:
            assert code == 0
            print(number - 1)
            return
        assert _forked(partial(_use, database)) == 0, f"after dying at statement {number}"
    raise AssertionError("The opening never came to its end.")


def _forked(act: Callable[[], None]) -> int:
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            act()
            code = 0
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def _die_at(number: int, database: str) -> None:
    left = number
    connect = sqlite3.connect

    def count(statement: str) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def connected(*args: Any, **kwargs: Any) -> sqlite3.Connection:
        connection = connect(*args, **kwargs)
        connection.set_trace_callback(count)
        return connection

    sqlite3.connect = connected
    asyncio.run(_open(database))


async def _open(database: str) -> None:
    store = await open_store(database)
    await store.house_secret()
    await store.close()


def _use(database: str) -> None:
    asyncio.run(_debate(database))


async def _debate(database: str) -> None:
    async with house(settings(database)) as opened:
        debate = str(uuid4())
        await opened.desk.open_arbitration(
            OWNER, debate_id=debate, title="After all", debate_type="general_debate", content="It opens."
        )
        assert (await opened.desk.verify(OWNER, debate)).sound


if __name__ == "__main__":
    main()
