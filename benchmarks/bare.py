"""The floor: FastAPI and SQLite with nothing between them, and a bare asyncio notification.

In a process of its own, `python -m benchmarks.bare DATABASE` prints its address.
"""

import asyncio
import json
import socket
import sqlite3
import sys
from collections import defaultdict
from contextlib import suppress
from threading import Lock

import uvicorn
from fastapi import FastAPI, WebSocket
from pydantic import BaseModel
from starlette.websockets import WebSocketDisconnect

from benchmarks.child import say, stop_with_parent
from benchmarks.debating import CONTENT


class Said(BaseModel):
    """The body that Moot takes, too."""

    role: str
    target_id: str
    content: str
    client_request_id: str | None = None


class Kept(BaseModel):
    """That a row is kept durably."""

    line: int


class Woken(BaseModel):
    """That what was waited for has come."""

    line: int


def application(database: str) -> FastAPI:
    """One INSERT and COMMIT a request, in the two ways that FastAPI knows; and events to wait for, by name."""
    app = FastAPI()
    table = _Table(database)
    lock = Lock()
    bells = defaultdict[str, _Bell](_Bell)

    async def keep(debate_id: str, said: Said) -> Kept:
        return Kept(line=table.insert(debate_id, said))

    def keep_in_thread(debate_id: str, said: Said) -> Kept:
        with lock:
            return Kept(line=table.insert(debate_id, said))

    async def wait(after: int, bell: str = "") -> Woken:
        return Woken(line=await bells[bell].wait(after))

    async def announce(bell: str = "") -> Woken:
        return Woken(line=bells[bell].ring())

    async def watch(socket: WebSocket, bell: str = "") -> None:
        line = bells[bell].line
        await socket.accept()
        with suppress(WebSocketDisconnect):
            while True:
                line = await bells[bell].wait(line)
                await socket.send_text(json.dumps({"event": "new_argument", "seq": line, "data": CONTENT}))

    async def health() -> dict[str, str]:
        return {"status": "ok"}

    app.add_api_route("/debates/{debate_id}/lines", keep, methods=["POST"], status_code=201)
    app.add_api_route("/debates/{debate_id}/lines-in-thread", keep_in_thread, methods=["POST"], status_code=201)
    app.add_api_route("/wait", wait, methods=["GET"])
    app.add_api_route("/announce", announce, methods=["POST"], status_code=201)
    app.add_api_websocket_route("/watch", watch)
    app.add_api_route("/api/v1/health", health, methods=["GET"])
    return app


def serve(database: str) -> None:
    """Serves the floor with the settings of Moot's own server."""
    listening = socket.create_server(("127.0.0.1", 0), backlog=4096)
    config = uvicorn.Config(
        application(database),
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="off",
        timeout_graceful_shutdown=5,
        backlog=4096,
    )
    server = uvicorn.Server(config)
    host, port = listening.getsockname()

    async def run() -> None:
        say(f"http://{host}:{port}")
        await server.serve(sockets=[listening])

    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(run())


class _Table:
    """Rows in a file, as durable as Moot's: write-ahead log, synchronous=FULL."""

    def __init__(self, database: str) -> None:
        self._connection = sqlite3.connect(database, isolation_level=None, check_same_thread=False)
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = FULL")
        columns = "line INTEGER PRIMARY KEY, debate TEXT, role TEXT, target TEXT, content TEXT, request TEXT"
        self._connection.execute(f"CREATE TABLE lines ({columns})")

    def insert(self, debate: str, said: Said) -> int:
        """Keeps one row; without BEGIN, SQLite commits each statement by itself."""
        row = (debate, said.role, said.target_id, said.content, said.client_request_id)
        statement = "INSERT INTO lines (debate, role, target, content, request) VALUES (?, ?, ?, ?, ?)"
        kept = self._connection.execute(statement, row).lastrowid
        assert kept is not None
        return kept


class _Bell:
    """Wakes all who wait, as barely as asyncio can."""

    def __init__(self) -> None:
        self._event = asyncio.Event()
        self.line = 0

    async def wait(self, after: int) -> int:
        """Waits until it has rung more often than this: whoever comes late is not left waiting."""
        if self.line <= after:
            await self._event.wait()
        return self.line

    def ring(self) -> int:
        """Wakes all who wait now."""
        self.line += 1
        self._event.set()
        self._event = asyncio.Event()
        return self.line


if __name__ == "__main__":
    stop_with_parent()
    serve(sys.argv[1])
