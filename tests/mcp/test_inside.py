"""Asking an application in this process: streams are read as they come, and every way to fail ends."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import anyio
import httpx2
import pytest
from starlette.types import Receive, Scope, Send

from moot.mcp.brevity import MOST, shortly
from moot.mcp.inside import InProcess
from moot.mcp.refusing import Refused
from moot.mcp.wire import Wire

App = Callable[[Scope, Receive, Send], Awaitable[None]]
START = {"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/event-stream")]}


def reaching(app: App) -> Wire:
    return Wire(httpx2.AsyncClient(transport=InProcess(app), base_url="http://127.0.0.1"), address=("10.0.0.1", 5))


async def test_a_stream_is_read_as_it_comes_and_left_when_nobody_reads_on():
    left = asyncio.Event()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await send(START)
            for number in range(1000):
                data = f'id: {number}\nevent: e\ndata: {{"n": {number}}}\n\n'.encode()
                await send({"type": "http.response.body", "body": data, "more_body": True})
            await asyncio.Event().wait()
        finally:
            left.set()

    seen: list[int] = []
    events = reaching(app).grows("/x")
    with anyio.fail_after(10):
        async for event in events:
            seen.append(event["data"]["n"])
            if len(seen) == 3:
                break
        await events.aclose()
        await left.wait()
    assert seen == [0, 1, 2]


async def test_the_caller_and_its_address_are_passed_on():
    told: dict[str, Any] = {}

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        told.update(scope, body=(await receive())["body"])
        await send({**START, "headers": [(b"content-type", b"application/json")]})
        await send({"type": "http.response.body", "body": b'{"fine": true}'})

    wire = reaching(app)
    assert await wire.ask("POST", "/debates/a%2Fb", {"q": "ö &"}, {"x": 1}) == {"fine": True}
    assert (told["client"], told["method"], told["path"]) == (("10.0.0.1", 5), "POST", "/api/v1/debates/a/b")
    assert (told["raw_path"], told["query_string"]) == (b"/api/v1/debates/a%2Fb", b"q=%C3%B6+%26")
    assert told["body"] == b'{"x": 1}'


async def breaks_at_once(scope: Scope, receive: Receive, send: Send) -> None:
    raise RuntimeError("a fault of ours")


async def says_nothing(scope: Scope, receive: Receive, send: Send) -> None:
    pass


@pytest.mark.parametrize("app", [breaks_at_once, says_nothing])
async def test_a_house_that_gives_no_answer_is_told_so(app: App, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("moot.mcp.wire.FIRST_REST", 0)
    with pytest.raises(Refused, match="NO_SERVER"), anyio.fail_after(10):
        await reaching(app).ask("GET", "/debates")


async def test_what_breaks_off_in_the_middle_ends_the_stream():
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await send(START)
        for _ in range(16):
            await send({"type": "http.response.body", "body": b"data: {}\n\n", "more_body": True})
        raise RuntimeError("a fault of ours")

    with anyio.fail_after(10):
        assert len([event async for event in reaching(app).grows("/x")]) == 16


async def test_a_write_without_a_request_id_is_never_sent_twice(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("moot.mcp.wire.FIRST_REST", 0)
    tries: list[str] = []

    def lose(request: httpx2.Request) -> httpx2.Response:
        tries.append(request.method)
        raise httpx2.ReadError("gone")

    wire = Wire(httpx2.AsyncClient(transport=httpx2.MockTransport(lose), base_url="http://x"))
    for body, times in (({"a": 1}, 1), ({"a": 1, "client_request_id": "r"}, 4)):
        tries.clear()
        with pytest.raises(Refused, match="NO_SERVER"):
            await wire.ask("POST", "/agents", None, body)
        assert len(tries) == times


def test_an_answer_fits_however_large_it_was():
    huge = {"lines": [{"text": "x" * 10_000, "more": {str(n): "y" * 500 for n in range(300)}} for _ in range(500)]}
    told = shortly(huge, 2_000)
    assert len(str(told)) < MOST
    assert "lines (5 of 500)" in told["shortened"]
    assert shortly({"text": "short"}, 2_000) == {"text": "short"}
