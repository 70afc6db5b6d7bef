from typing import Any

import pytest

from moot.client import Client, NoServer, Refused
from tests.client.hours import Hours
from tests.client.scripted import HANG_UP, Reply, ScriptedServer, refusal

EMPTY: dict[str, Any] = {"status": "timeout", "has_new_argument": False, "arguments": []}
READY = {"status": "ready", "has_new_argument": True, "arguments": [{"seq": 2}]}
DOWN = refusal(503, "UNAVAILABLE")


def test_a_wait_polls_until_the_others_have_spoken():
    hours = Hours()
    held = Reply(EMPTY, then=hours.pass_by(60))
    with ScriptedServer(held, held, Reply(READY)) as server:
        waited = Client(server.url, patience=hours.patience).wait("d", "a", "proposer", 150)
    assert waited["arguments"] == [{"seq": 2}]
    assert [asked.query for asked in server.asked] == [
        {"argument_id": "a", "role": "proposer", "timeout": seconds} for seconds in ("60.0", "60.0", "30.0")
    ]
    assert hours.paused == []


def test_a_wait_ends_with_a_time_out_at_its_deadline():
    hours = Hours()
    with ScriptedServer(Reply(EMPTY, then=hours.pass_by(60)), Reply(EMPTY, then=hours.pass_by(30))) as server:
        waited = Client(server.url, patience=hours.patience).wait("d", "a", "proposer", 90)
    assert waited["status"] == "timeout"
    assert len(server.asked) == 2


def test_a_wait_goes_on_at_a_server_that_restarted():
    hours, later = Hours(), list[ScriptedServer]()
    first = ScriptedServer(Reply(EMPTY, then=hours.pass_by(60)), HANG_UP)

    def come_back() -> None:
        if len(hours.paused) == 1:
            first.stop()
        if len(hours.paused) == 9:
            later.append(ScriptedServer(DOWN, Reply(READY), port=first.port).__enter__())

    hours.on_pause = come_back
    lost: list[str] = []
    waited = Client(first.__enter__().url, patience=hours.patience).wait("d", "a", "opponent", lost=lost.append)
    later[0].stop()
    assert waited["has_new_argument"]
    assert {asked.query["argument_id"] for asked in (*first.asked, *later[0].asked)} == {"a"}
    assert hours.paused == [0.25, 0.5, 1, 2, 4, 5, 5, 5, 5, 5]
    assert "cut off" in lost[0]
    assert "refused" in lost[1]


def test_a_poll_that_comes_back_at_once_is_not_hurried_after():
    hours = Hours()
    with ScriptedServer(Reply(EMPTY), Reply(READY)) as server:
        Client(server.url, patience=hours.patience).wait("d", "a", "proposer")
    assert hours.paused == [0.25]


def test_a_wait_for_a_server_that_never_was_there_ends_before_its_deadline(closed_port: int):
    hours = Hours()
    with pytest.raises(NoServer):
        Client(f"http://127.0.0.1:{closed_port}", patience=hours.patience).wait("d", "a", "proposer")
    assert hours.paused == [0.25, 0.5, 1, 2, 4, 5]


def test_a_wait_for_a_server_that_stays_away_ends_at_the_deadline():
    hours = Hours()
    with ScriptedServer(*[DOWN] * 20) as server, pytest.raises(Refused, match="UNAVAILABLE"):
        Client(server.url, patience=hours.patience).wait("d", "a", "proposer", 20)
    assert hours.now == pytest.approx(20)


def test_a_wait_that_is_refused_ends_at_once():
    with ScriptedServer(refusal(404, "ARGUMENT_NOT_FOUND")) as server, pytest.raises(Refused, match="NOT_FOUND"):
        Client(server.url, patience=Hours().patience).wait("d", "a", "proposer")
    assert len(server.asked) == 1
