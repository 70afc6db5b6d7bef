import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from pydantic import BaseModel
from pydantic_ai.messages import ModelMessage
from pydantic_ai.models import Model
from pydantic_ai.models.function import AgentInfo, DeltaToolCall, DeltaToolCalls, FunctionModel
from pydantic_ai.models.test import TestModel

from moot.debate import InvalidInput
from moot.engine import PlayerFailed
from moot.players.model import ModelPlayer
from moot.testing.wire import Gate, Reply, WireServer, saying, slow
from tests.players.model.calls import Opinion, Silence, a_call, at, playing, unheard

WORDS = "It has worked for years, and nobody has shown what would be better."


@pytest.mark.parametrize("stream", [True, False])
@pytest.mark.parametrize("output", ["tool", "native"])
@pytest.mark.parametrize("forms", [(Opinion,), (Opinion, Silence)])
async def test_a_form_is_filled_in_whichever_way_a_model_has(
    stream: bool, output: str, forms: tuple[type[BaseModel], ...]
):
    with WireServer([Reply(values={"reason": WORDS})]) as server:
        async with playing(at(server), settings={"stream": stream, "output": output}) as player:
            answer = await player.answer(a_call(*forms), unheard)
    assert Opinion.model_validate_json(answer.raw, strict=True).reason == WORDS
    assert answer.facts["output"] == output


async def test_a_model_that_is_only_prompted_may_fence_its_answer():
    filled = json.dumps({"kind": "silence", "because": WORDS})
    with WireServer([saying(f"```json\n{filled}\n```")]) as server:
        async with playing(at(server), settings={"output": "prompted"}) as player:
            answer = await player.answer(a_call(Silence), unheard)
    assert json.loads(answer.raw) == json.loads(filled)
    assert "response_format" not in server.asked[0].body or server.asked[0].form is None


async def test_what_is_told_of_an_answer():
    with WireServer() as server:
        async with playing(at(server)) as player:
            answer = await player.answer(a_call(), unheard)
    assert answer.by == "m1"
    facts = dict(answer.facts)
    assert isinstance(facts.pop("milliseconds"), int)
    assert isinstance(facts.pop("first_token_ms"), int)
    assert facts == {
        "finish_reason": "tool_call",
        "response": "wire-1",
        "tries": 1,
        "output": "tool",
        "unknown": "money",
    }


@pytest.mark.parametrize("output", ["tool", "native"])
async def test_watchers_read_the_words(output: str):
    said: list[str] = []
    with WireServer([Reply(values={"reason": WORDS})]) as server:
        async with playing(at(server), settings={"output": output}) as player:
            await player.answer(a_call(), said.append)
    assert said[-1] == WORDS
    assert all(WORDS.startswith(text) for text in said)


async def test_a_player_is_asked_while_another_call_of_it_is_out():
    gate = Gate()
    with WireServer([slow(gate=gate)]) as server:
        async with playing(at(server)) as player:
            waiting = asyncio.create_task(player.answer(a_call(task="First."), unheard))
            await asyncio.to_thread(server.awaited, 1)
            second = await player.answer(a_call(task="Second."), unheard)
            assert not waiting.done()
            gate.open()
            assert (await waiting).raw == second.raw


async def test_a_call_that_is_no_longer_wanted_is_cancelled():
    with WireServer([slow(gate=Gate())]) as server:
        async with playing(at(server)) as player:
            waiting = asyncio.create_task(player.answer(a_call(), unheard))
            await asyncio.to_thread(server.awaited, 1)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
            assert (await player.answer(a_call(), unheard)).facts["tries"] == 1


async def test_a_model_is_loaded_once_and_when_it_is_first_called_on():
    loads: list[None] = []

    async def load() -> Model:
        loads.append(None)
        await asyncio.sleep(0)
        return TestModel()

    player = ModelPlayer("p", load, provider="test")
    assert not loads
    await asyncio.gather(*(player.answer(a_call(), unheard) for _ in range(3)))
    assert len(loads) == 1
    await player.close()


async def test_a_model_that_cannot_be_loaded_says_what_to_do():
    async def load() -> Model:
        raise InvalidInput("The models of groq need a key.", suggestion="Set GROQ_API_KEY.")

    with pytest.raises(PlayerFailed, match=r"The models of groq need a key\. Set GROQ_API_KEY\."):
        await ModelPlayer("p", load, provider="groq").answer(a_call(), unheard)


async def test_pydantic_ais_own_test_model_plays_too():
    async with playing(TestModel) as player:
        answer = await player.answer(a_call(Opinion), unheard)
    assert Opinion.model_validate_json(answer.raw, strict=True).kind == "opinion"


async def test_two_answers_at_once_are_no_answer():
    async def both(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[DeltaToolCalls]:
        for place, option in enumerate(("keep", "drop")):
            filled = json.dumps({"kind": "opinion", "option": option, "reason": "Yes."})
            yield {place: DeltaToolCall("answer", filled, tool_call_id=f"call-{place}")}

    async with playing(lambda: FunctionModel(stream_function=both)) as player:
        answer = await player.answer(a_call(), unheard)
    told: Any = json.loads(answer.raw)
    assert [json.loads(each)["option"] for each in told] == ["keep", "drop"]


def test_lanes_are_the_provider_and_the_model():
    async def load() -> Model:
        return TestModel()

    player = ModelPlayer("anthropic:claude-x", load, provider="anthropic")
    assert player.lanes == {"provider:anthropic": 8, "model:anthropic:claude-x": 8}
    alone = ModelPlayer("embedded", load, provider="embedded", at_once={"provider": 1, "model": 1})
    assert alone.lanes == {"provider:embedded": 1, "model:embedded:embedded": 1}
