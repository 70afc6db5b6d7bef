"""A house to test: in this process on any database, or in a process of its own that can be killed."""

import json
import os
import shutil
import signal
import socket
import tempfile
from collections.abc import AsyncGenerator, Generator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import anyio
import httpx2
import uvicorn
from starlette.types import ASGIApp

from moot.debate import Tabled, argument_id
from moot.desk import Desk
from moot.engine import Bulletin, Clock, Growth, RecordStore, card_of
from moot.formats.arbitration import Arbitration, Claim, Motion
from moot.formats.arbitration import format as arbitration
from moot.notation import Line, genesis, written
from moot.settings import Settings
from moot.store import Store
from moot.testing import START
from moot.wiring import application, house, now
from tests.support.ports import kept
from tests.support.program import INSTALLED
from tests.support.understudy import Understudy

API = "/api/v1"
MEMORY = "sqlite://"
SECONDS = 20
"""How long anything may take that should take none."""


def settings(database: str = MEMORY, *, token: str | None = None, hosts: tuple[str, ...] = ()) -> Settings:
    """Settings that owe nothing to the environment of the tests, and leave nothing in whoever's home runs them."""
    return Settings(
        home=Path(os.environ.get("MOOT_HOME") or Path(tempfile.gettempdir()) / f"moot-tests-{os.getpid()}"),
        host="127.0.0.1",
        port=0,
        database_url=database,
        auth_token=token,  # pyright: ignore[reportArgumentType] - read as a secret
        rules_dir=None,
        roles_dir=None,
        allowed_hosts=hosts,
    )


def bearer(token: str | None) -> dict[str, str]:
    """The header that says who is asking."""
    return {} if token is None else {"Authorization": f"Bearer {token}"}


@dataclass(frozen=True)
class Inside:
    """A house in this process, with a caller at its door."""

    app: ASGIApp
    desk: Desk
    store: Store
    bulletin: Bulletin
    http: httpx2.AsyncClient

    def caller(self, token: str | None = None, **headers: str) -> httpx2.AsyncClient:
        """Another caller, with a token of its own."""
        return caller_at(self.app, {**bearer(token), **headers})

    @asynccontextmanager
    async def listening(self) -> AsyncGenerator[str]:
        """The same house on a real socket; its address."""
        config = uvicorn.Config(self.app, host="127.0.0.1", port=0, log_level="warning", lifespan="off")
        server = uvicorn.Server(config)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(server.serve)
            with anyio.fail_after(SECONDS):
                while not server.started:
                    await anyio.lowlevel.checkpoint()
            port = server.servers[0].sockets[0].getsockname()[1]
            try:
                yield f"http://127.0.0.1:{port}"
            finally:
                self.bulletin.close()
                server.should_exit = True


@asynccontextmanager
async def inside(
    database: str = MEMORY, *, token: str | None = None, hosts: tuple[str, ...] = (), clock: Clock = now
) -> AsyncGenerator[Inside]:
    """A house in this process."""
    async with house(settings(database, token=token, hosts=hosts), clock) as opened:
        app = application(opened)
        async with caller_at(app, bearer(token)) as http:
            yield Inside(app, opened.desk, opened.store, opened.bulletin, http)


def caller_at(app: ASGIApp, headers: Mapping[str, str] | None = None) -> httpx2.AsyncClient:
    """Somebody at the door of an application in this process."""
    transport = httpx2.ASGITransport(app, raise_app_exceptions=False)
    return httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1", headers=headers, timeout=SECONDS)


