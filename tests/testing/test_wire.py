import json
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

import httpx2
import pytest

from moot.testing.wire import (
    Asked,
    Gate,
    Reply,
    WireServer,
    cut_off,
    failing,
    rate_limited,
    refusing,
    resetting,
    saying,
    slow,
)

FORM = {"type": "object", "properties": {"side": {"enum": ["for", "against"]}}, "required": ["side"]}
TOOL = {"type": "function", "function": {"name": "answer", "parameters": FORM}}


def asking(url: str, headers: Mapping[str, str] | None = None, **body: Any) -> httpx2.Response:
    told = {"model": "m1", "messages": [{"role": "user", "content": "Well?"}], **body}
    with httpx2.Client(trust_env=False, timeout=30) as client:
        return client.post(f"{url}/chat/completions", json=told, headers=dict(headers or {}))


def events(response: httpx2.Response) -> list[Any]:
    told = [line.removeprefix("data: ") for line in response.text.split("\n\n") if line]
    assert told[-1] == "[DONE]"
    return [json.loads(each) for each in told[:-1]]


def test_a_plain_question_gets_a_plain_answer():
    with WireServer([saying("Yes.")]) as server:
        told = asking(server.url).json()
    assert told["choices"][0] == {
        "index": 0,
        "message": {"role": "assistant", "content": "Yes.", "refusal": None},
        "finish_reason": "stop",
    }
    assert told["model"] == "m1"
    assert told["usage"]["completion_tokens"] == 1


def test_a_form_is_filled_in_as_a_tool_or_as_a_text():
    wanted = {"type": "json_schema", "json_schema": {"name": "answer", "schema": FORM}}
    with WireServer() as server:
        called = asking(server.url, tools=[TOOL]).json()["choices"][0]
        said = asking(server.url, response_format=wanted).json()["choices"][0]
    assert json.loads(called["message"]["tool_calls"][0]["function"]["arguments"]) == {"side": "for"}
    assert called["finish_reason"] == "tool_calls"
    assert json.loads(said["message"]["content"]) == {"side": "for"}


def test_the_tool_that_is_named_is_called():
    other = {"type": "function", "function": {"name": "other", "parameters": {"type": "object"}}}
    choice = {"type": "function", "function": {"name": "answer"}}
    with WireServer() as server:
        told = asking(server.url, tools=[other, TOOL], tool_choice=choice).json()
    assert told["choices"][0]["message"]["tool_calls"][0]["function"]["name"] == "answer"


def test_a_stream_has_the_same_answer_in_pieces_and_tells_its_cost_at_the_end():
    text = "A longer answer that takes several pieces."
    with WireServer([saying(text)]) as server:
        *pieces, last = events(asking(server.url, stream=True))
    said = [piece["choices"][0]["delta"].get("content", "") for piece in pieces]
    assert "".join(said) == text
    assert len(said) > 3
    assert pieces[-1]["choices"][0]["finish_reason"] == "stop"
    assert last["choices"] == []
    assert last["usage"]["completion_tokens"] == len(text) // 4


def test_a_refusal_stands_in_its_own_field():
    with WireServer([refusing("No."), refusing("No.")]) as server:
        whole = asking(server.url, tools=[TOOL]).json()["choices"][0]["message"]
        pieces = events(asking(server.url, tools=[TOOL], stream=True))
    assert (whole["content"], whole["refusal"]) == (None, "No.")
    assert [piece["choices"][0]["delta"].get("refusal") for piece in pieces if piece["choices"]].count("No.") == 1


def test_faults_come_in_the_order_of_the_script_and_then_all_is_well():
    with WireServer([rate_limited(7), failing(503)]) as server:
        limited, broken, sound = (asking(server.url) for _ in range(3))
    assert (limited.status_code, limited.headers["retry-after"]) == (429, "7")
    assert (broken.status_code, broken.json()["error"]["message"]) == (503, "The server had an error.")
    assert sound.status_code == 200


