"""The pace at the door: who guesses keys is slowed down, who holds a good one is not, and the bounds are told."""

from collections.abc import AsyncIterator
from uuid import uuid4

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from moot.desk import OWNER, Caller
from moot.http.pace import Bounds, Pace
from moot.wiring import application, house
from tests.support.house import API, Inside, Table, bearer, caller_at, refused, said, settings
from tests.support.houses import TOKEN


class Clock:
    """Stands still until it is moved."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
async def strict() -> AsyncIterator[Inside]:
    """A house that lets three wrong keys and two heavy requests pass in a minute."""
    told = settings(token=TOKEN).model_copy(update={"wrong_keys_per_minute": 3, "heavy_requests_per_minute": 2})
    async with house(told) as opened:
        app = application(opened)
        async with caller_at(app, bearer(TOKEN)) as http:
            yield Inside(app, opened.desk, opened.store, opened.bulletin, http)


async def test_who_guesses_keys_is_sent_away_unheard_and_who_was_known_goes_on(strict: Inside):
    table = await Table(strict.http, str(uuid4())).opened()
    async with strict.caller(table.keys["opponent"]) as seat, strict.caller() as guesser:
        said(await seat.get(table.path))
        for number in range(3):
            refused(await guesser.get(f"{API}/debates", headers=bearer(f"guess-{number}")), "UNAUTHENTICATED", 401)
        answer = await guesser.get(f"{API}/debates", headers=bearer("guess-3"))
        assert 1 <= int(answer.headers["retry-after"]) <= 60
        assert refused(answer, "RATE_LIMITED", 429)["retry_after"] == int(answer.headers["retry-after"])
        # Not even a good key tells that it is one, if it was never seen before.
        never_seen = bearer(table.keys["proposer"])
        refused(await guesser.get(table.path, headers=never_seen), "RATE_LIMITED", 429)
        refused(await guesser.post("/sign-in", data={"token": TOKEN}), "RATE_LIMITED", 429)
        refused(await guesser.get("/shared/read.x.y.z"), "RATE_LIMITED", 429)
        said(await seat.get(table.path))
        said(await strict.http.get(table.path))
        said(await guesser.get(f"{API}/health"))


async def test_the_same_wrong_key_again_is_no_second_guess(strict: Inside):
    async with strict.caller(Cookie="moot_session=expired") as browser:
        for _ in range(10):
            refused(await browser.get(f"{API}/debates"), "UNAUTHENTICATED", 401)


@pytest.mark.parametrize("path", ["/sign-in", "/shared/read.x.y.z"])
async def test_keys_that_come_by_a_form_or_a_link_are_counted_too(strict: Inside, path: str):
    async with strict.caller() as guesser:
        for number in range(3):
            tried = {"token": f"guess-{number}"}
            answer = await (guesser.post(path, data=tried) if path == "/sign-in" else guesser.get(path))
            assert answer.status_code == 401
        refused(await guesser.get(f"{API}/debates", headers=bearer("guess")), "RATE_LIMITED", 429)


async def test_keys_that_come_over_a_socket_are_counted_too(strict: Inside):
    table = await Table(strict.http, str(uuid4())).opened()
    with TestClient(strict.app, base_url="http://127.0.0.1") as guesser:
        for number in range(3):
            with guesser.websocket_connect(f"{table.path}/ws") as socket:
                socket.send_json({"event": "sign_in", "data": {"token": f"guess-{number}"}})
                assert socket.receive_json()["data"]["code"] == "UNAUTHENTICATED"
        with pytest.raises(WebSocketDisconnect), guesser.websocket_connect(f"{table.path}/ws"):
            pass


async def test_what_costs_much_is_bounded_by_caller_and_not_for_the_owner(strict: Inside):
    table = await Table(strict.http, str(uuid4())).opened()
    async with strict.caller(table.keys["opponent"]) as one, strict.caller(table.keys["proposer"]) as other:
        for verb in ("export", "verify"):
            assert (await one.get(f"{table.path}/{verb}")).status_code == 200
        refused(await one.get(f"{table.path}/audit"), "RATE_LIMITED", 429)
        said(await one.get(table.path))
        assert (await other.get(f"{table.path}/export")).status_code == 200
    for _ in range(4):
        assert (await strict.http.get(f"{table.path}/export")).status_code == 200


def test_a_minute_later_there_is_room_again():
    clock = Clock()
    pace = Pace(Bounds(wrong_keys=1, heavy=1), clock)
    pace.wrong("here")
    with pytest.raises(Exception, match="Too many keys"):
        pace.must_be_fit_to_try("here", "key")
    pace.must_be_fit_to_try("there", "key")
    clock.now += 60
    pace.must_be_fit_to_try("here", "key")


def test_no_bound_is_no_bound():
    pace = Pace(Bounds(0, 0))
    for number in range(100):
        pace.wrong("here", str(number))
        pace.must_be_fit_to_try("here", "key")
        pace.must_not_ask_much("/x/export", Caller("d", "s"), "here")
        pace.must_not_ask_much("/x/export", OWNER, "here")


async def test_a_link_for_reading_takes_no_other_key(strict: Inside):
    table = await Table(strict.http, str(uuid4())).opened()
    async with strict.caller() as browser:
        for key in (TOKEN, table.keys["proposer"]):
            answer = await browser.get(f"/shared/{key}")
            assert (answer.status_code, "set-cookie" in answer.headers) == (401, False)
