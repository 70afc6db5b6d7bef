"""Lines against servers that say byte for byte what a test wants."""

import asyncio
import ssl
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx2
import pytest

from moot.players.model import lines as lines_of
from moot.players.model.lines import Lines

pytestmark = pytest.mark.anyio

TLS = Path(__file__).parent / "tls"
Speaks = Callable[[asyncio.StreamWriter, int], Awaitable[None]]


class Server:
    """Reads requests whole, and lets a test answer them."""

    def __init__(self, speaks: Speaks) -> None:
        self._speaks = speaks
        self.connections = 0
        self.asked: list[bytes] = []
        self.served: list[asyncio.Task[object]] = []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.served.append(task)
        self.connections += 1
        try:
            while not writer.is_closing():
                head = await reader.readuntil(b"\r\n\r\n")
                self.asked.append(head + await reader.readexactly(_length(head)))
                await self._speaks(writer, len(self.asked))
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()
            with suppress(ConnectionError, ssl.SSLError):
                await writer.wait_closed()


def _length(head: bytes) -> int:
    lines = head.lower().split(b"\r\n")
    return next(int(line.partition(b":")[2]) for line in lines if line.startswith(b"content-length:"))


@asynccontextmanager
async def talking(
    speaks: Speaks, tls: ssl.SSLContext | None = None
) -> AsyncGenerator[tuple[Server, httpx2.AsyncClient]]:
    server = Server(speaks)
    async with await asyncio.start_server(server.serve, "127.0.0.1", 0, ssl=tls) as listening:
        port = listening.sockets[0].getsockname()[1]
        url = f"{'http' if tls is None else 'https'}://127.0.0.1:{port}"
        async with httpx2.AsyncClient(transport=Lines(), base_url=url, timeout=30) as client:
            yield server, client
        await asyncio.gather(*server.served)


def saying(*answers: bytes, then_close: bool = False) -> Speaks:
    async def speaks(writer: asyncio.StreamWriter, number: int) -> None:
        writer.write(answers[min(number, len(answers)) - 1])
        if then_close:
            writer.close()

    return speaks


WHOLE = b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello"


async def test_a_line_is_used_again_and_the_request_arrives_as_it_was_written():
    async with talking(saying(WHOLE)) as (server, client):
        for _ in range(3):
            answer = await client.post("/v1/x?y=z", content=b"body", headers={"X-One": "1"})
            assert (answer.status_code, answer.content) == (200, b"hello")
    assert server.connections == 1
    assert server.asked[0].startswith(b"POST /v1/x?y=z HTTP/1.1\r\n")
    assert b"x-one: 1\r\n" in server.asked[0].lower()
    assert server.asked[0].endswith(b"\r\n\r\nbody")


async def test_requests_at_once_have_a_line_each():
    arrived, all_there = [0], asyncio.Event()

    async def speaks(writer: asyncio.StreamWriter, number: int) -> None:
        arrived[0] += 1
        if arrived[0] == 3:
            all_there.set()
        await all_there.wait()
        writer.write(WHOLE)

    async with talking(speaks) as (server, client):
        answers = await asyncio.gather(*(client.post("/", content=b"") for _ in range(3)))
    assert [answer.content for answer in answers] == [b"hello"] * 3
    assert server.connections == 3


@pytest.mark.parametrize(
    ("sent", "closes", "body"),
    [
        (b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n", False, b"hello"),
        (b"HTTP/1.1 200 OK\r\n\r\nuntil the end", True, b"until the end"),
        (b"HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n" + WHOLE, False, b"hello"),
        (b"HTTP/1.1 204 No Content\r\n\r\n", False, b""),
        (b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\nconnection: close\r\n\r\nhello", True, b"hello"),
    ],
)
async def test_bodies_end_where_http_says(sent: bytes, closes: bool, body: bytes):
    async with talking(saying(sent, then_close=closes)) as (server, client):
        assert (await client.post("/", content=b"")).content == body
        assert (await client.post("/", content=b"")).content == body
    assert server.connections == (2 if closes else 1)


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nhalf",
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\nhalf",
        b"HTTP/1.1 200 OK\r\ncontent-le",
        b"220 mail.example ESMTP\r\n",
        b"HTTP/1.1 200 OK\r\nx: " + b"y" * 200_000 + b"\r\n\r\n",
        b"HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n",
    ],
)
async def test_what_is_no_whole_answer_is_an_error_of_the_other_side(sent: bytes):
    async with talking(saying(sent, then_close=True)) as (_, client):
        with pytest.raises(httpx2.TransportError):
            await client.post("/", content=b"")


async def test_what_comes_unasked_is_never_taken_for_the_next_answer():
    async with talking(saying(WHOLE + WHOLE, WHOLE.replace(b"hello", b"other"))) as (server, client):
        assert (await client.post("/", content=b"")).content == b"hello"
        assert (await client.post("/", content=b"")).content == b"other"
    assert server.connections == 2


async def test_an_answer_that_is_left_unread_ends_its_line():
    async with talking(saying(b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf", WHOLE)) as (server, client):
        async with client.stream("POST", "/", content=b"") as answer:
            assert answer.status_code == 200
        assert (await client.post("/", content=b"")).content == b"hello"
    assert server.connections == 2


async def test_a_line_that_lay_idle_too_long_is_not_used(monkeypatch: pytest.MonkeyPatch):
    async with talking(saying(WHOLE)) as (server, client):
        await client.post("/", content=b"")
        monkeypatch.setattr(lines_of, "KEPT", -1.0)
        await client.post("/", content=b"")
    assert server.connections == 2


async def test_a_header_cannot_end_its_line_and_begin_another():
    async with talking(saying(WHOLE)) as (server, client):
        with pytest.raises(httpx2.LocalProtocolError):
            await client.post("/", content=b"", headers=[(b"X", b"1\r\nY: 2")])
    assert server.asked == []


async def test_silence_and_nobody_there_are_told_apart():
    async def silent(writer: asyncio.StreamWriter, number: int) -> None:
        pass

    async with talking(silent) as (_, client):
        with pytest.raises(httpx2.ReadTimeout):
            await client.post("/", content=b"", timeout=0.01)
        with pytest.raises(httpx2.ConnectError):
            await client.post("http://127.0.0.1:1/", content=b"")


async def test_much_that_nobody_reads_makes_the_server_wait():
    size = 64 * 1024 * 1024
    written: list[int] = [0]

    async def speaks(writer: asyncio.StreamWriter, number: int) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n" % size)
        while written[0] < size:
            writer.write(bytes(1024 * 1024))
            written[0] += 1024 * 1024
            await writer.drain()

    async with talking(speaks) as (_, client), client.stream("POST", "/", content=b"") as answer:
        for _ in range(200):
            await asyncio.sleep(0)
        assert written[0] < size
        assert sum([len(part) async for part in answer.aiter_raw()]) == size


async def test_a_certificate_is_checked(monkeypatch: pytest.MonkeyPatch):
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(TLS / "certificate.pem", TLS / "key.pem")
    async with talking(saying(WHOLE), tls) as (_, client):
        with pytest.raises(httpx2.ConnectError, match="certificate"):
            await client.post("/", content=b"")
    monkeypatch.setenv("SSL_CERT_FILE", str(TLS / "certificate.pem"))
    async with talking(saying(WHOLE), tls) as (_, client):
        assert (await client.post("/", content=b"")).content == b"hello"