@dataclass
class ServerProcess:
    """A server in a process of its own. It can be killed and started again at the same address."""

    database: str
    token: str | None = None
    folder: Path = field(default_factory=lambda: Path(tempfile.mkdtemp(prefix="moot-server-")))
    url: str = ""
    program: Path | None = INSTALLED
    """The program, where it is not that of this tree."""
    _process: Understudy | None = None
    _place: socket.socket | None = None
    """Holds its port while it is down."""

    @classmethod
    @contextmanager
    def serving(cls, database: str, *, token: str | None = None, program: Path | None = INSTALLED) -> Generator[Self]:
        """A server that answers, gone at the end of the block."""
        server = cls(database, token, program=program)
        server.start()
        try:
            yield server
        finally:
            server.kill()
            server.leave()
            shutil.rmtree(server.folder, ignore_errors=True)

    @property
    def log(self) -> str:
        """All that it has said so far, whichever life it said it in."""
        return self._log.read_text() if self._log.exists() else ""

    @property
    def pid(self) -> int:
        """The id of the process that serves now."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Starts it on a free port, or again on the port it had, and waits until it answers."""
        self._process = Understudy(self._arguments(), self._environment(), log=self._log, program=self.program)
        told = json.loads(self._process.stdout.readline() or "{}")
        if not told.get("success"):
            self.kill()
            self.leave()
            raise RuntimeError(f"The server did not start: {told} {self.log}")
        self.url = told["data"]["url"]
        self.leave()

    def leave(self) -> None:
        """Gives up the place of a server that is down."""
        if self._place is not None:
            self._place.close()
        self._place = None

    def kill(self) -> None:
        """Ends it as by a power cut, if it runs. Its port stays its own."""
        runs = self._process is not None
        self._end(signal.SIGKILL)
        if runs and self.url:
            self._place = kept(int(self.url.rpartition(":")[2]))

    def terminate(self) -> int:
        """Asks it to stop, and gives its exit code."""
        return self._end(signal.SIGTERM)

    def restart(self) -> None:
        """Kills it and starts it again at the same address on the same database."""
        self.kill()
        self.start()

    def client(self, token: str | None = None) -> httpx2.AsyncClient:
        """A caller over real sockets, with the owner's token if none is given."""
        limits = httpx2.Limits(max_connections=None, max_keepalive_connections=100)
        headers = bearer(token or self.token)
        return httpx2.AsyncClient(base_url=self.url, headers=headers, timeout=SECONDS, limits=limits)

    @property
    def _log(self) -> Path:
        return self.folder / "log"

    def _arguments(self) -> list[str]:
        port = self.url.rpartition(":")[2] or "0"
        return ["serve", "--host", "127.0.0.1", "--port", port, "--database", self.database]

    def _environment(self) -> dict[str, str]:
        ours = {name: value for name, value in os.environ.items() if not name.startswith(("MOOT_", "DEBATE_"))}
        ours |= {"MOOT_HOME": str(self.folder)}
        return ours if self.token is None else ours | {"DEBATE_AUTH_TOKEN": self.token}

    def _end(self, how: signal.Signals) -> int:
        process, self._process = self._process, None
        if process is None:
            return 0
        process.send_signal(how)
        code = process.wait(SECONDS)
        process.stdout.close()
        return code


