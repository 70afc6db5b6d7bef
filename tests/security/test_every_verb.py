"""Every verb against every kind of caller that must not use it, made from the routes: a new one cannot be forgotten."""

import re
from collections.abc import AsyncIterator, Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import httpx2
import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.types import ASGIApp
from starlette.websockets import WebSocketDisconnect

from moot.http import openapi
from moot.http.watching import ACTS
from moot.mcp import PATH
from tests.http.arena import Town, town
from tests.support.house import API, Table, bearer, said
from tests.support.houses import TOKEN

SAFE = {"GET", "HEAD", "OPTIONS"}
OPEN_API = {f"GET {API}/health", f"GET {API}/ready", f"GET {API}/openapi.json"}
OPEN_PAGES = {"GET /sign-in", "GET /favicon.ico"}
"""What anybody may see of a house that is not public: that it is there, and where to sign in."""
OWN_DOORS = {
    "POST /sign-in",
    "GET /shared/{key}",
    "GET /x/start",
    "GET /x/callback",
    "GET /claim/{token}",
    "POST /claim/{token}",
}
"""Pages to which a key of another kind is brought: they have tests of their own (tests/web)."""
WHO = ("the seat of another debate", "the reader of another debate", "an agent", "a moderator")
NONE = str(uuid4())
SOCKET = f"WS {API}/debates/{{debate_id}}/ws"
_ASKED = {"changes": {"from": "0", "to": "1"}, "lines": {"after": "0", "before": "9"}}
"""What must be asked along, where a page is not looked for otherwise."""


@dataclass(frozen=True)
class Scene:
    """A house that is not public, with a private debate, and one of each who has no part in it."""

    town: Town
    table: Table
    keys: dict[str, str]
    routes: tuple[str, ...]

    def path(self, route: str) -> str:
        known = {"debate_id": self.table.debate, "argument_id": self.table.id(1), "format": "arbitration", "line": "1"}
        return re.sub(r"\{(\w+)(?::\w+)?\}", lambda found: known.get(found[1], NONE), route.split(" ", 1)[1])

    async def status(self, route: str, http: httpx2.AsyncClient, **headers: str) -> httpx2.Response:
        method = route.split(" ", 1)[0]
        body: dict[str, Any] = {} if method in SAFE else {"json": {}}
        asked = _ASKED.get(route.rpartition("/")[2], {}) if API not in route else {}
        return await http.request(method, self.path(route), params=asked, headers=headers, **body)

    def of_a_debate(self) -> Iterable[str]:
        return [route for route in self.routes if "/debates/{debate_id}" in route]


def doors(app: ASGIApp) -> Iterator[BaseRoute]:
    """Every route of the application as it is served, whatever stands before it: of the API, of pages, of files."""
    while not isinstance(app, FastAPI):
        app = getattr(app, "_app")  # noqa: B009 - the layers have no other name for what is behind them
    waiting = list(app.routes)
    while waiting:
        route = waiting.pop()
        included = getattr(route, "original_router", None)
        if included is None:
            yield route
        else:
            waiting += included.routes


def told(route: BaseRoute) -> Iterator[str]:
    """A route as lines of the matrix; an entrance that takes every method is asked as programs do."""
    match route:
        case WebSocketRoute():
            yield f"WS {route.path}"
        case Mount():
            yield f"FILES {route.path}"
        case APIRoute() | Route():
            yield from (f"{method} {route.path}" for method in (route.methods or {"POST"}) - {"HEAD"})
        case _:
            raise AssertionError(f"nobody said who may use {route}")


@pytest.fixture(scope="module")
async def scene() -> AsyncIterator[Scene]:
    async with town(public=False) as there:
        table = await Table(there.house.http, str(uuid4())).opened()
        other = await Table(there.house.http, str(uuid4())).opened()
        shared = said(await there.house.http.post(f"{API}/debates/{other.debate}/links", json={}))
        agent, moderator = await there.agent(), await there.agent("moderator")
        said(await there.house.http.put(f"{API}/agents/{moderator.handle}/role", json={"role": "moderator"}))
        keys = {
            "the seat of another debate": other.keys["proposer"],
            "the reader of another debate": shared["key"],
            "an agent": agent.key,
            "a moderator": moderator.key,
        }
        routes = {line for door in doors(there.house.app) for line in told(door)}
        assert {line for line in routes if line.startswith(("WS ", "FILES "))} == {SOCKET, "FILES /static"}
        yield Scene(there, table, keys, tuple(sorted(routes - {SOCKET, "FILES /static"})))


async def lines(scene: Scene) -> int:
    return len(await scene.table.arguments())


@pytest.mark.parametrize("wrong", [None, "moot_" + "x" * 43])
async def test_nobody_unknown_gets_anything_but_the_way_in(scene: Scene, wrong: str | None):
    let_in: dict[str, int] = {}
    described = {f"{method.upper()} {path}" for path, ways in openapi()["paths"].items() for method in ways}
    assert {*described, "GET /metrics", f"POST {PATH}", "GET /operator"} <= set(scene.routes)
    async with scene.town.house.caller(wrong) as http:
        for route in scene.routes:
            if route in OPEN_API | OPEN_PAGES | OWN_DOORS:
                continue
            answer = await scene.status(route, http)
            led = answer.status_code == 303 and answer.headers["location"].startswith("/sign-in")
            if not (answer.status_code in (401, 403) or led):
                let_in[route] = answer.status_code
        assert let_in == {}


