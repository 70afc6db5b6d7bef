"""An answer in pieces: the first words at once, the others a few times a second, and all of it in the end."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from itertools import count
from typing import Any

import httpx2
import pytest
from openai import APIConnectionError, APIError, APITimeoutError
from openai.types.chat import ChatCompletionChunk

from moot.players.model.joining import Joined
from moot.players.model.pieces import EVERY, Pieces
from moot.testing.wire import WireServer
from tests.players.model.calls import a_call, at, playing, unheard

REQUEST = httpx2.Request("POST", "http://localhost/v1/chat/completions")
NOW = count(0.0, 0.0)
LATE = count(0.0, EVERY)


def piece(delta: dict[str, Any], **more: Any) -> dict[str, Any]:
    choice = {"index": 0, "delta": delta, "finish_reason": more.pop("finish", None), **more.pop("choice", {})}
    head = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m1"}
    return {**head, "choices": [choice], **more}


def words(text: str, **more: Any) -> dict[str, Any]:
    return piece({"content": text}, **more)


def filled(text: str, place: int = 0, **call: Any) -> dict[str, Any]:
    return piece({"tool_calls": [{"index": place, "function": {"arguments": text}, **call}]})


def event(told: dict[str, Any] | str) -> bytes:
    return f"data: {told if isinstance(told, str) else json.dumps(told)}\n\n".encode()


def sent(*data: bytes | Exception, ticks: Any = NOW) -> Pieces:
    """Pieces of an answer of which this comes over the wire."""

    async def coming() -> AsyncGenerator[bytes]:
        for each in data:
            if isinstance(each, Exception):
                raise each
            yield each

    response = httpx2.Response(200, content=coming(), request=REQUEST)
    return Pieces(response, ChatCompletionChunk.model_validate, ticks=lambda: next(ticks))


async def said(pieces: AsyncIterator[ChatCompletionChunk] | Pieces) -> list[str | None]:
    """What each piece that was handed on says."""
    return [one.choices[0].delta.content if one.choices else "(usage)" async for one in pieces]


def joined(*pieces: Any) -> list[Any]:
    held = Joined()
    for each in pieces:
        held.add(json.loads(json.dumps(each)))
    return held.taken()


async def test_the_first_words_come_at_once_and_what_follows_at_once_comes_together():
    pieces = sent(*map(event, (words(""), words("One "), words("two "), words("three."), words("", finish="stop"))))
    assert await said(pieces) == ["One ", "two three.", ""]


async def test_words_are_not_held_back_for_longer_than_said():
    pieces = sent(*map(event, (words("One "), words("two "), words("three."))), ticks=LATE)
    assert await said(pieces) == ["One ", "two ", "three."]


async def test_an_end_is_seen_although_the_connection_stays_open():
    async def coming() -> AsyncGenerator[bytes]:
        for each in (words("One "), words("two."), "[DONE]"):
            yield event(each)
        await asyncio.Event().wait()

    response = httpx2.Response(200, content=coming(), request=REQUEST)
    async with asyncio.timeout(5):
        assert await said(Pieces(response, ChatCompletionChunk.model_validate)) == ["One ", "two."]
    assert response.is_closed


@pytest.mark.parametrize("size", [1, 2, 3, 7, 50])
@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])
async def test_it_does_not_matter_where_the_wire_cuts(size: int, line_end: bytes):
    whole = b"".join([b": hello\n\n", *map(event, (words("Ein\u00adé "), words("zwei\n\n"), words("drei."), "[DONE]"))])
    whole = whole.replace(b"\n", line_end)
    pieces = sent(*(whole[start : start + size] for start in range(0, len(whole), size)))
    assert "".join(text or "" for text in await said(pieces)) == "Ein\u00adé zwei\n\ndrei."


async def test_an_error_in_the_middle_is_told_at_once():
    pieces = sent(event(words("One ")), event({"error": {"message": "Overloaded.", "code": "busy"}}), event(words("x")))
    with pytest.raises(APIError, match="Overloaded") as error:
        await said(pieces)
    assert error.value.body == {"message": "Overloaded.", "code": "busy"}
    assert isinstance(pieces.response, httpx2.Response)
    assert pieces.response.is_closed


@pytest.mark.parametrize(
    ("broken", "told"),
    [(httpx2.ReadTimeout("slow"), APITimeoutError), (httpx2.RemoteProtocolError("gone"), APIConnectionError)],
)
async def test_a_broken_connection_is_told_as_the_library_tells_it(broken: Exception, told: type[Exception]):
    pieces = sent(event(words("One ")), broken)
    with pytest.raises(told):
        await said(pieces)


async def test_what_is_no_json_is_not_passed_over():
    with pytest.raises(json.JSONDecodeError):
        await said(sent(event("{nonsense")))


def test_words_of_one_form_are_joined_and_its_beginning_stays_what_it_is():
    begun = filled("", id="call-1", type="function")
    assert joined(begun, filled('{"a"'), filled(": 1"), filled("}")) == [begun, filled('{"a": 1}')]


@pytest.mark.parametrize(
    "other",
    [
        filled("two", place=1),
        filled("two", id="call-2"),
        words("two"),
        piece({"content": "two", "tool_calls": [{"index": 0, "function": {"arguments": "two"}}]}),
        piece({"tool_calls": [{"index": 0, "function": {"arguments": "two", "name": "answer"}}]}),
        piece({"tool_calls": [{"index": 0, "function": {"arguments": "two"}}]}, finish="stop"),
        piece({"tool_calls": [{"index": 0, "function": {"arguments": "two"}}]}, usage={"total_tokens": 3}),
    ],
)
def test_what_belongs_elsewhere_or_says_more_is_not_joined(other: dict[str, Any]):
    assert joined(filled("one"), other) == [filled("one"), other]


@pytest.mark.parametrize(
    "strange",
    [
        words("two", usage={"total_tokens": 3}),
        words("two", finish="length"),
        words("two", choice={"logprobs": {"content": []}}),
        words("two", choice={"index": 1}),
        words("two", id="2"),
        words("two", obfuscation="x"),
        piece({"content": "two", "reasoning_content": "hm"}),
        piece({"content": None}),
        {"choices": []},
        ["no", "piece"],
    ],
)
def test_a_piece_that_is_not_only_words_is_left_as_it_is(strange: Any):
    assert joined(words("one"), strange, words("three")) == [words("one"), strange, words("three")]


async def test_a_call_on_the_short_way_is_the_same_as_on_the_library_s_own():
    settings = {"temperature": 0.5, "seed": 7, "extra_headers": {"x-own": "1"}, "extra_body": {"top_k": 3}}
    with WireServer() as server:
        async with playing(at(server), settings=settings) as player:
            answers = [await player.answer(a_call(), unheard) for _ in range(2)]
    first, second = server.asked
    assert first.body == second.body
    assert first.headers == second.headers
    assert second.headers["x-own"] == "1"
    assert second.body["top_k"] == 3
    assert [answer.raw for answer in answers] == [answers[0].raw] * 2


async def test_a_connection_is_used_again():
    with WireServer() as server:
        async with playing(at(server)) as player:
            for _ in range(5):
                await player.answer(a_call(), unheard)
            assert server.connections == 1
