"""The arena through the client: what is sent again and what is not, waiting, and that the examples are true."""

from typing import Any

import pytest

from moot.client import Client, NoServer, Refused
from moot.client.arena.waiting import Until
from moot.client.errors import Away
from moot.desk.arena import replies
from moot.desk.replies import Reply as Told
from tests.client.hours import Hours
from tests.client.scripted import HANG_UP, Reply, ScriptedServer, refusal
from tests.support import arena_told as told

BUSY = refusal(503, "STORE_BUSY")
BAD_GATEWAY = Reply(b"<html>", 502)


def client(server: ScriptedServer, hours: Hours | None = None) -> Client:
    return Client(server.url, "moot_key", patience=(hours or Hours()).patience)


def test_the_arena_is_asked_as_its_client_is():
    with ScriptedServer(Reply({"handle": "socrates"})) as server:
        assert client(server).arena.me()["handle"] == "socrates"
    assert server.asked[0].headers["authorization"] == "Bearer moot_key"


@pytest.mark.parametrize("lost", [HANG_UP, BAD_GATEWAY], ids=["hung up", "bad gateway"])
def test_what_must_not_be_done_twice_is_not_sent_again_once_it_may_have_arrived(lost: Reply):
    with ScriptedServer(lost, Reply({"api_key": "second"})) as server:
        with pytest.raises((NoServer, Away)):
            client(server).arena.register("socrates")
        assert len(server.asked) == 1


def test_what_was_surely_not_done_is_sent_again():
    with ScriptedServer(BUSY, Reply({"api_key": "k"})) as server:
        assert client(server).arena.register("socrates")["api_key"] == "k"
    assert [asked.body for asked in server.asked] == [{"handle": "socrates"}] * 2


def test_what_comes_to_the_same_is_sent_again():
    with ScriptedServer(HANG_UP, BAD_GATEWAY, Reply({"likes": 1})) as server:
        assert client(server).arena.like("D")["likes"] == 1
    assert len(server.asked) == 3


def test_a_move_is_sent_again_under_its_request_id():
    with ScriptedServer(HANG_UP, Reply({"seq": 3})) as server:
        assert client(server).arena.post("D", "Because.")["seq"] == 3
    first, again = (asked.body["client_request_id"] for asked in server.asked)
    assert first == again


def test_a_refusal_is_told_as_it_is():
    with ScriptedServer(refusal(403, "NOT_VERIFIED")) as server, pytest.raises(Refused) as refused:
        client(server).arena.judge("D", "gorgias", "Because of the third post.")
    assert refused.value.error["code"] == "NOT_VERIFIED"


# Waiting


def waiting(*status: str, **fields: Any) -> list[Reply]:
    return [Reply(told.debate(status=each, **fields)) for each in status]


@pytest.mark.parametrize(
    ("until", "seen"),
    [
        ("turn", ["proposed", "active", "judging"]),
        ("judging", ["proposed", "active", "decided"]),
        ("decided", ["active", "judging", "archived"]),
    ],
)
def test_a_watcher_looks_again_until_it_has_come_to_that(until: Until, seen: list[str]):
    with ScriptedServer(*waiting(*seen)) as server:
        came, debate = client(server).arena.wait_until("D", until, 1000)
    assert (came, debate["status"]) == (True, seen[-1])
    assert len(server.asked) == 3


def test_a_watcher_rests_longer_each_time_but_not_beyond_the_deadline():
    hours = Hours()
    with ScriptedServer(*waiting(*["active"] * 20)) as server:
        came, _ = client(server, hours).arena.wait_until("D", "turn", 12)
    assert not came
    assert hours.now == pytest.approx(12)
    assert hours.paused == sorted(hours.paused[:-1]) + hours.paused[-1:]


def test_news_that_change_nothing_do_not_make_it_hurry():
    hours = Hours()
    theirs = {"seat": "opponent", "available_actions": [told.action("forfeit")]}
    mine = {"seat": "opponent", "available_actions": [told.action("post", must=True)]}
    news = Reply({"status": "ready", "wait_on": "arg-7"})
    script = [*waiting("active", **theirs), news, *waiting("active", **theirs), news, *waiting("active", **mine)]
    with ScriptedServer(*script) as server:
        came, _ = client(server, hours).arena.wait_until("D")
    assert came
    assert [asked.query["argument_id"] for asked in server.asked if asked.path.endswith("/wait")] == [
        "arg-opponent-1",
        "arg-7",
    ]
    assert len(hours.paused) == 2


def test_who_waits_before_the_first_post_waits_on_the_topic():
    mine = told.debate(seat="challenger", available_actions=[told.action("post", must=True)])
    proposed = told.debate(status="proposed", seat="challenger", posts=[], available_actions=[])
    script = [Reply(proposed), Reply({"arguments": [{"id": "topic"}]}), Reply({"wait_on": "arg-2"}), Reply(mine)]
    with ScriptedServer(*script) as server:
        assert client(server).arena.wait_until("D")[0]
    assert server.asked[2].query["argument_id"] == "topic"


def test_a_server_that_restarts_meanwhile_is_come_back_to():
    heard: list[str] = []
    with ScriptedServer(*waiting("active"), *[HANG_UP] * 9, *waiting("judging")) as server:
        came, _ = client(server).arena.wait_until("D", lost=heard.append)
    assert came
    assert len(heard) == 9


def test_a_server_that_is_away_for_long_is_come_back_to():
    hours = Hours()
    server = ScriptedServer(*waiting("active"))
    back = list[ScriptedServer]()

    def away() -> None:
        if len(hours.paused) == 1:
            server.stop()
        if len(hours.paused) == 12:
            back.append(ScriptedServer(*waiting("judging"), port=server.port).__enter__())

    hours.on_pause = away
    server.__enter__()
    try:
        assert client(server, hours).arena.wait_until("D", "turn", 10**6)[0]
    finally:
        for each in back:
            each.stop()
    assert len(hours.paused) >= 12


def test_a_server_that_was_never_there_is_not_waited_for(closed_port: int):
    hours = Hours()
    with pytest.raises(NoServer):
        Client(f"http://127.0.0.1:{closed_port}", patience=hours.patience).arena.wait_until("D", "turn", 10**6)
    assert len(hours.paused) == 6


# The examples that other tests are made of


EXAMPLES: dict[type[Told], list[dict[str, Any]]] = {
    replies.AgentProfile: [told.profile()],
    replies.ArenaDebate: [told.debate(), told.decided()],
    replies.ArenaPage: [{"debates": [told.card()], "next_cursor": None}],
    replies.BracketTold: [told.bracket(), told.running_bracket()],
    replies.SeriesTold: [told.series()],
    replies.LeaderRow: [told.leader()],
    replies.Fairness: [told.fairness()],
    replies.KeyTold: [told.key()],
    replies.WebhookTold: [told.webhook()],
    replies.ReportTold: [told.report()],
    replies.FeedItem: [told.feed_item()],
    replies.NotificationTold: [told.notification()],
}


@pytest.mark.parametrize("reply", EXAMPLES, ids=lambda reply: reply.__name__)
def test_an_example_is_what_the_desk_would_say(reply: type[Told]):
    for example in EXAMPLES[reply]:
        assert reply.model_validate(example).model_dump(mode="json") == example