@dataclass
class Table:
    """One debate, spoken to over REST. Each method is a request; `said` reads the answer of one that must succeed."""

    http: httpx2.AsyncClient
    debate: str
    keys: Mapping[str, str] = field(default_factory=dict[str, str])
    """What each seat speaks with, where a token is set."""

    @property
    def path(self) -> str:
        """Where the debate lives."""
        return f"{API}/debates/{self.debate}"

    def id(self, line: int) -> str:
        """The id of the argument at a line."""
        return argument_id(self.debate, line)

    async def open(self, **fields: Any) -> httpx2.Response:
        """Opens it with a motion."""
        body = {"title": "Queues", "debate_type": "coding_plan_debate", "content": "Use one queue."}
        return await self.http.post(f"{API}/debates", json={"debate_id": self.debate, **body, **fields})

    async def opened(self, **fields: Any) -> Self:
        """Opens it and keeps the keys of its seats."""
        receipt = said(await self.open(**fields))
        self.keys = receipt.get("seat_keys", {})
        return self

    async def claim(self, role: str, content: str = "But why?", *, about: int = 1, **fields: Any) -> httpx2.Response:
        """Argues."""
        body = {"role": role, "target_id": self.id(about), "content": content}
        return await self.post("arguments", {**body, **fields}, role)

    async def appeal(self, content: str = "Which?", *, about: int = 1, **fields: Any) -> httpx2.Response:
        """Asks for a decision."""
        return await self.post("appeal", {"target_id": self.id(about), "content": content, **fields}, "proposer")

    async def resolve(self, content: str = "We agree.", *, about: int = 1, **fields: Any) -> httpx2.Response:
        """Asks for the end."""
        return await self.post("resolution", {"target_id": self.id(about), "content": content, **fields}, "proposer")

    async def rule(self, content: str = "Do it.", **fields: Any) -> httpx2.Response:
        """Decides."""
        return await self.post("ruling", {"content": content, **fields}, "arbitrator")

    async def intervene(self, **fields: Any) -> httpx2.Response:
        """Stops the debate."""
        return await self.post("intervention", fields, "arbitrator")

    async def wait(self, role: str, on: int = 1, seconds: float = 0) -> httpx2.Response:
        """Waits for the others."""
        asked: dict[str, str | float] = {"argument_id": self.id(on), "role": role, "timeout": seconds}
        return await self.http.get(f"{self.path}/wait", params=asked, headers=self._as(role))

    async def context(self, role: str | None = None, limit: int = 10) -> dict[str, Any]:
        """Reads it."""
        asked = {"argument_limit": limit} if role is None else {"argument_limit": limit, "role": role}
        return said(await self.http.get(self.path, params=asked))

    async def arguments(self) -> list[dict[str, Any]]:
        """All its arguments."""
        found: list[dict[str, Any]] = []
        after: int | None = 0
        while after is not None:
            page = said(await self.http.get(f"{self.path}/arguments", params={"after": after, "limit": 500}))
            found += page["arguments"]
            after = page["next_after"]
        return found

    async def sound(self) -> bool:
        """Whether its record verifies."""
        return said(await self.http.get(f"{self.path}/verify"))["sound"]

    async def post(self, verb: str, body: Mapping[str, Any], role: str) -> httpx2.Response:
        """Any request that moves, made as a seat."""
        return await self.http.post(f"{self.path}/{verb}", json=body, headers=self._as(role))

    def _as(self, role: str) -> dict[str, str]:
        return bearer(self.keys.get(role))


async def write_long_record(store: RecordStore, debate: str, arguments: int) -> None:
    """A debate in which two sides have argued for long, written at once: making each move would take too long."""
    setup = Arbitration(title="A long one", debate_type="general_debate")
    tabled = Tabled.opening(arbitration, setup, START).playing("proposer", Motion(content="line 1"), START)
    entries, position = list(tabled.entries), tabled.position
    for line in range(2, arguments + 1):
        claim = Claim(content=f"line {line}", target=line - 1)
        tabled = Tabled.nothing(position).playing(position.waits_for()[0], claim, START)
        position = tabled.position
        entries += tabled.entries
    lines: list[Line] = []
    for entry in entries:
        lines.append(written(entry, lines[-1].hash if lines else genesis(debate)))
    card = card_of(debate, entries[0], position, lines[-1].hash)
    await store.append(Growth(debate, -1, tuple(lines), tuple(entries), None, position, card))


def said(response: httpx2.Response) -> dict[str, Any]:
    """The body of an answer that must be a success."""
    assert response.is_success, f"{response.status_code} {response.text}"
    return response.json()


def refused(response: httpx2.Response, code: str, status: int) -> dict[str, Any]:
    """The error of an answer that must be this refusal."""
    body = response.json()
    assert response.status_code == status, f"{response.status_code} {response.text}"
    assert set(body) == {"success", "error"}
    assert body["success"] is False
    assert body["error"]["code"] == code
    assert body["error"]["message"]
    return body["error"]
