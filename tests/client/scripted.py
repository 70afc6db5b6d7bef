"""A real HTTP server in a thread that answers each request as its script says, faults included."""

import json
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qsl, urlsplit


@dataclass(frozen=True)
class Asked:
    """A request that came in."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: Any


@dataclass(frozen=True)
class Reply:
    """What to answer; `cut` sends only so many bytes of the body and closes the connection."""

    body: Any = field(default_factory=dict[str, Any])
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict[str, str])
    cut: int | None = None
    early: bool = False
    """Whether to answer without reading what was sent."""
    then: Callable[[], None] = lambda: None
    """Called before the answer is sent."""

    @property
    def sent(self) -> bytes:
        return self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()


def refusal(status: int, code: str, **fields: Any) -> Reply:
    """An error as Moot says it."""
    return Reply({"success": False, "error": {"code": code, "message": "No.", **fields}}, status)


Event = tuple[int, str, Any]
"""The line, the name and the data of a server-sent event."""


def sse(*events: Event, cut: int | None = None) -> Reply:
    """A stream of events that ends, each with a word that keeps the connection open."""
    text = "".join(
        f"id: {seq}\nevent: {name}\ndata: {json.dumps(data)}\n\n: still here\n\n" for seq, name, data in events
    )
    return Reply(text.encode(), headers={"Content-Type": "text/event-stream"}, cut=cut)


HANG_UP = Reply(cut=-1)
"""Takes the request and closes the connection without a word."""


class ScriptedServer:
    """Answers in the order of the script; what comes after its end gets status 500."""

    def __init__(self, *script: Reply, port: int = 0) -> None:
        self.asked: list[Asked] = []
        self._script = deque(script)
        self._server = ThreadingHTTPServer(("127.0.0.1", port), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self.port: int = self._server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        reply = self._script.popleft() if self._script else Reply({}, 500)
        size = 0 if reply.early else int(handler.headers.get("Content-Length") or 0)
        body = json.loads(handler.rfile.read(size)) if size else None
        parts = urlsplit(handler.path)
        headers = {name.lower(): value for name, value in handler.headers.items()}
        self.asked.append(Asked(handler.command, parts.path, dict(parse_qsl(parts.query)), headers, body))
        reply.then()
        if reply.cut != -1:
            _send(handler, reply)

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                server.answer(self)

            do_POST = do_PUT = do_PATCH = do_DELETE = do_GET

            def log_message(self, format: str, *args: Any) -> None:
                pass

        return Handler


def _send(handler: BaseHTTPRequestHandler, reply: Reply) -> None:
    handler.send_response(reply.status)
    streams = reply.headers.get("Content-Type") == "text/event-stream"
    if not streams:
        handler.send_header("Content-Length", str(len(reply.sent)))
    for name, value in reply.headers.items():
        handler.send_header(name, value)
    handler.end_headers()
    handler.wfile.write(reply.sent if reply.cut is None else reply.sent[: reply.cut])
