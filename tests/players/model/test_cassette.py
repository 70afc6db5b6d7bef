import json
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai.models import Model

from moot.engine import PlayerFailed
from moot.players.cassette import Cassette, NotOnCassette, Unplugged
from moot.players.model import model_named
from moot.players.model.asking import asking
from moot.testing.wire import Reply, WireServer, failing
from tests.players.model.calls import Silence, a_call, at, playing, unheard

BOTH = pytest.mark.parametrize("stream", [True, False])
WORDS = "Words that stay,\u2028even over an odd line break."


def unplugged(path: Path, server: WireServer) -> Model:
    name = model_named("m1", base_url=server.url).model_id
    return Cassette(Unplugged(name), path)


def lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line] if path.exists() else []


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tapes" / "judge.jsonl"


@BOTH
async def test_what_was_recorded_is_played_without_asking_anybody(path: Path, stream: bool):
    given = {"settings": {"stream": stream, "temperature": 0.3}}
    with WireServer([Reply(values={"reason": WORDS})]) as server:
        async with playing(lambda: Cassette(at(server)(), path, "record"), **given) as player:
            first = await player.answer(a_call(), unheard)
            again = await player.answer(a_call(), unheard)
        assert len(server.asked) == 1
    said: list[str] = []
    async with playing(lambda: unplugged(path, server), **given) as player:
        played = await player.answer(a_call(), said.append)
    assert json.loads(first.raw)["reason"] == WORDS
    assert (played.raw, played.by, played.facts["response"]) == (first.raw, first.by, first.facts["response"])
    assert again.raw == first.raw
    assert played.spent is not None
    assert first.spent is not None
    assert (played.spent.tokens_in, played.spent.tokens_out) == (first.spent.tokens_in, first.spent.tokens_out)
    assert said == ([WORDS] if stream else [])


@BOTH
async def test_what_was_not_recorded_is_named(path: Path, stream: bool):
    with WireServer() as server:
        async with playing(lambda: Cassette(at(server)(), path), settings={"stream": stream}) as player:
            with pytest.raises(
                NotOnCassette, match=r"judge\.jsonl has no answer to [0-9a-f]{12}: '.*Judge the plan\.'"
            ):
                await player.answer(a_call(), unheard)
        assert server.asked == ()
    assert not lines(path)


async def test_another_question_form_or_setting_is_another_request(path: Path):
    with WireServer() as server:
        async with playing(lambda: Cassette(at(server)(), path, "record")) as player:
            for call in (a_call(), a_call(task="Other."), a_call(Silence), a_call(settings={"seed": 1}), a_call()):
                await player.answer(call, unheard)
        assert len(server.asked) == 4
    assert len(lines(path)) == 4


async def test_recording_goes_on_where_it_stopped(path: Path):
    with WireServer() as server:
        for task in ("One.", "One.", "Two."):
            async with playing(lambda: Cassette(at(server)(), path, "record")) as player:
                await player.answer(a_call(task=task), unheard)
        assert len(server.asked) == 2


@BOTH
async def test_a_failure_is_not_recorded(path: Path, stream: bool):
    with WireServer([failing(401)]) as server:
        async with playing(lambda: Cassette(at(server)(), path, "record"), settings={"stream": stream}) as player:
            with pytest.raises(PlayerFailed):
                await player.answer(a_call(), unheard)
            await player.answer(a_call(), unheard)
    assert len(lines(path)) == 1


async def test_an_answer_that_nobody_heard_to_its_end_is_not_recorded(path: Path):
    put = asking(a_call(), {})
    with WireServer() as server:
        model = Cassette(at(server)(), path, "record")
        async with model, model.request_stream(put.messages, put.for_model(model), put.parameters) as stream:
            await anext(aiter(stream))
    assert lines(path) == []


async def test_a_cassette_can_be_read_and_holds_no_key(path: Path):
    secret = {"extra_headers": {"X-Key": "secret"}}
    with WireServer() as server:
        make = lambda: Cassette(model_named("m1", base_url=server.url, api_key="secret"), path, "record")  # noqa: E731
        async with playing(make, settings=secret) as player:
            await player.answer(a_call(), unheard)
    assert server.asked[0].headers["x-key"] == "secret"
    (line,) = lines(path)
    assert "secret" not in json.dumps(line)
    assert set(line) == {"digest", "request", "response"}
    assert line["request"]["messages"][0]["parts"][0]["content"] == "You are a judge."


async def test_a_model_without_a_plug_cannot_be_asked():
    async with playing(lambda: Unplugged("anthropic:claude-sonnet-4-5"), settings={"stream": False}) as player:
        with pytest.raises(PlayerFailed, match="anthropic:claude-sonnet-4-5 is only played from a cassette"):
            await player.answer(a_call(), unheard)