@pytest.mark.parametrize("stream", [True, False])
def test_an_answer_can_be_cut_off_in_the_middle(stream: bool):
    with WireServer([cut_off()]) as server, pytest.raises(httpx2.RemoteProtocolError):
        asking(server.url, stream=stream)


def test_a_connection_can_be_reset_instead_of_being_answered():
    with WireServer([resetting()]) as server, pytest.raises(httpx2.ReadError):
        asking(server.url)


def test_a_script_may_be_a_function_of_what_is_asked_for_each_model():
    def echo(asked: Asked) -> Reply:
        return saying(asked.messages[-1]["content"].upper())

    with WireServer({"echo": echo, "m1": [saying("One.")]}) as server:
        said = [asking(server.url, model=name).json()["choices"][0]["message"]["content"] for name in ("echo", "m1")]
        names = httpx2.get(f"{server.url}/models", trust_env=False).json()["data"]
    assert said == ["WELL?", "One."]
    assert [each["id"] for each in names] == ["echo", "m1"]


def test_calls_are_counted_by_model_and_marker():
    with WireServer() as server:
        for marker in ("a", "b", "a"):
            asking(server.url, {"X-Moot-Marker": marker})
        asking(server.url, model="m2")
        asking(server.url, model="m2")
        root = server.url.removesuffix("/v1")
        told = httpx2.get(f"{root}/calls", trust_env=False).json()
    assert server.calls["m1", "a"] == 2
    assert server.calls["m1", "b"] == 1
    assert sorted(server.calls.values()) == [1, 2, 2]
    assert told["total"] == 5
    assert {"model": "m1", "marker": "a", "calls": 2} in told["calls"]


def test_an_answer_can_be_held_back_until_a_gate_opens():
    gate = Gate()

    def release(asked: Asked) -> Reply:
        gate.open()
        return saying("Later.")

    with WireServer({"slow": [slow(saying("At last."), gate=gate)], "fast": release}) as server:
        process = subprocess.Popen(
            [sys.executable, "-c", _ASK, f"{server.url}/chat/completions"], stdout=subprocess.PIPE, text=True
        )
        server.awaited(1)
        assert process.poll() is None
        asking(server.url, model="fast")
        told, _ = process.communicate(timeout=60)
    assert told.strip() == "At last."


_ASK = """
import json, sys, urllib.request
body = json.dumps({"model": "slow", "messages": []}).encode()
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
told = json.load(opener.open(urllib.request.Request(sys.argv[1], body, {"Content-Type": "application/json"})))
print(told["choices"][0]["message"]["content"])
"""


def test_waiting_for_requests_that_do_not_come_ends():
    with WireServer() as server, pytest.raises(TimeoutError, match="Only 0 of 1"):
        server.awaited(1, seconds=0.0)


def test_a_form_that_cannot_be_filled_in_is_the_callers_mistake():
    form = {"type": "string", "pattern": "^never such a thing$"}
    tool = {"type": "function", "function": {"name": "answer", "parameters": form}}
    with WireServer() as server:
        told = asking(server.url, tools=[tool])
    assert told.status_code == 400
    assert "pattern" in told.json()["error"]["message"]


def test_what_is_not_there_is_not_found():
    with WireServer() as server:
        assert httpx2.get(f"{server.url}/nothing", trust_env=False).status_code == 404


def test_a_port_that_is_taken_is_said():
    with WireServer() as server:
        port = int(server.url.rpartition(":")[2].removesuffix("/v1"))
        with pytest.raises(OSError, match="in use"), WireServer(port=port):
            pass


def test_it_runs_by_itself():
    process = subprocess.Popen(
        [sys.executable, "-m", "moot.testing.wire", "--port", "0", "--delay-ms", "1"], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        assert asking(url, tools=[TOOL]).status_code == 200
        assert httpx2.get(f"{url.removesuffix('/v1')}/calls", trust_env=False).json()["total"] == 1
    finally:
        process.terminate()
        process.communicate(timeout=60)
