"""The other large providers, at the edge of the network: what they are sent, and what is made of what they answer."""

import json
from collections.abc import Callable
from typing import Any

import httpx2
import pytest
from pydantic_ai.models import Model
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.google import GoogleModel
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.google import GoogleProvider

from moot.engine import PlayerFailed, Unfit
from moot.players.model import Unreachable
from tests.players.model.calls import FakeHours, Opinion, a_call, playing, unheard

HERE = "http://127.0.0.1:1"
FILLED: dict[str, Any] = {"kind": "opinion", "option": "drop", "reason": "It is old.", "points": [], "doubt": None}
BEFORE = (Unfit("drop it", "It must be JSON."),)
Answering = Callable[[httpx2.Request], httpx2.Response]


def anthropic(answering: Answering) -> Model:
    client = httpx2.AsyncClient(transport=httpx2.MockTransport(answering), timeout=60)
    provider = AnthropicProvider(api_key="x", base_url=HERE, http_client=client)
    return AnthropicModel("claude-haiku-4-5", provider=provider)


def google(answering: Answering) -> Model:
    client = httpx2.AsyncClient(transport=httpx2.MockTransport(answering), timeout=60)
    return GoogleModel("gemini-2.5-flash", provider=GoogleProvider(api_key="x", base_url=HERE, http_client=client))


async def test_anthropic():
    sent: list[Any] = []

    def answering(request: httpx2.Request) -> httpx2.Response:
        sent.append(json.loads(request.content))
        call = {"type": "tool_use", "id": "toolu_1", "name": "answer", "input": FILLED}
        told = {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-sonnet-4-5-20250929"}
        usage = {"input_tokens": 1000, "output_tokens": 100}
        return httpx2.Response(200, json={**told, "content": [call], "stop_reason": "tool_use", "usage": usage})

    async with playing(lambda: anthropic(answering), provider="anthropic", settings={"stream": False}) as player:
        answer = await player.answer(a_call(before=BEFORE), unheard)
    body = sent[0]
    assert "You are a judge." in json.dumps(body["system"])
    assert [message["role"] for message in body["messages"]] == ["user", "assistant", "user"]
    assert body["tools"][0]["name"] == "answer"
    assert body["max_tokens"] == 4096
    assert Opinion.model_validate_json(answer.raw, strict=True).option == "drop"
    assert answer.by == "claude-sonnet-4-5-20250929"
    assert answer.spent is not None
    assert answer.spent.money == pytest.approx(1000 * 3 / 1e6 + 100 * 15 / 1e6)


async def test_google():
    sent: list[Any] = []

    def answering(request: httpx2.Request) -> httpx2.Response:
        sent.append(json.loads(request.content))
        content = {"role": "model", "parts": [{"functionCall": {"name": "answer", "args": FILLED}}]}
        told = {"candidates": [{"content": content, "finishReason": "STOP"}], "modelVersion": "gemini-2.5-flash"}
        usage = {"promptTokenCount": 1000, "candidatesTokenCount": 100, "totalTokenCount": 1100}
        return httpx2.Response(200, json={**told, "responseId": "r1", "usageMetadata": usage})

    async with playing(lambda: google(answering), provider="google", settings={"stream": False}) as player:
        answer = await player.answer(a_call(before=BEFORE), unheard)
    assert [content["role"] for content in sent[0]["contents"]] == ["user", "model", "user"]
    assert "You are a judge." in json.dumps(sent[0]["systemInstruction"])
    assert Opinion.model_validate_json(answer.raw, strict=True).option == "drop"
    assert answer.spent is not None
    assert answer.spent.tokens_in == 1000
    assert (answer.spent.money or 0) > 0


@pytest.mark.parametrize("make", [anthropic, google])
@pytest.mark.parametrize("stream", [True, False])
@pytest.mark.parametrize("status", [429, 500, 503])
async def test_their_own_libraries_try_nothing_again(make: Callable[[Answering], Model], stream: bool, status: int):
    sent: list[httpx2.Request] = []

    def answering(request: httpx2.Request) -> httpx2.Response:
        sent.append(request)
        return httpx2.Response(status, json={"error": {"message": "Not now."}}, headers={"Retry-After": "3"})

    time = FakeHours()
    async with playing(lambda: make(answering), settings={"stream": stream}, hours=time.hours) as player:
        with pytest.raises(Unreachable, match=f"HTTP status {status}"):
            await player.answer(a_call(), unheard)
    assert len(sent) == 4
    assert time.slept == [3.0, 3.0, 3.0]


@pytest.mark.parametrize(("make", "key"), [(anthropic, "ANTHROPIC_API_KEY"), (google, "GOOGLE_API_KEY")])
async def test_a_key_that_is_not_accepted_is_named(make: Callable[[Answering], Model], key: str):
    def answering(request: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(401, json={"error": {"message": "Wrong."}})

    provider = "anthropic" if make is anthropic else "google"
    async with playing(lambda: make(answering), provider=provider) as player:
        with pytest.raises(PlayerFailed, match=rf"did not accept the key \(HTTP 401\)\. Check {key}\."):
            await player.answer(a_call(), unheard)