async def test_a_page_of_another_site_does_nothing_with_the_owners_cookie(scene: Scene):
    stood = await lines(scene)
    cookie = {"Cookie": f"moot_session={TOKEN}"}
    async with scene.town.house.caller(**cookie) as browser:
        for route in (*scene.routes, f"DELETE {PATH}"):
            if route.split(" ")[0] in SAFE:
                continue
            for foreign in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
                answer = await scene.status(route, browser, **foreign)
                assert answer.status_code == 403, f"{route}: {answer.status_code}"
    assert await lines(scene) == stood


async def test_the_pages_do_nothing_for_a_cookie_without_the_mark_of_their_own_form(scene: Scene):
    stood = await lines(scene)
    async with scene.town.house.caller(Cookie=f"moot_session={TOKEN}") as browser:
        for route in scene.routes:
            if API not in route and not route.startswith("GET") and route not in {*OWN_DOORS, f"POST {PATH}"}:
                answer = await scene.status(route, browser)
                assert not answer.is_success, f"{route}: {answer.status_code}"
    assert await lines(scene) == stood


@pytest.mark.parametrize("who", WHO)
async def test_who_has_no_part_in_a_debate_neither_reads_it_nor_moves_in_it(scene: Scene, who: str):
    stood = await lines(scene)
    async with scene.town.house.caller(scene.keys[who]) as http:
        for route in scene.of_a_debate():
            answer = await scene.status(route, http)
            assert answer.status_code in (403, 404, 409, 422), f"{who}, {route}: {answer.status_code}"
            assert "Use one queue" not in answer.text
    assert await lines(scene) == stood


async def test_the_socket_is_for_who_may_read_and_not_for_other_sites(scene: Scene):
    path = f"{API}/debates/{scene.table.debate}/ws"
    with TestClient(scene.town.house.app, base_url="http://127.0.0.1") as browser:
        foreign = {"Origin": "https://evil.example", "Cookie": f"moot_session={TOKEN}"}
        with pytest.raises(WebSocketDisconnect), browser.websocket_connect(path, headers=foreign):
            pass
        for key in scene.keys.values():
            with browser.websocket_connect(path, headers=bearer(key)) as socket:
                assert socket.receive_json()["data"]["code"] == "FORBIDDEN"
        with browser.websocket_connect(path) as socket:
            socket.send_json({"event": "sign_in", "data": {"token": "wrong"}})
            assert socket.receive_json()["data"]["code"] == "UNAUTHENTICATED"


@pytest.mark.parametrize("act", ACTS)
async def test_no_message_over_a_socket_does_what_is_not_the_senders_to_do(scene: Scene, act: str):
    stood = await lines(scene)
    shared = said(await scene.town.house.http.post(f"{scene.table.path}/links", json={}))
    with TestClient(scene.town.house.app, base_url="http://127.0.0.1") as browser:
        for key in (shared["key"], scene.table.keys["proposer"], scene.table.keys["opponent"]):
            with browser.websocket_connect(f"{scene.table.path}/ws", headers=bearer(key)) as socket:
                assert socket.receive_json()["event"] == "initial_state"
                socket.send_json({"event": act, "data": {"content": "I rule."}})
                assert socket.receive_json()["data"]["code"] == "FORBIDDEN"
    assert await lines(scene) == stood


ARENA = {"agents", "brackets", "debates", "fairness", "feed", "leaderboard/debates", "series"}
ANY_KEY = {
    *(f"GET {API}/{path}" for path in (*ARENA, "debate-types", "documents", "samples")),
    *(f"GET /{path}" for path in ARENA - {"leaderboard/debates"}),
    *(f"GET /{path}" for path in ("", "agents/new", "docs", "leaderboard", "list")),
    *OPEN_API,
    *OPEN_PAGES,
}
"""What every key opens: the arena, and lists of what is the holder's own."""
ITS_OWN = {
    *(f"GET {API}/{path}" for path in ("agents/me", "agents/me/keys", "notifications", "webhooks")),
    *(f"POST {API}/{path}" for path in ("notifications/read",)),
    f"PATCH {API}/agents/me",
    f"DELETE {API}/notifications/mutes/{{what}}",
    *("GET /debates/new", "GET /notifications", "GET /settings"),
}
"""What an agent reads and sets for itself."""
LETS_IN = {
    "the seat of another debate": {*ANY_KEY, "GET /debates/new"},
    "the reader of another debate": ANY_KEY,
    "an agent": ANY_KEY | ITS_OWN,
    "a moderator": {*ANY_KEY, *ITS_OWN, f"GET {API}/reports", "GET /moderation", "GET /brackets/new"},
}
BESIDE = {f"GET {API}/notifications/stream", f"POST {PATH}"}
"""A stream that does not end (tests/http/test_arena_keys.py), and a door behind which all is asked anew (tests/mcp)."""


@pytest.mark.parametrize("who", WHO)
async def test_each_kind_of_key_opens_what_is_named_here_and_nothing_else(scene: Scene, who: str):
    opened: set[str] = set()
    async with scene.town.house.caller(scene.keys[who], Accept="text/html") as http:
        for route in sorted({*scene.routes} - BESIDE - OWN_DOORS):
            answer = await scene.status(route, http)
            assert answer.status_code < 500, f"{who}, {route}: {answer.status_code}"
            led = answer.status_code == 303 and answer.headers["location"].startswith("/sign-in")
            if answer.status_code < 400 and not led:
                opened.add(route)
    assert opened == LETS_IN[who]
