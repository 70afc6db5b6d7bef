"""Where load is put: a house as it is served, a bare application as its floor, and a mock endpoint for its players."""

import json
import os
import subprocess
import sys
from collections.abc import AsyncGenerator, Callable, Generator, Mapping
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from benchmarks.load.weighing import cpu_of, family, resident
from benchmarks.processes import BARE, ROOT, served
from moot.store import Store, open_store
from tests.support.postgres import PostgresServer

Kind = Literal["sqlite", "postgresql"]
KINDS: tuple[Kind, ...] = ("sqlite", "postgresql")
_MOCK = ROOT / "benchmarks" / "peers" / "mock.py"
_ROOM = 20_000
"""Calls that may be out at once: limits of providers are not what is measured."""
MODELS = ("A", "B", "C")


class NotStarted(Exception):
    """A process of the house ended before it was ready."""


@dataclass(frozen=True, slots=True)
class House:
    """A house that is served: by one process, or by one that serves and one that works beside it."""

    url: str
    pids: tuple[int, ...]
    home: Path
    database: str
    postgres: PostgresServer | None

    def cpu(self) -> float:
        """Seconds of CPU time that its processes have used, without the database's."""
        return sum(map(cpu_of, self.pids))

    def database_cpu(self) -> float:
        """Seconds that PostgreSQL has used; what SQLite uses is in the house's own."""
        return 0.0 if self.postgres is None else sum(map(cpu_of, family(_postmaster(self.postgres))))

    def commits(self) -> int | None:
        """How many transactions wrote something to PostgreSQL, for only those have a number; None: there is none."""
        if self.postgres is None:
            return None
        return int(self.postgres.execute("SELECT pg_snapshot_xmax(pg_current_snapshot())"))

    def resident(self) -> int:
        """Bytes of memory that its processes hold now."""
        return sum(map(resident, self.pids))

    def seat(self, endpoint: str) -> None:
        """Says in the players file where its models answer from now on."""
        told = (
            f'[players.{model.lower()}]\nmodel = "openai:{model}"\nbase_url = "{endpoint}"\nat_once = {_ROOM}\n'
            for model in MODELS
        )
        (self.home / "players.toml").write_text("\n".join(told))

    @asynccontextmanager
    async def store(self) -> AsyncGenerator[Store]:
        """Its store, opened beside it: to read what it wrote, without asking it."""
        store = await open_store(self.database)
        try:
            yield store
        finally:
            await store.close()


@dataclass(frozen=True, slots=True)
class Ground:
    """What a scenario is given."""

    house: House
    bare: str
    bare_pid: int
    quick: bool
    say: Callable[[str], None]
    """Tells how far it is."""


@contextmanager
def databases(kind: Kind, folder: Path) -> Generator[Callable[[str], tuple[str, PostgresServer | None]]]:
    """Makes new databases by name: files, or databases of a PostgreSQL that is started for this."""
    if kind == "sqlite":
        yield lambda name: (str(folder / f"{name}.db"), None)
        return
    with PostgresServer.started() as server:
        yield lambda name: (server.new_database(), server)


@contextmanager
def grounds(
    database: str, postgres: PostgresServer | None, home: Path, *, quick: bool, say: Callable[[str], None]
) -> Generator[Ground]:
    """A house and a bare application, in processes of their own, gone at the end of the block."""
    home.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        serving, told = stack.enter_context(_started(home, "serve", "--port", "0", "--database", database))
        pids = [serving]
        if postgres is not None:
            pids.append(stack.enter_context(_started(home, "work", "--database", database))[0])
        (bare,) = stack.enter_context(served((BARE, home / "bare.db")))
        house = House(str(told["url"]), tuple(pids), home, database, postgres)
        yield Ground(house, bare.url, bare.pid, quick, say)


@contextmanager
def endpoint(seconds: float) -> Generator[str]:
    """A mock endpoint of models that think for so long; its address."""
    command = [sys.executable, _MOCK, str(seconds * 1000)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


@contextmanager
def _started(home: Path, *words: str) -> Generator[tuple[int, Mapping[str, object]]]:
    """A command of Moot that runs on: its process, and what it said when it was ready."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("MOOT_", "DEBATE_", "OPENAI_"))}
    env |= {"MOOT_HOME": str(home)}
    with subprocess.Popen(
        [sys.executable, "-m", "moot", *words], stdout=subprocess.PIPE, text=True, cwd=ROOT, env=env
    ) as process:
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            if not line:
                raise NotStarted(f"moot {words[0]} ended before it was ready")
            yield process.pid, json.loads(line)["data"]
        finally:
            process.terminate()


def _postmaster(server: PostgresServer) -> int:
    return int((server.folder / "data" / "postmaster.pid").read_text().split()[0])
