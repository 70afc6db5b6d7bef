"""`wait` and `watch`."""

import json
import shlex
import signal
import threading
from typing import Any

import pytest

from moot.cli.matters.following import said
from tests.cli.shell import Shell
from tests.cli.told import argument, context, debate, waited
from tests.client.scripted import HANG_UP, Event, Reply, ScriptedServer, refusal, sse

WAIT = ("debate", "wait", "--debate-id", "d", "--argument-id", "arg-1", "--role", "proposer")
WATCH = ("debate", "watch", "--debate-id", "d")
OPENED: Event = (1, "initial_state", context(argument(1, "MOTION", "proposer")))
CLAIMED: Event = (2, "new_argument", argument(2))
MOVED: Event = (2, "state_changed", {"state": "AWAITING_PROPOSER", "waiting_for": ["proposer"], "closed_at": None})
CLOSED: Event = (3, "state_changed", {"state": "CLOSED", "waiting_for": [], "closed_at": "2026-11-15T12:00:00Z"})


def test_words_of_others_are_harmless_in_a_sentence_and_names_stay_bold():
    told = {"role": "risk\x1b[2J", "type": "REMARK", "content": "Look\x1b]0;here\x07 \u202eaway"}
    assert said(told) == "\x1b[1mrisk\ufffd[2J\x1b[0m: Look\ufffd]0;here\ufffd \ufffdaway"


def test_a_wait_tells_what_was_said(aw: Shell):
    ready = waited("ready", argument(2))
    with ScriptedServer(Reply(ready)) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        said = aw(*WAIT)
    assert said.code == 0
    assert said.data == ready
    assert server.asked[0].query == {"argument_id": "arg-1", "role": "proposer", "timeout": "60.0"}


def test_a_wait_in_vain_ends_with_four_and_a_command_that_waits_on(aw: Shell):
    with ScriptedServer(Reply(waited("timeout")), Reply(waited("timeout"))) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        said = aw(*WAIT, "--deadline", "0")
        assert said.code == 4
        assert said.data["status"] == "timeout"
        assert said.data["message"] == "No response after 0 seconds."
        again = shlex.split(said.data["retry_command"])
        assert again == ["aw", *WAIT, "--deadline", "0"]
        assert aw(*again[1:]).code == 4
    assert server.asked[0].query == server.asked[1].query


def test_the_deadline_can_be_set_in_the_environment(aw: Shell):
    aw.set(DEBATE_WAIT_DEADLINE="0")
    with ScriptedServer(Reply(waited("timeout"))) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        said = aw(*WAIT)
    assert said.code == 4
    assert "--deadline" not in said.data["retry_command"]


@pytest.mark.parametrize(("format_", "says"), [("markdown", "## 2. CLAIM by the opponent"), ("table", "respond")])
def test_a_wait_can_be_read_by_people(aw: Shell, format_: str, says: str):
    with ScriptedServer(Reply(waited("ready", argument(2)))) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        assert says in aw(*WAIT, "--format", format_).out


def test_a_wait_without_a_server_says_how_to_wait_later(aw: Shell, closed_port: int):
    aw.set(DEBATE_SERVER_URL=f"http://127.0.0.1:{closed_port}")
    said = aw(*WAIT, "--deadline", "0")
    assert said.code == 3
    assert said.error["code"] == "NO_SERVER"
    assert said.error["retry_command"] == shlex.join(["aw", *WAIT, "--deadline", "0"])


def test_a_wait_that_is_refused_ends_with_one(aw: Shell):
    with ScriptedServer(refusal(404, "ARGUMENT_NOT_FOUND")) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        said = aw(*WAIT)
    assert said.code == 1
    assert said.error["code"] == "ARGUMENT_NOT_FOUND"


def test_a_watch_prints_an_event_a_line(aw: Shell):
    with ScriptedServer(sse(OPENED, CLAIMED, MOVED, CLOSED)) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        said = aw(*WATCH)
    assert said.code == 0
    lines: list[dict[str, Any]] = [json.loads(line) for line in said.out.splitlines()]
    assert [(line["event"], line["seq"]) for line in lines] == [
        ("initial_state", 1),
        ("new_argument", 2),
        ("state_changed", 2),
        ("state_changed", 3),
    ]
    assert lines[1]["data"] == CLAIMED[2]


def test_a_watch_can_be_read_by_people(aw: Shell):
    with ScriptedServer(sse(OPENED, CLAIMED, MOVED, CLOSED)) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        text = aw(*WATCH, "--format", "markdown").out
    assert "# Cache plan" in text
    assert "## 2. CLAIM by the opponent" in text
    assert "*Now AWAITING_PROPOSER, waiting for the proposer.*" in text
    assert "*Now CLOSED.*" in text


def test_a_watch_begins_after_a_line(aw: Shell):
    over = (9, "initial_state", context(debate=debate(closed_at="2026-11-15T12:00:00Z")))
    with ScriptedServer(sse(over)) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        assert aw(*WATCH, "--after", "4", "--role", "opponent").code == 0
    assert server.asked[0].headers["last-event-id"] == "4"
    assert server.asked[0].query == {"role": "opponent"}


@pytest.mark.parametrize("command", [WATCH, WAIT], ids=["watch", "wait"])
def test_an_interrupt_ends_cleanly(aw: Shell, command: tuple[str, ...]):
    asked, over = threading.Event(), threading.Event()

    def hold() -> None:
        asked.set()
        over.wait()

    with ScriptedServer(Reply(HANG_UP.body, cut=-1, then=hold)) as server:
        aw.set(DEBATE_SERVER_URL=server.url)
        process = aw.start(*command)
        assert asked.wait(20)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
        over.set()
    assert process.returncode == 130
    assert out == b""
    assert b"Traceback" not in err
