"""What starting takes until the first answer, against importing the libraries that no server can do without."""

import asyncio
import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from urllib.request import urlopen

from benchmarks.measure import Goal, Ratio, compared
from benchmarks.processes import ROOT
from moot.store import open_store

_LIBRARIES = ("-c", "import fastapi, uvicorn, sqlalchemy")
_SERVE = ("-m", "moot.cli", "serve", "--port", "0")
_HELP = ("-m", "moot.cli", "debate", "--help")
_NOTHING = ("-c", "pass")


async def measure(folder: Path, quick: bool) -> list[Ratio]:
    """A server that starts on a database that is there, and a command of `aw debate`."""
    database, rounds = folder / "moot.db", 1 if quick else 7
    await (await open_store(str(database))).close()
    pairs = (
        ("moot serve, until it has answered", partial(_serving, database), _LIBRARIES, Goal("<=", 3)),
        ("aw debate --help", partial(_running, _HELP), _NOTHING, None),
    )
    return [await asyncio.to_thread(_in_turns, *pair, rounds) for pair in pairs]


def _in_turns(what: str, ours: Callable[[], float], floor: Sequence[str], goal: Goal | None, rounds: int) -> Ratio:
    taken = [(ours(), _running(floor)) for _ in range(rounds)]
    here, there = [mine for mine, _ in taken], [other for _, other in taken]
    return compared(what, "s of CPU", here, there, " ".join(("python", *floor)), goal)


def _serving(database: Path) -> float:
    before = _spent()
    with _started((*_SERVE, "--database", str(database)), MOOT_HOME=str(database.parent)) as server:
        assert server.stdout is not None
        with urlopen(f"{json.loads(server.stdout.readline())['data']['url']}/api/v1/ready") as answered:
            answered.read()
        server.terminate()
    return _spent() - before


def _running(arguments: Sequence[str]) -> float:
    before = _spent()
    with _started(arguments) as command:
        command.communicate()
    return _spent() - before


def _started(arguments: Sequence[str], **settings: str) -> subprocess.Popen[bytes]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("MOOT_", "DEBATE_"))}
    # What is compiled once and kept is no part of every start.
    kept.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT, env={**kept, **settings})


def _spent() -> float:
    """The processor time of all children that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime
