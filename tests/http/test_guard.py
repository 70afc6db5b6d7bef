"""The guard at the door: whose page is asking, under which name, and what every answer carries."""

from collections.abc import AsyncIterator
from typing import Any, cast
from uuid import uuid4

import httpx2
import pytest
from fastapi import APIRouter
from starlette.types import Message
from typing_extensions import override

from moot.debate import InvalidInput, RateLimited
from moot.desk import OWNER, Caller, Desk, House
from moot.desk.replies import Receipt
from moot.http import Door, create_app
from moot.http.guard import HEADERS
from moot.settings import Settings
from moot.wiring import must_be_followed, must_be_safe
from tests.support.house import API, Inside, Table, caller_at, inside, refused, said, settings
from tests.support.houses import TOKEN

OURS = "http://127.0.0.1"
FOREIGN = [
    "https://evil.example",
    "http://127.0.0.1:8080",
    "http://localhost",
    "https://127.0.0.1.evil.example",
    "null",
    "file://",
    "",
    "chrome-extension://abcdef",
]


# Whose page is asking


@pytest.mark.parametrize("origin", FOREIGN)
async def test_a_page_of_another_origin_cannot_write(house: Inside, table: Table, origin: str):
    for path in (f"{API}/debates", f"{table.path}/intervention", f"{API}/documents"):
        error = refused(await house.http.post(path, json={}, headers={"Origin": origin}), "FORBIDDEN", 403)
        assert "another site" in error["message"]
    assert len(await table.arguments()) == 1


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
async def test_a_page_of_another_site_cannot_write(house: Inside, table: Table, site: str):
    for headers in ({"Sec-Fetch-Site": site}, {"Sec-Fetch-Site": site, "Origin": OURS}):
        refused(await house.http.post(f"{table.path}/intervention", json={}, headers=headers), "FORBIDDEN", 403)


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": OURS},
        {"Origin": "HTTP://127.0.0.1"},
        {"Origin": OURS, "Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "none"},
        {},
    ],
)
async def test_our_own_page_and_programs_can_write(house: Inside, table: Table, headers: dict[str, str]):
    said(await house.http.post(f"{table.path}/intervention", json={}, headers=headers))


async def test_our_own_page_at_another_port_is_ours_too(house: Inside, table: Table):
    headers = {"Host": "localhost:3456", "Origin": "http://localhost:3456"}
    said(await house.http.post(f"{table.path}/intervention", json={}, headers=headers))


async def test_a_foreign_page_cannot_write_with_the_owners_cookie(guarded: Inside):
    table = await Table(guarded.http, str(uuid4())).opened()
    async with guarded.caller(Cookie=f"moot_session={table.keys['arbitrator']}") as browser:
        for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}):
            refused(await browser.post(f"{table.path}/intervention", json={}, headers=headers), "FORBIDDEN", 403)
        said(await browser.post(f"{table.path}/intervention", json={}, headers={"Origin": OURS}))


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "NONSENSE"])
async def test_every_method_that_could_write_is_guarded(house: Inside, method: str):
    response = await house.http.request(method, f"{API}/debates", headers={"Origin": "https://evil.example"})
    refused(response, "FORBIDDEN", 403)


async def test_a_foreign_page_may_ask_but_no_answer_lets_it_read(house: Inside):
    response = await house.http.get(f"{API}/debates", headers={"Origin": "https://evil.example"})
    assert not any(name.startswith("access-control-") for name in response.headers)
    assert response.headers["cross-origin-resource-policy"] == "same-origin"
    preflight = await house.http.request(
        "OPTIONS",
        f"{API}/debates",
        headers={"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"},
    )
    assert not any(name.startswith("access-control-") for name in preflight.headers)


# Under which name


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:3456", "127.0.0.1.evil.example", "localhost.evil.example", "0.0.0.0", "[::2]", ""],
)
async def test_a_name_that_somebody_elses_dns_points_here_is_not_answered_to(house: Inside, host: str):
    response = await house.http.get(f"{API}/debates", headers={"Host": host})
    error = refused(response, "FORBIDDEN", 403)
    assert "MOOT_ALLOWED_HOSTS" in error["suggestion"]


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.0.0.1:3456", "localhost", "LOCALHOST:1", "[::1]", "[::1]:3456", "localhost:65535"]
)
async def test_the_names_of_this_machine_are_answered_to(house: Inside, host: str):
    said(await house.http.get(f"{API}/debates", headers={"Host": host}))


async def test_more_names_can_be_allowed():
    async with inside(hosts=("moot.test", "Moot.LAN")) as house:
        for host in ("moot.test", "moot.test:80", "moot.lan"):
            said(await house.http.get(f"{API}/debates", headers={"Host": host}))
        refused(await house.http.get(f"{API}/debates", headers={"Host": "other.test"}), "FORBIDDEN", 403)


async def test_where_a_token_is_needed_any_name_will_do(guarded: Inside):
    said(await guarded.http.get(f"{API}/debates", headers={"Host": "moot.example"}))


def test_more_names_are_read_from_the_environment(monkeypatch: pytest.MonkeyPatch):
    for written, names in (("moot.test", ("moot.test",)), (" a.test, b.test,", ("a.test", "b.test")), ("", ())):
        monkeypatch.setenv("MOOT_ALLOWED_HOSTS", written)
        assert Settings().allowed_hosts == names


# To whom the door is open


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "", "192.168.1.7", "moot.example"])
@pytest.mark.parametrize("token", [None, "", "  "])
def test_the_house_is_not_opened_to_a_network_without_a_token(host: str, token: str | None):
    wished = settings(token=token).model_copy(update={"host": host})
    with pytest.raises(InvalidInput) as refusal:
        must_be_safe(wished)
    assert "DEBATE_AUTH_TOKEN" in str(refusal.value.suggestion)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_this_machine_needs_no_token(host: str):
    must_be_safe(settings().model_copy(update={"host": host}))


def test_a_network_may_be_opened_to_with_a_token():
    must_be_safe(settings(token=TOKEN).model_copy(update={"host": "0.0.0.0"}))


def test_only_a_postgresql_has_a_replica():
    replica = {"replica_url": "postgresql://moot@replica.example/moot"}
    with pytest.raises(InvalidInput, match="MOOT_REPLICA_URL"):
        must_be_followed(settings().model_copy(update=replica))
    must_be_followed(settings("postgresql://moot@db.example/moot").model_copy(update=replica))
    must_be_followed(settings())
    assert Settings(replica_url="").replica_url is None


# What every answer carries


async def large() -> AsyncIterator[bytes]:
    for _ in range(40):
        yield b"x" * 65536


ANSWERS: dict[str, tuple[str, str, dict[str, str]]] = {
    "200": ("GET", f"{API}/health", {}),
    "a list": ("GET", f"{API}/debates", {}),
    "the schema": ("GET", f"{API}/openapi.json", {}),
    "a page": ("GET", "/", {"Accept": "text/html"}),
    "a page that is not there": ("GET", "/nothing", {"Accept": "text/html"}),
    "a file": ("GET", "/static/vendor/htmx.min.js", {}),
    "a file that is not there": ("GET", "/static/nothing", {}),
    "401": ("GET", f"{API}/debates", {"Authorization": "Bearer wrong"}),
    "403": ("POST", f"{API}/debates", {"Origin": "https://evil.example"}),
    "404": ("GET", f"{API}/nothing", {}),
    "405": ("DELETE", f"{API}/debates", {}),
    "413": ("POST", f"{API}/debates", {"Content-Length": "9999999"}),
    "422": ("POST", f"{API}/debates", {}),
}


@pytest.mark.parametrize("kind", ANSWERS)
async def test_every_answer_carries_the_headers_that_keep_a_browser_safe(guarded: Inside, kind: str):
    method, path, headers = ANSWERS[kind]
    response = await guarded.http.request(method, path, headers=headers)
    if kind.isdigit():
        assert response.status_code == int(kind)
    for name, value in HEADERS.items():
        assert response.headers[name] == value


def test_the_policy_lets_no_script_in_but_our_own():
    policy = dict(part.strip().split(" ", 1) for part in HEADERS["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert "script-src" not in policy
    assert (policy["object-src"], policy["base-uri"], policy["frame-ancestors"]) == ("'none'", "'none'", "'none'")
    assert "unsafe" not in HEADERS["Content-Security-Policy"]


async def raising(house: Inside, problem: Exception) -> httpx2.Response:
    """What is answered by a route that raises this."""

    async def route() -> None:
        raise problem

    pages = APIRouter()
    pages.add_api_route("/raising", route)
    async with caller_at(create_app(house.desk, Door(pages=(pages,)))) as http:
        return await http.get("/raising")


async def test_a_fault_of_ours_is_told_without_its_cause_and_under_the_same_headers(house: Inside):
    response = await raising(house, RuntimeError("a secret of ours"))
    refused(response, "INTERNAL_ERROR", 500)
    assert "secret" not in response.text
    for name, value in HEADERS.items():
        assert response.headers[name] == value


async def test_a_fault_of_ours_in_a_move_is_told_the_same_way():
    class Broken(Desk):
        @override
        async def authenticate(self, token: str | None) -> Caller:
            return OWNER

        @override
        async def rule(self, *args: Any, **fields: Any) -> Receipt:
            raise RuntimeError("a secret of ours")

    async with caller_at(create_app(Broken(cast(House, None)))) as http:
        response = await http.post(f"{API}/debates/{uuid4()}/ruling", json={"content": "So be it."})
    refused(response, "INTERNAL_ERROR", 500)
    assert "secret" not in response.text
    assert {name: response.headers[name] for name in HEADERS} == HEADERS


async def test_who_asks_too_much_is_told_when_to_come_back(house: Inside):
    response = await raising(house, RateLimited("Too much, too fast.", retry_after=7))
    assert refused(response, "RATE_LIMITED", 429)["retry_after"] == 7
    assert response.headers["retry-after"] == "7"


async def test_a_server_may_tell_that_it_begins_and_ends(house: Inside):
    told = iter([{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}])
    answers: list[str] = []

    async def receive() -> Message:
        return next(told)

    async def send(message: Message) -> None:
        answers.append(message["type"])

    await house.app({"type": "lifespan", "asgi": {"version": "3.0"}}, receive, send)
    assert answers == ["lifespan.startup.complete", "lifespan.shutdown.complete"]


async def test_an_outage_is_told_as_one():
    async with inside() as house:
        await house.store.close()
        for path in ("ready", "debates"):
            response = await house.http.get(f"{API}/{path}")
            error = refused(response, response.json()["error"]["code"], 503)
            assert "same request again" in error["suggestion"]
        said(await house.http.get(f"{API}/health"))


async def test_errors_are_json_for_programs_and_pages_for_people(house: Inside):
    page = await house.http.get("/nothing", headers={"Accept": "text/html"})
    assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
    for path, accept in (("/nothing", "application/json"), (f"{API}/nothing", "text/html"), ("/nothing", "*/*")):
        response = await house.http.get(path, headers={"Accept": accept})
        refused(response, "NOT_FOUND", 404)


async def test_what_is_turned_away_at_the_door_is_a_page_for_people(house: Inside):
    response: httpx2.Response = await house.http.get("/", headers={"Accept": "text/html", "Host": "evil.example"})
    assert (response.status_code, response.headers["content-type"]) == (403, "text/html; charset=utf-8")
