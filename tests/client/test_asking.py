import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from moot.client import Client, NoServer, Patience, Refused
from moot.client.errors import Away
from tests.client.scripted import HANG_UP, Reply, ScriptedServer, refusal

RECEIPT = {"debate_id": "d", "argument_id": "a", "seq": 2, "state": "AWAITING_PROPOSER"}
DOWN = refusal(503, "UNAVAILABLE")


def patient(paused: list[float] | None = None) -> Patience:
    """Tries again at once, and notes how long it would have waited."""
    noted: Callable[[float], None] = (lambda seconds: None) if paused is None else paused.append
    return Patience(pause=noted, chance=lambda: 0.5)


def test_a_move_is_posted_as_json_with_the_token():
    with ScriptedServer(Reply(RECEIPT, 201)) as server:
        client = Client(server.url, "secret ", patience=patient())
        receipt = client.submit("d", "opponent", "a", "Nein, «so» nicht.", client_request_id="r")
    assert receipt["seq"] == 2
    (asked,) = server.asked
    assert (asked.method, asked.path) == ("POST", "/api/v1/debates/d/arguments")
    assert asked.headers["authorization"] == "Bearer secret"
    assert asked.body == {
        "role": "opponent",
        "target_id": "a",
        "content": "Nein, «so» nicht.",
        "client_request_id": "r",
    }


@pytest.mark.parametrize(
    "fault",
    [DOWN, Reply(b"<h1>Bad gateway</h1>", 502), Reply(b"", 504), HANG_UP, Reply(RECEIPT, 201, cut=10)],
    ids=["503", "502 of a proxy", "504", "hung up", "cut in the middle"],
)
def test_a_write_is_tried_again_under_the_same_request_id(fault: Reply):
    with ScriptedServer(fault, fault, fault, Reply(RECEIPT, 201)) as server:
        Client(server.url, patience=patient()).rule("d", "So be it.")
    ids = [asked.body["client_request_id"] for asked in server.asked]
    assert len(ids) == 4
    assert len(set(ids)) == 1
    assert ids[0]


def test_two_writes_without_an_id_get_different_ones():
    with ScriptedServer(Reply(RECEIPT), Reply(RECEIPT)) as server:
        client = Client(server.url, patience=patient())
        client.intervene("d")
        client.intervene("d")
    first, second = (asked.body["client_request_id"] for asked in server.asked)
    assert first != second


def test_patience_grows_and_ends_with_what_the_server_said():
    paused: list[float] = []
    with ScriptedServer(DOWN, DOWN, DOWN, DOWN) as server, pytest.raises(Away) as raised:
        Client(server.url, patience=patient(paused)).debates()
    assert paused == [0.25, 0.5, 1.0]
    assert raised.value.error["code"] == "UNAVAILABLE"
    assert raised.value.status == 503


def test_a_server_that_asks_for_time_gets_it():
    paused: list[float] = []
    busy = Reply(DOWN.body, 503, {"Retry-After": "7"})
    with ScriptedServer(busy, Reply({"debates": [], "next_cursor": None})) as server:
        Client(server.url, patience=patient(paused)).debates()
    assert paused == [7.0]


def test_a_refusal_is_raised_at_once_with_all_it_says():
    refused = refusal(409, "ACTION_NOT_ALLOWED", current_state="AWAITING_OPPONENT", allowed_roles=["opponent"])
    with ScriptedServer(refused) as server, pytest.raises(Refused) as raised:
        Client(server.url, patience=patient()).submit("d", "proposer", "a", "Me again.")
    assert raised.value.status == 409
    assert raised.value.error["allowed_roles"] == ["opponent"]
    assert len(server.asked) == 1


def test_no_server_is_said_after_three_more_tries(closed_port: int):
    paused: list[float] = []
    with pytest.raises(NoServer, match="refused") as raised:
        Client(f"http://127.0.0.1:{closed_port}", patience=patient(paused)).health()
    assert raised.value.url == f"http://127.0.0.1:{closed_port}"
    assert not raised.value.reached
    assert len(paused) == 3


@pytest.mark.parametrize(
    "page", [Reply(b"<h1>Welcome</h1>"), Reply(b"<h1>Gone</h1>", 404), Reply(b"", 307, {"Location": "/login"})]
)
def test_another_kind_of_server_is_told_from_moot(page: Reply):
    with ScriptedServer(page) as server, pytest.raises(Refused, match="not a Moot server") as raised:
        Client(server.url, patience=patient()).health()
    assert raised.value.error["code"] == "NO_SERVER"
    assert len(server.asked) == 1


def test_text_that_is_no_utf8_is_refused_before_it_is_sent(closed_port: int):
    client = Client(f"http://127.0.0.1:{closed_port}", patience=patient())
    with pytest.raises(Refused, match="title is not valid UTF-8"):
        client.create_document("Caf\udce9", "text")
    with pytest.raises(Refused, match="q is not valid UTF-8"):
        client.documents(q="\udce9")
    with pytest.raises(Refused, match="valid UTF-8"):
        client.verify("\udce9")
    with pytest.raises(Refused, match="must not be empty"):
        client.verify(" ")


@pytest.mark.parametrize(
    "url", ["127.0.0.1:3456", "ftp://host", "http://", "", "http://[::1", "http://host:port", "http://a b"]
)
def test_what_is_no_address_is_refused(url: str):
    with pytest.raises(ValueError, match="is not the URL of a server"):
        Client(url)


@pytest.mark.parametrize("token", ["two\nlines", "tökén", "\x7f"])
def test_a_token_that_cannot_be_sent_is_refused(token: str):
    with pytest.raises(ValueError, match="cannot be sent"):
        Client("http://127.0.0.1:3456", token)


def test_ids_are_quoted_and_options_left_out_are_not_sent():
    with ScriptedServer(Reply({}), Reply({"debates": [{"id": "d"}], "next_cursor": None})) as server:
        client = Client(server.url + "/moot/", patience=patient())
        client.argument("../x", "a b/c", role=None)
        assert [debate["id"] for debate in client.all_debates()] == ["d"]
    assert [asked.path for asked in server.asked] == [
        "/moot/api/v1/debates/..%2Fx/arguments/a%20b%2Fc",
        "/moot/api/v1/debates",
    ]
    assert server.asked[1].query == {"limit": "200"}


def test_every_page_of_debates_is_read():
    first, last = {"debates": [{"id": "1"}], "next_cursor": "c/="}, {"debates": [{"id": "2"}], "next_cursor": None}
    with ScriptedServer(Reply(first), Reply(last)) as server:
        assert [debate["id"] for debate in Client(server.url).all_debates()] == ["1", "2"]
    assert server.asked[1].query["cursor"] == "c/="


def test_a_body_that_is_refused_before_it_is_read_is_refused_with_what_the_server_says():
    too_large = replace(refusal(413, "CONTENT_TOO_LARGE", limit=10240), early=True)
    with ScriptedServer(too_large) as server, pytest.raises(Refused) as raised:
        Client(server.url, patience=patient()).create_document("Long", "x" * 3_000_000)
    assert raised.value.error["limit"] == 10240


def test_an_error_reads_as_its_code_and_message():
    assert str(Refused(json.loads('{"code": "FORBIDDEN", "message": "Not yours."}'), 403)) == "FORBIDDEN: Not yours."
