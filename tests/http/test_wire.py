"""What only a real socket can do wrong: bodies that are too large, cut off, or not what they said."""

import json
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import anyio
import pytest

from moot.http.guard import LARGEST_BODY
from tests.support.house import API, MEMORY, SECONDS, ServerProcess, Table, said


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with ServerProcess.serving(MEMORY) as server:
        yield server
        server.terminate()
        assert "Traceback" not in server.log


async def answer_to(server: ServerProcess, *parts: bytes, then_close: bool = False) -> tuple[int, bytes]:
    """The status and body that a server gives to these bytes; what it does not want to read is not pressed on it."""
    host, port = server.url.removeprefix("http://").split(":")
    with anyio.fail_after(SECONDS):
        async with await anyio.connect_tcp(host, int(port)) as stream:
            try:
                for part in parts:
                    await stream.send(part)
            except (anyio.BrokenResourceError, ConnectionResetError):
                pass
            if then_close:
                return 0, b""
            received = b""
            try:
                while not _whole(received):
                    received += await stream.receive()
            except (anyio.EndOfStream, anyio.BrokenResourceError):
                pass
    head, _, body = received.partition(b"\r\n\r\n")
    return int(head.split()[1]), body


def _whole(received: bytes) -> bool:
    head, ended, body = received.partition(b"\r\n\r\n")
    lengths = [line.partition(b":")[2] for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
    return bool(ended) and bool(lengths) and len(body) >= int(lengths[0])


def post(path: str, *headers: str) -> bytes:
    lines = [f"POST {API}/{path} HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json", *headers]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def error_of(body: bytes) -> dict[str, Any]:
    told = json.loads(body)
    assert told["success"] is False
    return told["error"]


async def test_a_body_that_says_it_is_too_large_is_refused_before_it_is_sent(server: ServerProcess):
    status, body = await answer_to(server, post("debates", f"Content-Length: {LARGEST_BODY + 1}"))
    assert (status, error_of(body)["code"]) == (413, "CONTENT_TOO_LARGE")


async def test_a_body_that_is_too_large_is_refused_while_it_is_sent(server: ServerProcess):
    chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    # A single byte too many: were more on its way when the connection is closed, the answer might be cut off.
    chunks = [*[chunk] * (LARGEST_BODY // 0x10000), b"1\r\nx\r\n"]
    for path in ("debates", "documents", f"debates/{uuid4()}/intervention"):
        status, body = await answer_to(server, post(path, "Transfer-Encoding: chunked"), *chunks)
        assert (status, error_of(body)["code"]) == (413, "CONTENT_TOO_LARGE")


async def test_the_largest_body_is_read_whole(server: ServerProcess):
    body = b'{"a": "' + b"x" * (LARGEST_BODY - 9) + b'"}'
    assert len(body) == LARGEST_BODY
    status, told = await answer_to(server, post("debates", f"Content-Length: {len(body)}"), body)
    assert (status, error_of(told)["code"]) == (422, "INVALID_INPUT")


@pytest.mark.parametrize("path", ["debates", "documents", "debates/x/intervention"])
async def test_a_caller_who_hangs_up_in_the_middle_does_no_harm(server: ServerProcess, path: str):
    await answer_to(server, post(path, "Content-Length: 1000"), b'{"content": "', then_close=True)
    async with server.client() as http:
        said(await http.get(f"{API}/health"))


async def test_a_caller_who_hangs_up_while_it_waits_does_no_harm(server: ServerProcess):
    async with server.client() as http:
        table = await Table(http, str(uuid4())).opened()
        path = f"{table.path}/wait?argument_id={table.id(1)}&role=proposer&timeout=60"
        for way in (path, f"{table.path}/events"):
            await answer_to(server, f"GET {way} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode(), then_close=True)
        said(await table.claim("opponent"))
        assert await table.sound()


@pytest.mark.parametrize(
    "request_line",
    [
        b"GET /api/v1/debates/%ff%fe HTTP/1.1",
        b"GET /api/v1/debates/%00 HTTP/1.1",
        b"GET /api/v1/debates?q=%ff HTTP/1.1",
    ],
)
async def test_bytes_in_the_address_that_are_no_text_do_no_harm(server: ServerProcess, request_line: bytes):
    status, body = await answer_to(server, request_line + b"\r\nHost: 127.0.0.1\r\n\r\n")
    assert status in (200, 404, 422)
    assert json.loads(body)


async def test_a_caller_who_names_no_host_is_turned_away(server: ServerProcess):
    status, body = await answer_to(server, f"GET {API}/health HTTP/1.0\r\n\r\n".encode())
    assert (status, error_of(body)["code"]) == (403, "FORBIDDEN")


async def test_head_is_answered_without_a_body(server: ServerProcess):
    status, body = await answer_to(
        server, f"HEAD {API}/nothing HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode()
    )
    assert (status, body) == (404, b"")


async def test_a_header_that_is_no_text_does_no_harm(server: ServerProcess):
    headers = (
        b"Host: 127.0.0.1\r\nAuthorization: Bearer \xff\xfe\r\nCookie: moot_session=\xff; \xfe\r\nOrigin: \xff\r\n"
    )
    status, body = await answer_to(server, f"POST {API}/debates HTTP/1.1\r\n".encode() + headers + b"\r\n")
    assert (status, error_of(body)["code"]) == (403, "FORBIDDEN")


@pytest.mark.parametrize("garbage", [b"\x00\xff\r\n\r\n", b"GET\r\n\r\n", post("debates", "Content-Length: many")])
async def test_what_is_no_http_is_refused(server: ServerProcess, garbage: bytes):
    status, _ = await answer_to(server, garbage)
    assert status == 400
