"""The server itself: a socket on this machine, in a thread of its own."""

import asyncio
import json
import socket
import struct
import threading
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, Self, TypeAlias, cast

from moot.testing.wire.completions import DONE, chunks, completion, failure, models
from moot.testing.wire.filling import CannotFill
from moot.testing.wire.replies import Reply, failing
from moot.testing.wire.requests import Asked, read_request

Script: TypeAlias = Callable[[Asked], Reply] | Sequence[Reply]
"""What a model answers: a function of the request; or these, one after the other, and then as usual."""


class WireServer:
    """Speaks `/v1/chat/completions` and `/v1/models`; `GET /calls` tells how often it was asked what.

    Used with `with`; then `url` is what a client takes as its base URL.
    """

    def __init__(
        self, script: Script | Mapping[str, Script] = (), *, port: int = 0, usual: Reply | None = None
    ) -> None:
        by_model = cast(Mapping[str, Script], script if isinstance(script, Mapping) else {"*": script})
        self._scripts = {name: said if callable(said) else deque(said) for name, said in by_model.items()}
        self._usual = usual or Reply()
        self._port = port
        self._asked: list[Asked] = []
        self._arrival = threading.Condition()
        self._ready = threading.Event()
        self._stop: Callable[[], object] = lambda: None
        self._trouble: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="wire", daemon=True)
        self.url = ""
        self.connections = 0
        """How many were made to it."""

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait()
        if self._trouble is not None:
            raise self._trouble
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()
        self._thread.join()

    def wait(self) -> None:
        """Serves until it is stopped."""
        self._thread.join()

    @property
    def asked(self) -> Sequence[Asked]:
        """Every completion that was asked for, oldest first."""
        with self._arrival:
            return tuple(self._asked)

    @property
    def calls(self) -> Mapping[tuple[str, str], int]:
        """How often it was asked, by model and marker."""
        return Counter((each.model, each.marker) for each in self.asked)

    def awaited(self, number: int, seconds: float = 30.0) -> Sequence[Asked]:
        """Waits until it was asked so often."""
        with self._arrival:
            if not self._arrival.wait_for(lambda: len(self._asked) >= number, seconds):
                raise TimeoutError(f"Only {len(self._asked)} of {number} requests came within {seconds:g} s.")
            return tuple(self._asked)

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except OSError as trouble:
            self._trouble = trouble
            self._ready.set()

    async def _serve(self) -> None:
        talks: set[asyncio.Task[None]] = set()

        def begin(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            self.connections += 1
            talk = asyncio.create_task(self._talk(reader, writer))
            talks.add(talk)
            talk.add_done_callback(talks.discard)

        server = await asyncio.start_server(begin, "127.0.0.1", self._port, limit=1 << 24, backlog=4096)
        loop, stopped = asyncio.get_running_loop(), asyncio.Event()
        self._stop = lambda: loop.call_soon_threadsafe(stopped.set)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
        self._ready.set()
        await stopped.wait()
        server.close()
        for talk in talks:
            talk.cancel()
        await asyncio.gather(*talks, return_exceptions=True)

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while (asked := await read_request(reader)) is not None and await self._reply(asked, writer):
                pass
        except ConnectionError:
            pass
        finally:
            writer.close()

    async def _reply(self, asked: Asked, writer: asyncio.StreamWriter) -> bool:
        """Answers one request; whether the connection goes on."""
        match asked.method, asked.path.partition("?")[0]:
            case "POST", "/v1/chat/completions":
                return await self._complete(asked, writer)
            case "GET", "/v1/models":
                return await _send(writer, models([name for name in self._scripts if name != "*"]))
            case "GET", "/calls":
                return await _send(writer, self._counts())
            case _:
                return await _send(writer, failure(failing(404, f"There is no {asked.path}.")), 404)

    async def _complete(self, asked: Asked, writer: asyncio.StreamWriter) -> bool:
        number, reply = self._heard(asked)
        # Made up before the wait: an answer that takes 50 ms should take 50 ms.
        answer = _made_up(asked, reply, number)
        if reply.gate is not None:
            await reply.gate.passed()
        await asyncio.sleep(reply.delay)
        if reply.reset:
            _tear_down(writer)
            return False
        match answer:
            case list():
                return await _stream(writer, answer, reply.cut)
            case bytes():
                return await _send_bytes(writer, answer, 200, {"Content-Type": "application/json"}, reply.cut)
            case Reply():
                return await _send(writer, failure(answer), answer.status, answer.headers)

    def _heard(self, asked: Asked) -> tuple[int, Reply]:
        with self._arrival:
            self._asked.append(asked)
            self._arrival.notify_all()
            script = self._scripts.get(asked.model, self._scripts.get("*"))
            if callable(script):
                return len(self._asked), script(asked)
            return len(self._asked), script.popleft() if script else self._usual

    def _counts(self) -> dict[str, Any]:
        counted = [{"model": model, "marker": marker, "calls": n} for (model, marker), n in self.calls.items()]
        return {"total": len(self.asked), "calls": counted}


def _made_up(asked: Asked, reply: Reply, number: int) -> list[bytes] | bytes | Reply:
    """What is sent: events, a body, or a failure."""
    if reply.status != 200:
        return reply
    if reply.body is not None:
        return reply.body
    try:
        if asked.streams:
            return [*chunks(asked, reply, number), DONE]
        return json.dumps(completion(asked, reply, number), ensure_ascii=False).encode()
    except CannotFill as cannot:
        return failing(400, str(cannot))


def _tear_down(writer: asyncio.StreamWriter) -> None:
    """Ends a connection so that the caller's system is told of a reset and not of an end."""
    talking: socket.socket = writer.get_extra_info("socket")
    talking.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


async def _send(
    writer: asyncio.StreamWriter, body: Any, status: int = 200, headers: Mapping[str, str] | None = None
) -> bool:
    sent = json.dumps(body, ensure_ascii=False).encode()
    return await _send_bytes(writer, sent, status, {"Content-Type": "application/json", **(headers or {})})


async def _send_bytes(
    writer: asyncio.StreamWriter, sent: bytes, status: int, headers: Mapping[str, str], cut: float | None = None
) -> bool:
    _head(writer, status, {**headers, "Content-Length": str(len(sent))})
    writer.write(sent if cut is None else sent[: int(len(sent) * cut)])
    await writer.drain()
    return cut is None


async def _stream(writer: asyncio.StreamWriter, events: Sequence[bytes], cut: float | None) -> bool:
    _head(writer, 200, {"Content-Type": "text/event-stream", "Transfer-Encoding": "chunked"})
    for event in events if cut is None else events[: max(1, int(len(events) * cut))]:
        writer.write(f"{len(event):x}\r\n".encode() + event + b"\r\n")
        await writer.drain()
    if cut is None:
        writer.write(b"0\r\n\r\n")
        await writer.drain()
    return cut is None


def _head(writer: asyncio.StreamWriter, status: int, headers: Mapping[str, str]) -> None:
    lines = [f"HTTP/1.1 {status} .", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
    writer.write("\r\n".join(lines).encode("latin-1"))
