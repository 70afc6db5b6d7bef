"""Watching a debate: what there is, then everything that comes, resumable from any line; and acting on a socket."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any
from uuid import uuid4

import anyio
import httpx2
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from moot.http import watching
from tests.support.house import API, SECONDS, Inside, ServerProcess, Table, bearer, inside, said
from tests.support.houses import TOKEN
from tests.support.watching import Watcher, by_events, by_socket, socket_url

Watch = Callable[..., AbstractAsyncContextManager[Watcher]]

WAYS = pytest.mark.parametrize("watch", [by_socket, by_events], ids=["socket", "events"])


@pytest.fixture(scope="module")
async def url(house: Inside) -> AsyncIterator[str]:
    async with house.listening() as url:
        yield url


@pytest.fixture(scope="module")
async def guarded_url(guarded: Inside) -> AsyncIterator[str]:
    async with guarded.listening() as url:
        yield url


@WAYS
async def test_a_watcher_is_shown_the_whole_debate_and_then_what_comes(url: str, table: Table, watch: Watch):
    said(await table.claim("opponent", "First."))
    async with watch(url, table.debate) as watcher:
        initial = await watcher.next()
        assert (initial["event"], initial["seq"]) == ("initial_state", 2)
        assert initial["data"] == await table.context(limit=100)

        said(await table.resolve("We agree."))
        new = await watcher.next()
        assert (new["event"], new["seq"]) == ("new_argument", 3)
        assert new["data"] == (await table.arguments())[-1]
        changed = await watcher.next()
        state = {"state": "AWAITING_ARBITRATOR", "waiting_for": ["arbitrator"], "closed_at": None}
        assert changed == {"event": "state_changed", "seq": 3, "data": state}

        said(await table.rule("Closed.", close=True))
        assert (await watcher.next())["data"]["close"] is True
        ended = await watcher.next()
        assert (ended["event"], ended["seq"], ended["data"]["state"]) == ("state_changed", 5, "CLOSED")
        assert ended["data"]["closed_at"] == (await table.context())["debate"]["closed_at"]
        assert ended["data"]["waiting_for"] == []


@WAYS
async def test_a_watcher_who_holds_a_seat_is_told_its_action(url: str, table: Table, watch: Watch):
    async with watch(url, table.debate, role="opponent") as watcher:
        initial = await watcher.next()
        assert (initial["data"]["role"], initial["data"]["action"]) == ("opponent", "respond")


@WAYS
async def test_watching_goes_on_from_a_line_with_only_what_came_later(url: str, table: Table, watch: Watch):
    said(await table.claim("opponent", "First."))
    said(await table.claim("proposer", "Second."))
    for after in range(5):
        async with watch(url, table.debate, after=after) as watcher:
            initial = await watcher.next()
            assert watcher.lines() == list(range(after + 1, 4))
            assert (initial["seq"], initial["data"]["debate"]["state"]) == (3, "AWAITING_OPPONENT")


@WAYS
async def test_a_closed_debate_can_be_resumed_past_its_last_line(url: str, table: Table, watch: Watch):
    said(await table.intervene())
    said(await table.rule(close=True))
    async with watch(url, table.debate, after=3) as watcher:
        initial = await watcher.next()
        assert (initial["seq"], initial["data"]["debate"]["state"]) == (4, "CLOSED")
        assert initial["data"]["arguments"] == []


@pytest.mark.parametrize("given", ["1", "01"])
async def test_a_browser_goes_on_from_the_last_event_it_had(url: str, table: Table, given: str):
    said(await table.claim("opponent"))
    async with by_events(url, table.debate, {"Last-Event-ID": given}) as watcher:
        await watcher.next()
        assert watcher.lines() == [2]
    async with by_events(url, table.debate, {"Last-Event-ID": given}, after=0) as watcher:
        await watcher.next()
        assert watcher.lines() == [2]


@pytest.mark.parametrize("given", ["", "x", "-1", "1.5", "9" * 15, "²", "\uff11", "1 2"])
async def test_a_last_event_that_is_no_line_is_as_good_as_none(url: str, table: Table, given: str):
    async with by_events(url, table.debate) as watcher:
        await watcher.next()
    headers = [(b"Last-Event-ID", given.encode())]
    async with (
        httpx2.AsyncClient(base_url=url, timeout=SECONDS) as http,
        http.stream("GET", f"{table.path}/events", headers=headers) as response,
    ):
        assert response.status_code == 200
        async for line in response.aiter_lines():
            if line.startswith("data:"):
                assert len(json.loads(line.removeprefix("data:"))["arguments"]) == 1
                break


@WAYS
async def test_a_watcher_who_keeps_losing_the_line_misses_nothing_and_sees_nothing_twice(
    url: str, table: Table, watch: Watch
):
    seen: list[int] = []

    async def argue() -> None:
        for number in range(60):
            said(await table.claim("opponent" if number % 2 == 0 else "proposer", f"{number}"))

    async def follow() -> None:
        after = 0
        while after < 61:
            async with watch(url, table.debate, after=after) as watcher:
                for _ in range(2):
                    event = await watcher.next()
                    after = event["seq"]
                    if after >= 61:
                        break
            seen.extend(watcher.lines())

    with anyio.fail_after(SECONDS):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(follow)
            tasks.start_soon(argue)
    assert seen == list(range(1, 62))


@WAYS
async def test_many_watchers_all_see_the_same(url: str, table: Table, watch: Watch):
    seen: list[list[int]] = []

    async def follow() -> None:
        async with watch(url, table.debate) as watcher:
            await watcher.until_line(4)
            seen.append(watcher.lines())

    with anyio.fail_after(SECONDS):
        async with anyio.create_task_group() as tasks:
            for _ in range(30):
                tasks.start_soon(follow)
            said(await table.claim("opponent"))
            said(await table.claim("proposer"))
            said(await table.claim("opponent"))
    assert seen == [[1, 2, 3, 4]] * 30


@WAYS
@pytest.mark.parametrize(
    "debate", ["6f1c1f5e-0d0a-4b5e-9f2e-0123456789ab", "x", "00000000-0000-0000-0000-000000000000"]
)
async def test_a_debate_that_is_none_cannot_be_watched(url: str, watch: Watch, debate: str):
    if watch is by_socket:
        async with by_socket(url, debate) as watcher:
            answer = await watcher.next()
            assert (answer["event"], answer["data"]["code"]) == ("refused", "DEBATE_NOT_FOUND")
            assert await closed_with(watcher) == (1008, "DEBATE_NOT_FOUND")
    else:
        async with httpx2.AsyncClient(base_url=url) as http:
            response = await http.get(f"{API}/debates/{debate}/events")
            assert (response.status_code, response.json()["error"]["code"]) == (404, "DEBATE_NOT_FOUND")


async def test_a_role_that_is_none_cannot_be_watched_as(url: str, table: Table):
    async with by_socket(url, table.debate, role="judge") as watcher:
        assert (await watcher.next())["data"]["code"] == "INVALID_INPUT"
        assert (await closed_with(watcher))[0] == 1008


@pytest.mark.parametrize("after", ["-1", "x", str(2**47 + 1)])
async def test_a_socket_from_a_line_that_can_be_none_is_not_opened(url: str, table: Table, after: str):
    with pytest.raises(InvalidStatus) as turned_away:
        async with by_socket(url, table.debate, after=after):
            pass
    assert turned_away.value.response.status_code == 403


async def closed_with(watcher: Watcher) -> tuple[int | None, str | None]:
    assert watcher.socket is not None
    with anyio.fail_after(SECONDS):
        await watcher.socket.wait_closed()
    return watcher.socket.close_code, watcher.socket.close_reason


# Acting on a socket


async def test_the_arbitrator_stops_and_rules_over_the_socket(url: str, table: Table):
    async with by_socket(url, table.debate) as watcher:
        stopped = await watcher.say(
            "submit_intervention", debate_id=table.debate, content="Stop.", client_request_id="s"
        )
        assert (stopped["event"], stopped["data"]["type"]) == ("accepted", "INTERVENTION")
        assert (stopped["data"]["client_request_id"], stopped["data"]["action"]) == ("s", "rule")
        ruled = await watcher.say("submit_ruling", content="Two queues.", close=False)
        assert (ruled["event"], ruled["data"]["state"]) == ("accepted", "AWAITING_PROPOSER")
        again = await watcher.say("submit_intervention", content="Stop.", client_request_id="s")
        assert (again["event"], again["data"]["repeated"]) == ("accepted", True)
        await watcher.say("submit_intervention")
        await watcher.say("submit_ruling", content="Enough.", close=True)
        await watcher.until(event="state_changed", seq=6)
        assert watcher.lines() == [1, 2, 3, 4, 5]
    assert [argument["type"] for argument in await table.arguments()] == [
        "MOTION",
        "INTERVENTION",
        "RULING",
        "INTERVENTION",
        "RULING",
    ]


async def test_an_option_is_chosen_over_the_socket(url: str, table: Table):
    said(await table.claim("opponent"))
    said(await table.appeal(options=["A=Keep", "B=Drop"]))
    async with by_socket(url, table.debate) as watcher:
        refused = await watcher.say("submit_ruling", content="C.", option="C", client_request_id="c")
        assert (refused["event"], refused["data"]["client_request_id"]) == ("refused", "c")
        assert refused["data"]["suggestion"] == "Choose one of: A, B, other."
        assert (await watcher.say("submit_ruling", content="B.", option="B"))["event"] == "accepted"
    assert (await table.arguments())[-1]["option"] == "B"


async def test_what_is_refused_over_the_socket_says_why_and_the_socket_stays_open(url: str, table: Table):
    async with by_socket(url, table.debate) as watcher:
        answer = await watcher.say("submit_ruling", content="So.", client_request_id="r")
        error = answer["data"]
        assert (error["code"], error["current_state"]) == ("ACTION_NOT_ALLOWED", "AWAITING_OPPONENT")
        assert (error["allowed_roles"], error["client_request_id"]) == (["opponent"], "r")
        answer = await watcher.say("submit_intervention", content="x" * (10 * 1024 + 1))
        assert answer["data"]["code"] == "CONTENT_TOO_LARGE"
        assert (await watcher.say("submit_intervention", content="x" * 10 * 1024))["event"] == "accepted"


UNREADABLE: list[str | bytes] = [
    "",
    "not json",
    "[]",
    "7",
    "null",
    '"text"',
    "{}",
    '{"event": 7}',
    '{"event": null, "data": {}}',
    '{"event": "submit_ruling", "data": []}',
    '{"event": "submit_ruling", "data": null}',
    '{"event": "submit_ruling", "data": {"content": 7}}',
    '{"event": "submit_ruling", "data": {"content": null}}',
    '{"event": "submit_ruling", "data": {"content": "C", "close": "yes"}}',
    '{"event": "submit_ruling", "data": {"content": "C", "close": 1}}',
    '{"event": "submit_ruling", "data": {"content": "C", "option": 1}}',
    '{"event": "submit_ruling", "data": {"content": "C", "client_request_id": 1}}',
    '{"event": "submit_ruling", "data": {"content": "C", "client_request_id": ""}}',
    '{"event": "submit_ruling", "data": {"content": "C", "client_request_id": "' + "x" * 201 + '"}}',
    '{"event": "submit_ruling", "data": {"content": "C", "debate_id": "another"}}',
    '{"event": "submit_ruling", "data": {"content": "C", "debate_id": 7}}',
    '{"event": "submit_ruling", "data": {"content": "C", "typo": true}}',
    '{"event": "submit_ruling", "data": {"content": "\\u0000"}}',
    '{"event": "submit_ruling", "data": {"content": "\\ud800"}}',
    '{"event": "submit_ruling", "data": {"content": "C", "option": "\\ud800"}}',
    '{"event": "submit_ruling", "data": {"content": "C", "client_request_id": "\\ud800"}}',
    '{"event": "submit_ruling", "data": {"content": "C", "debate_id": "\\ud800"}}',
    '{"event": "submit_ruling", "data": {"content": "C", "\\ud800": 1}}',
    '{"event": "\\ud800", "data": {}}',
    '{"event": "<script>", "data": {}}',
    '{"event": "new_argument", "data": {}}',
    "[" * 100_000 + "]" * 100_000,
    '{"event": "submit_ruling", "data": ' + "9" * 10_000 + "}",
    b"\xff\xfe\x00",
    b'{"event": "submit_ruling", "data": {"content": "C"}}',
]


@pytest.mark.parametrize("message", UNREADABLE, ids=lambda message: repr(message[:80]))
async def test_a_message_that_cannot_be_read_is_refused_and_the_socket_stays_open(
    url: str, table: Table, message: str | bytes
):
    said(await table.intervene())
    async with by_socket(url, table.debate) as watcher:
        await watcher.next()
        assert watcher.socket is not None
        await watcher.socket.send(message)
        answer = await watcher.next()
        assert (answer["event"], answer["data"]["code"]) == ("refused", "INVALID_INPUT")
        assert (await watcher.say("submit_ruling", content="So."))["event"] == "accepted"


async def test_the_debate_may_be_named_in_capitals_on_its_socket(url: str, table: Table):
    async with by_socket(url, table.debate.upper()) as watcher:
        answer = await watcher.say("submit_intervention", debate_id=table.debate)
        assert answer["event"] == "accepted"


# Who is watching


async def guarded_table(guarded: Inside) -> Table:
    return await Table(guarded.http, str(uuid4())).opened()


@pytest.mark.parametrize("how", ["header", "cookie", "first message"])
async def test_a_key_is_shown_by_header_cookie_or_first_message(guarded: Inside, guarded_url: str, how: str):
    table = await guarded_table(guarded)
    key = table.keys["arbitrator"]
    headers = {"header": bearer(key), "cookie": {"Cookie": f"moot_session={key}"}}.get(how, {})
    async with by_socket(guarded_url, table.debate, headers) as watcher:
        if how == "first message":
            assert watcher.socket is not None
            await watcher.socket.send(json.dumps({"event": "sign_in", "data": {"token": key}}))
        initial = await watcher.next()
        assert (initial["event"], initial["data"]["role"]) == ("initial_state", "arbitrator")
        assert (await watcher.say("submit_intervention"))["event"] == "accepted"


@pytest.mark.parametrize(
    "first",
    [
        '{"event": "sign_in", "data": {"token": "wrong"}}',
        '{"event": "sign_in", "data": {"token": ""}}',
        '{"event": "sign_in", "data": {"token": 7}}',
        '{"event": "sign_in", "data": {"token": "\\ud800"}}',
        '{"event": "sign_in", "data": {"token": "seat.\\ud800.x.y"}}',
        '{"event": "sign_in", "data": {}}',
        '{"event": "submit_ruling", "data": {"content": "C"}}',
    ],
)
async def test_without_a_key_that_fits_nothing_is_shown(guarded: Inside, guarded_url: str, first: str):
    table = await guarded_table(guarded)
    for name in ("token", "access_token", "other"):
        async with by_socket(guarded_url, table.debate, None, **{name: TOKEN}) as watcher:
            assert watcher.socket is not None
            await watcher.socket.send(first)
            answer = await watcher.next()
            assert (answer["event"], answer["data"]["code"]) == ("refused", "UNAUTHENTICATED")
            assert await closed_with(watcher) == (1008, "UNAUTHENTICATED")
    assert len(await table.arguments()) == 1


@pytest.mark.parametrize("first", ["nonsense", "[]", b"\xff", "[" * 100_000])
async def test_a_first_message_that_cannot_be_read_ends_it(guarded: Inside, guarded_url: str, first: str | bytes):
    table = await guarded_table(guarded)
    async with by_socket(guarded_url, table.debate) as watcher:
        assert watcher.socket is not None
        await watcher.socket.send(first)
        assert (await watcher.next())["data"]["code"] == "INVALID_INPUT"
        assert await closed_with(watcher) == (1008, "INVALID_INPUT")


async def test_who_says_nothing_is_not_kept_waiting_for_ever(
    guarded: Inside, guarded_url: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(watching, "SIGN_IN_SECONDS", 0.01)
    table = await guarded_table(guarded)
    async with by_socket(guarded_url, table.debate) as watcher:
        assert (await watcher.next())["data"]["code"] == "UNAUTHENTICATED"
        assert await closed_with(watcher) == (1008, "UNAUTHENTICATED")


async def test_who_leaves_before_signing_in_leaves_no_trace(guarded: Inside, guarded_url: str):
    table = await guarded_table(guarded)
    async with by_socket(guarded_url, table.debate):
        pass
    async with by_socket(guarded_url, table.debate, bearer(TOKEN)) as watcher:
        assert (await watcher.next())["event"] == "initial_state"


async def test_a_key_watches_its_own_debate_and_acts_from_its_own_seat_alone(guarded: Inside, guarded_url: str):
    table, other = await guarded_table(guarded), await guarded_table(guarded)
    async with by_socket(guarded_url, table.debate, bearer(other.keys["arbitrator"])) as watcher:
        assert (await watcher.next())["data"]["code"] == "FORBIDDEN"
        assert await closed_with(watcher) == (1008, "FORBIDDEN")
    async with by_socket(guarded_url, table.debate, bearer(table.keys["proposer"]), role="opponent") as watcher:
        assert (await watcher.next())["data"]["code"] == "FORBIDDEN"
    for seat in ("proposer", "opponent"):
        async with by_socket(guarded_url, table.debate, bearer(table.keys[seat])) as watcher:
            for event, data in (("submit_intervention", {}), ("submit_ruling", {"content": "C"})):
                answer: dict[str, Any] = await watcher.say(event, **data)
                assert (answer["event"], answer["data"]["code"]) == ("refused", "FORBIDDEN")
    assert len(await table.arguments()) == 1


@WAYS
async def test_the_owner_and_every_seat_may_watch(guarded: Inside, guarded_url: str, watch: Watch):
    table = await guarded_table(guarded)
    for key in (TOKEN, *table.keys.values()):
        async with watch(guarded_url, table.debate, bearer(key)) as watcher:
            assert (await watcher.next())["event"] == "initial_state"


# Whose page is watching


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
    ids=str,
)
async def test_a_foreign_page_cannot_open_a_socket(url: str, table: Table, headers: dict[str, str]):
    with pytest.raises(InvalidStatus) as turned_away:
        async with by_socket(url, table.debate, headers):
            pass
    assert turned_away.value.response.status_code == 403


async def test_a_foreign_page_cannot_open_a_socket_with_the_owners_cookie(guarded: Inside, guarded_url: str):
    table = await guarded_table(guarded)
    headers = {"Cookie": f'moot_session="{TOKEN}"', "Origin": "https://evil.example"}
    with pytest.raises(InvalidStatus) as turned_away:
        async with by_socket(guarded_url, table.debate, headers):
            pass
    assert turned_away.value.response.status_code == 403


async def test_our_own_page_can_open_a_socket(url: str, table: Table):
    async with by_socket(url, table.debate, {"Origin": url, "Sec-Fetch-Site": "same-origin"}) as watcher:
        assert (await watcher.next())["event"] == "initial_state"


async def test_a_name_that_is_not_ours_opens_no_socket(url: str, table: Table):
    address, port = url.removeprefix("http://").split(":")
    target = socket_url("http://evil.example", table.debate)
    with pytest.raises(InvalidStatus) as turned_away:
        async with connect(target, host=address, port=int(port)):
            pass
    assert turned_away.value.response.status_code == 403


# The end


@WAYS
async def test_watchers_are_sent_home_when_the_house_closes(watch: Watch):
    async with inside() as house:
        table = await Table(house.http, str(uuid4())).opened()
        async with house.listening() as url, watch(url, table.debate) as watcher:
            await watcher.next()
            house.bulletin.close()
            if watcher.socket is not None:
                assert (await closed_with(watcher))[0] == 1012
            else:
                with pytest.raises(StopAsyncIteration):
                    await watcher.next()


async def test_a_message_larger_than_any_ruling_closes_the_socket(tmp_path_factory: pytest.TempPathFactory):
    with ServerProcess.serving(str(tmp_path_factory.mktemp("house") / "moot.db")) as server:
        async with server.client() as http:
            table = await Table(http, str(uuid4())).opened()
            async with by_socket(server.url, table.debate) as watcher:
                assert watcher.socket is not None
                await watcher.socket.send("x" * 300 * 1024)
                assert (await closed_with(watcher))[0] == 1009
            assert await table.sound()
        server.terminate()
        assert "Traceback" not in server.log
