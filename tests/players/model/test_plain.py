"""Plain answers are read without the library, and come out exactly as the library would have them."""

import asyncio
import gzip
import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openai import AsyncOpenAI
from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, TextPart, ThinkingPart, UserPromptPart
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

from moot.players.model import ModelPlayer, model_named, pieces
from moot.players.model.plain import NotPlain, Plain
from moot.testing.wire import Reply, WireServer, rate_limited, saying
from tests.players.model.calls import Silence, a_call, at, playing, unheard

WORDS = st.sampled_from(["", " ", "One", " two, ", "three.", "<", "<think", "{}", '{"a":'])
USAGE = {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10}


def a_piece(choices: Any, **more: Any) -> dict[str, Any]:
    return {"id": "1", "object": "chat.completion.chunk", "created": 5, "model": "m2", "choices": choices, **more}


def a_delta(delta: Any, **more: Any) -> dict[str, Any]:
    return a_piece([{"index": 0, "delta": delta, "finish_reason": None, **more}])


def a_call_of(place: int, arguments: str | None, **more: Any) -> dict[str, Any]:
    return a_delta(
        {"tool_calls": [{"index": place, "function": {"arguments": arguments, **more.pop("f", {})}, **more}]}
    )


def a_call_begun(place: int, arguments: str | None, name: str) -> dict[str, Any]:
    return a_call_of(place, arguments, id=f"call-{place}", type="function", f={"name": name})


PIECES = st.one_of(
    WORDS.map(lambda text: a_delta({"content": text})),
    WORDS.map(lambda text: a_delta({"role": "assistant", "content": text, "tool_calls": None})),
    st.builds(
        a_call_begun,
        st.integers(0, 1),
        WORDS | st.none(),
        st.sampled_from(["answer", "look"]),
    ),
    st.builds(a_call_of, st.integers(0, 1), WORDS | st.none()),
    st.sampled_from(["stop", "length", "tool_calls", "content_filter"]).map(
        lambda why: a_delta({}, finish_reason=why),
    ),
    st.sampled_from(
        [
            a_piece([]),
            a_piece(None),
            a_piece([{"index": 0, "delta": None}]),
            a_piece([], usage=USAGE),
            a_piece([], usage={**USAGE, "prompt_tokens_details": {"cached_tokens": 2}}),
            a_piece([], service_tier="default"),
            a_delta({"reasoning_content": "Hm."}),
            a_delta({"refusal": "No."}),
            a_delta({"content": "x"}, logprobs={"content": []}),
        ]
    ),
)


async def by_library(pieces: Sequence[dict[str, Any]]) -> ModelResponse:
    body = "".join(f"data: {json.dumps(piece)}\n\n" for piece in pieces) + "data: [DONE]\n\n"
    sent = httpx2.MockTransport(
        lambda request: httpx2.Response(200, headers={"content-type": "text/event-stream"}, text=body)
    )
    http = httpx2.AsyncClient(transport=sent)
    async with AsyncOpenAI(base_url="http://127.0.0.1/v1", api_key="none", http_client=http) as client:
        asked: list[ModelMessage] = [ModelRequest([UserPromptPart("Well?")])]
        async with by(client).request_stream(asked, None, ModelRequestParameters()) as stream:
            async for _ in stream:
                pass
    return stream.get()


def by(client: AsyncOpenAI) -> OpenAIChatModel:
    return OpenAIChatModel("m1", provider=OpenAICompatibleProvider("here", openai_client=client))


def plainly(*pieces: dict[str, Any]) -> Plain:
    plain = Plain(("<think>", "</think>"), trims=False)
    plain.take(pieces)
    return plain


@given(st.lists(PIECES, min_size=1, max_size=6))
async def test_what_is_read_plainly_is_what_the_library_reads(pieces: list[dict[str, Any]]):
    try:
        plain = plainly(*pieces)
    except NotPlain:
        return
    library = await by_library(pieces)
    assert plain.parts == library.parts
    assert (plain.reason or "stop") == library.finish_reason
    assert plain.details == (library.provider_details or {})
    assert (plain.id, plain.model) == (library.provider_response_id, library.model_name)
    if plain.usage is None:
        assert library.usage.unmeasured_requests
    else:
        assert plain.usage == library.usage


@pytest.mark.parametrize(
    "pieces",
    [
        [
            a_delta({"role": "assistant", "content": ""}),
            a_delta({"content": "Yes."}),
            a_delta({}, finish_reason="stop"),
        ],
        [
            a_call_of(0, "", id="call-1", type="function", f={"name": "answer"}),
            a_call_of(0, '{"a":'),
            a_call_of(0, "1}"),
            a_delta({}, finish_reason="tool_calls"),
            a_piece([], usage=USAGE),
        ],
    ],
)
def test_what_servers_usually_send_is_plain(pieces: list[dict[str, Any]]):
    assert plainly(*pieces).parts


@pytest.mark.parametrize(
    "piece",
    [
        a_delta({"reasoning_content": "Hm."}),
        a_delta({"refusal": "No."}),
        a_delta({"content": [{"text": "x"}]}),
        a_delta({"content": "x", "annotations": [{}]}),
        a_delta({"tool_calls": [{"index": 0, "function": {"name": "answer"}}]}),
        a_piece([{"index": 0, "delta": {}}, {"index": 1, "delta": {}}]),
        a_piece([], usage={**USAGE, "cost": 0.5}),
        a_piece([], service_tier="flex"),
        {**a_piece([]), "created": 2e12},
    ],
)
def test_what_only_the_library_knows_is_not_plain(piece: dict[str, Any]):
    with pytest.raises(NotPlain):
        plainly(piece)


async def test_a_letter_is_word_for_word_what_the_library_sends():
    settings = {"temperature": 0.2, "max_tokens": 300, "extra_headers": {"x-house": "moot"}}
    questions = [a_call(task=task, settings=more) for task in ("Judge.", "Judge again.") for more in ({}, {"seed": 5})]
    with WireServer() as server:
        async with AsyncOpenAI(base_url=server.url, api_key="none", max_retries=0) as client:
            for model in (at(server), lambda: by(client)):
                async with playing(model, settings=settings) as player:
                    for question in questions:
                        await player.answer(question, unheard)
    ours, theirs = server.asked[:4], server.asked[4:]
    assert [each.body for each in ours] == [each.body for each in theirs]


@pytest.mark.parametrize("cut", [1, 3, 7, 9, 21, 28, 40])
def test_thoughts_before_the_words_are_kept_apart_however_they_are_cut(cut: int):
    text = "\n<think>Is {it} so?\n</think>\n\nIt is so."
    plain = Plain(("<think>", "</think>"), trims=False)
    said = [plain.take([a_delta({"content": part})]) for part in (text[:cut], text[cut:])]
    assert "".join(said) == "It is so."
    assert plain.parts == [ThinkingPart("Is {it} so?\n"), TextPart("It is so.")]


async def test_a_model_that_thinks_aloud_is_read_by_its_words():
    filled = json.dumps({"kind": "opinion", "option": "keep", "reason": "So.", "points": [], "doubt": None})
    said: list[str] = []
    with WireServer([saying(f'<think>{{"reason": "Not so."}}</think>{filled}')]) as server:
        async with playing(at(server), settings={"output": "native"}) as player:
            answer = await player.answer(a_call(), said.append)
    assert json.loads(answer.raw) == json.loads(filled)
    assert said[-1] == "So."


async def test_watchers_read_the_words_as_they_come(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pieces, "EVERY", 0.0)
    said, heard = list[str](), asyncio.Semaphore(0)

    def draft(text: str) -> None:
        said.append(text)
        heard.release()

    parts = ['{"kind": "silence", "because": "One', " two", ' three."}']
    events = [event(a_delta({"content": part})) for part in parts]
    async with serving(*events, event("[DONE]"), after=heard.acquire) as url, asked_at(url) as player:
        await player.answer(a_call(Silence), draft)
    assert said == ["One", "One two", "One two three."]


async def test_what_is_not_plain_is_read_again_by_the_library_from_the_beginning():
    sent = [a_delta({"content": '{"kind": "silence", "because": "So'}), a_delta({"reasoning_content": "Hm."})]
    sent += [a_delta({"content": '."}'}), a_delta({}, finish_reason="stop"), a_piece([], usage=USAGE)]
    async with serving(b"".join(map(event, [*sent, "[DONE]"]))) as url, asked_at(url) as player:
        answer = await player.answer(a_call(Silence), unheard)
    assert json.loads(answer.raw) == {"kind": "silence", "because": "So."}
    assert answer.spent is not None
    assert answer.spent.tokens_out == 3


async def test_a_letter_that_fails_is_told_as_the_library_tells_it():
    with WireServer([Reply(), rate_limited(0), Reply()]) as server:
        async with playing(at(server)) as player:
            await player.answer(a_call(), unheard)
            answer = await player.answer(a_call(), unheard)
    assert answer.facts["tries"] == 2


async def test_an_answer_that_is_packed_is_unpacked():
    sent = [a_delta({"content": '{"kind": "silence", "because": "So."}'}), a_delta({}, finish_reason="stop")]
    packed = gzip.compress(b"".join(map(event, [*sent, "[DONE]"])))
    async with serving(packed, header=b"content-encoding: gzip\r\n") as url, asked_at(url) as player:
        answer = await player.answer(a_call(Silence), unheard)
    assert json.loads(answer.raw) == {"kind": "silence", "because": "So."}


def event(told: dict[str, Any] | str) -> bytes:
    return f"data: {told if isinstance(told, str) else json.dumps(told)}\n\n".encode()


def asked_at(url: str) -> AbstractAsyncContextManager[ModelPlayer]:
    return playing(lambda: model_named("m1", base_url=url), settings={"output": "native"})


async def at_once() -> object:
    """Waits for nothing."""


@asynccontextmanager
async def serving(
    *parts: bytes, header: bytes = b"", after: Callable[[], Awaitable[object]] = at_once
) -> AsyncGenerator[str]:
    """A server that answers every request with these bytes, each part after what the one before brings about."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        head = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n" + header
        writer.write(head + b"content-length: %d\r\n\r\n" % sum(map(len, parts)))
        for number, part in enumerate(parts):
            if number:
                await after()
            writer.write(part)
            await writer.drain()
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
