"""Asking an application in this process as if over the network; its answer is read as it comes."""

import asyncio
import logging
from collections.abc import AsyncIterator

import httpx2
from starlette.types import ASGIApp, Message, Scope

_log = logging.getLogger("moot.mcp")


class InProcess(httpx2.AsyncBaseTransport):
    """Hands requests to an ASGI application. Unlike httpx's own, it does not wait for the end of a stream."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """One exchange; who gives up waiting for it ends it."""
        exchange = _Exchange(await request.aread())
        task = asyncio.create_task(self._serve(_scope(request), exchange), name="mcp exchange")
        task.add_done_callback(exchange.over)
        try:
            status, headers = await exchange.started
        except asyncio.CancelledError:
            task.cancel()
            raise
        return httpx2.Response(status, headers=headers, stream=_Body(exchange, task))

    async def _serve(self, scope: Scope, exchange: "_Exchange") -> None:
        await self._app(scope, exchange.receive, exchange.send)


class _Exchange:
    """A request that is being answered."""

    def __init__(self, body: bytes) -> None:
        self.started: asyncio.Future[tuple[int, list[tuple[bytes, bytes]]]] = asyncio.get_running_loop().create_future()
        self.parts: asyncio.Queue[bytes | None] = asyncio.Queue(maxsize=16)
        self.complete = False
        """Whether all of it was said."""
        self.cut = False
        """Whether no more comes than what lies there."""
        self._body: bytes | None = body
        self._gone = asyncio.Event()

    async def receive(self) -> Message:
        body, self._body = self._body, None
        if body is not None:
            return {"type": "http.request", "body": body, "more_body": False}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            if not self.started.done():
                self.started.set_result((message["status"], list(message["headers"])))
        elif message["type"] == "http.response.body":
            if message.get("body"):
                await self.parts.put(message["body"])
            if not message.get("more_body"):
                self.complete = True
                await self.parts.put(None)

    def leave(self) -> None:
        """The caller reads no further."""
        self._gone.set()

    def over(self, task: asyncio.Task[None]) -> None:
        """The application is done, one way or another."""
        fault = None if task.cancelled() else task.exception()
        if fault is not None:
            _log.error("A request of a tool failed.", exc_info=fault)
        if not self.started.done():
            self.started.set_exception(httpx2.RemoteProtocolError("The house gave no answer."))
        try:
            self.parts.put_nowait(None)
        except asyncio.QueueFull:
            self.cut = True


class _Body(httpx2.AsyncByteStream):
    def __init__(self, exchange: _Exchange, task: asyncio.Task[None]) -> None:
        self._exchange = exchange
        self._task = task

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while (part := await self._exchange.parts.get()) is not None:
            yield part
            if self._exchange.cut and self._exchange.parts.empty():
                return

    async def aclose(self) -> None:
        self._exchange.leave()
        if not self._exchange.complete:
            self._task.cancel()


def _scope(request: httpx2.Request) -> Scope:
    url = request.url
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request.method,
        "headers": [(name.lower(), value) for name, value in request.headers.raw],
        "scheme": url.scheme,
        "path": url.path,
        "raw_path": url.raw_path.split(b"?")[0],
        "query_string": url.query,
        "server": (url.host, url.port),
        "client": request.extensions.get("client"),
        "root_path": "",
    }
