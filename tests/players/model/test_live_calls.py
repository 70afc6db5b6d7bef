import pytest

from moot.players.model import model_named
from moot.testing.wire import WireServer
from tests.players.model.calls import a_call, at, playing, unheard


@pytest.mark.parametrize(
    "name", ["openai:gpt-5", "openai-chat:gpt-5", "anthropic:claude-sonnet-4-5", "google:gemini-2.5-pro"]
)
@pytest.mark.parametrize("stream", [True, False])
async def test_no_test_can_ask_a_provider(name: str, stream: bool):
    async with playing(lambda: model_named(name, api_key="x"), settings={"stream": stream}) as player:
        with pytest.raises(RuntimeError, match="Model requests are not allowed"):
            await player.answer(a_call(), unheard)


async def test_a_server_elsewhere_is_not_asked_either():
    async with playing(lambda: model_named("m1", base_url="https://models.example.com/v1")) as player:
        with pytest.raises(RuntimeError, match="Model requests are not allowed"):
            await player.answer(a_call(), unheard)


async def test_a_server_on_this_machine_is():
    with WireServer() as server:
        async with playing(at(server)) as player:
            assert (await player.answer(a_call(), unheard)).by == "m1"
