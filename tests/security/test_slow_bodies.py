"""Whoever begins a request and does not end it holds nothing for long, and needs no key to be sent away."""

import asyncio
import json
from uuid import uuid4

import pytest

from moot.http import guard
from tests.support.house import API, SECONDS, Inside, Table, said
from tests.support.houses import TOKEN, guarded

__all__ = ["guarded"]
HALF = b'{"content": '


async def answered(url: str, path: str, *headers: str) -> tuple[bytes, bytes]:
    """What is answered to half a body, up to the end of the connection: status line and body."""
    host, _, port = url.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    lines = [f"POST {path} HTTP/1.1", f"Host: {host}:{port}", "Content-Length: 100", *headers]
    writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + HALF)
    async with asyncio.timeout(SECONDS):
        told = await reader.read()
    writer.close()
    head, _, body = told.partition(b"\r\n\r\n")
    return head.partition(b"\r\n")[0], body


async def test_half_a_body_is_waited_for_a_while_and_then_the_line_is_cut(
    guarded: Inside, monkeypatch: pytest.MonkeyPatch
):
    table = await Table(guarded.http, str(uuid4())).opened()
    monkeypatch.setattr(guard, "SLOWEST_BODY", 0.1)
    as_json, owner = "Content-Type: application/json", f"Authorization: Bearer {TOKEN}"
    form = "Content-Type: application/x-www-form-urlencoded"
    asked = [(f"{API}/debates", as_json), (f"{table.path}/intervention", as_json, owner), ("/sign-in", form)]
    async with guarded.listening() as url:
        for path, *headers in asked:
            status, body = await answered(url, path, *headers)
            assert status == b"HTTP/1.1 408 Request Timeout", path
            assert json.loads(body)["error"]["code"] == "REQUEST_TOO_SLOW", path
    assert (await table.context())["debate"]["seq"] == 1
    said(await guarded.http.get(table.path))
