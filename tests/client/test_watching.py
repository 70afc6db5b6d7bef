import pytest

from moot.client import Client, Refused
from tests.client.hours import Hours
from tests.client.scripted import HANG_UP, Event, Reply, ScriptedServer, refusal, sse

DOWN = refusal(503, "UNAVAILABLE")
OPENED: Event = (
    1,
    "initial_state",
    {"debate": {"state": "AWAITING_OPPONENT", "closed_at": None}, "arguments": []},
)
CLAIMED = (2, "new_argument", {"seq": 2})
CLOSED: Event = (
    3,
    "state_changed",
    {"state": "CLOSED", "waiting_for": [], "closed_at": "2026-11-15T12:00:00Z"},
)


def test_a_watch_ends_when_the_debate_is_closed():
    with ScriptedServer(sse(OPENED, CLAIMED, CLOSED)) as server:
        events = list(Client(server.url, patience=Hours().patience).watch("d", role="opponent"))
    assert [(event["event"], event["seq"]) for event in events] == [
        ("initial_state", 1),
        ("new_argument", 2),
        ("state_changed", 3),
    ]
    assert events[1]["data"] == {"seq": 2}
    assert server.asked[0].query == {"role": "opponent"}
    assert "last-event-id" not in server.asked[0].headers


def test_a_watch_goes_on_from_its_line_when_the_connection_is_lost():
    lost: list[str] = []
    with ScriptedServer(sse(OPENED, CLAIMED), DOWN, HANG_UP, sse(CLOSED)) as server:
        events = list(Client(server.url, patience=Hours().patience).watch("d", lost=lost.append))
    assert [event["seq"] for event in events] == [1, 2, 3]
    assert [asked.headers.get("last-event-id") for asked in server.asked] == [None, "2", "2", "2"]
    assert len(lost) == 3


def test_a_watcher_who_comes_back_is_told_what_was_missed_as_if_there_had_been_no_gap():
    now = {"state": "AWAITING_PROPOSER", "waiting_for": ["proposer"], "closed_at": None}
    again = (3, "initial_state", {"debate": now, "arguments": [{"seq": 2}, {"seq": 3}]})
    same: Event = (3, "initial_state", {"debate": now, "arguments": []})
    with ScriptedServer(sse(OPENED), sse(again), sse(same), sse(CLOSED)) as server:
        events = list(Client(server.url, patience=Hours().patience).watch("d"))
    assert [(event["event"], event["seq"]) for event in events] == [
        ("initial_state", 1),
        ("new_argument", 2),
        ("new_argument", 3),
        ("state_changed", 3),
        ("state_changed", 3),
    ]
    assert events[3]["data"] == now
    assert [asked.headers.get("last-event-id") for asked in server.asked] == [None, "1", "3", "3"]


def test_a_watcher_who_comes_back_is_told_whom_it_waits_for_now_though_the_state_is_the_same():
    now = {"state": "AWAITING_OPPONENT", "waiting_for": ["opponent"], "closed_at": None}
    again: Event = (1, "initial_state", {"debate": now, "arguments": []})
    with ScriptedServer(sse(OPENED), sse(again), sse(again), sse(CLOSED)) as server:
        events = list(Client(server.url, patience=Hours().patience).watch("d"))
    assert [event["event"] for event in events] == ["initial_state", "state_changed", "state_changed"]
    assert [event["data"].get("waiting_for") for event in events[1:]] == [["opponent"], []]


def test_a_watch_begins_after_a_line():
    done = (7, "initial_state", {"debate": {"state": "CLOSED", "closed_at": "2026-11-15T12:00:00Z"}})
    with ScriptedServer(sse(done)) as server:
        assert len(list(Client(server.url).watch("d", after=5))) == 1
    assert server.asked[0].headers["last-event-id"] == "5"


def test_a_watch_of_what_is_not_there_is_refused():
    with ScriptedServer(refusal(404, "DEBATE_NOT_FOUND")) as server, pytest.raises(Refused, match="NOT_FOUND"):
        list(Client(server.url).watch("d"))


def test_an_event_cut_in_its_middle_is_not_told():
    whole = sse(OPENED, CLAIMED)
    with ScriptedServer(Reply(whole.sent, headers=whole.headers, cut=len(whole.sent) - 30), sse(CLOSED)) as server:
        events = list(Client(server.url, patience=Hours().patience).watch("d"))
    assert [event["seq"] for event in events] == [1, 3]
