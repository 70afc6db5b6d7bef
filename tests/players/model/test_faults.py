"""Every fault that a provider can have, and what it leads to."""

import asyncio
import json
from dataclasses import replace
from datetime import timedelta

import pytest
from pydantic_ai.exceptions import ModelAuthenticationError

from moot.debate import Ask
from moot.engine import PlayerFailed, Unfit
from moot.engine.reading import read_answer
from moot.players.model import Circuit, Circuits, Hours, Patience, Unreachable
from moot.players.model.failures import trouble
from moot.testing import START
from moot.testing.wire import (
    Gate,
    Reply,
    WireServer,
    cut_off,
    empty,
    failing,
    garbled,
    rate_limited,
    refusing,
    resetting,
    saying,
    shortened,
    slow,
)
from tests.players.model.calls import FakeHours, Opinion, a_call, at, playing, unheard

BOTH = pytest.mark.parametrize("stream", [True, False])


@BOTH
@pytest.mark.parametrize(
    "fault",
    [
        *(failing(status) for status in (500, 503, 408, 409)),
        *(rate_limited(), cut_off(), cut_off(0.1), garbled(), resetting()),
    ],
)
async def test_what_may_pass_is_tried_again(stream: bool, fault: Reply):
    time = FakeHours()
    with WireServer([fault, fault]) as server:
        async with playing(at(server), settings={"stream": stream}, hours=time.hours) as player:
            answer = await player.answer(a_call(), unheard)
        assert len(server.asked) == 3
    assert Opinion.model_validate_json(answer.raw, strict=True)
    assert answer.facts["tries"] == 3
    assert time.slept == [0.5, 1.0]


@BOTH
async def test_nobody_is_tried_for_ever(stream: bool):
    time = FakeHours()
    with WireServer(lambda asked: failing(500)) as server:
        async with playing(at(server), settings={"stream": stream}, hours=time.hours) as player:
            with pytest.raises(
                Unreachable, match=r"local:m1 answered with HTTP status 500 \(tried 4 times\)\."
            ) as failed:
                await player.answer(a_call(), unheard)
        assert len(server.asked) == 4
    assert (failed.value.reason, failed.value.paid) == ("failed", False)
    assert len(time.slept) == 3


@BOTH
@pytest.mark.parametrize("half", [cut_off(), garbled(), resetting()])
async def test_what_was_answered_by_half_may_have_been_paid_for_however_it_ends(stream: bool, half: Reply):
    replies = iter([half])
    with WireServer(lambda asked: next(replies, failing(500))) as server:
        async with playing(at(server), settings={"stream": stream}, hours=FakeHours().hours) as player:
            with pytest.raises(Unreachable, match="HTTP status 500") as failed:
                await player.answer(a_call(), unheard)
    assert failed.value.paid


async def test_nobody_there_is_tried_again_too():
    with WireServer() as server:
        gone = at(server)
    time = FakeHours()
    async with playing(gone, hours=time.hours) as player:
        with pytest.raises(Unreachable, match="could not be heard: Connection error") as failed:
            await player.answer(a_call(), unheard)
    assert not failed.value.paid
    assert len(time.slept) == 3


@BOTH
@pytest.mark.parametrize("told", ["17", "Sun, 15 Nov 2026 09:00:17 GMT"])
async def test_a_provider_is_left_alone_as_long_as_it_asks(stream: bool, told: str):
    time = FakeHours()
    with WireServer([rate_limited(told)]) as server:
        async with playing(at(server), settings={"stream": stream}, hours=time.hours) as player:
            await player.answer(a_call(), unheard)
    assert time.slept == [17.0]


async def test_a_provider_that_asks_for_too_long_a_wait_is_given_up_at_once():
    time = FakeHours()
    with WireServer([rate_limited(3600)]) as server:
        async with playing(at(server), hours=time.hours) as player:
            with pytest.raises(Unreachable, match=r"It asks to be left alone for 3600 s\."):
                await player.answer(a_call(), unheard)
        assert len(server.asked) == 1
    assert time.slept == []


async def test_no_wait_goes_beyond_the_turn():
    time = FakeHours()
    with WireServer([rate_limited(17)]) as server:
        async with playing(at(server), hours=time.hours) as player:
            with pytest.raises(Unreachable, match="The turn ends before it can be tried again"):
                await player.answer(a_call(until=START + timedelta(seconds=17)), unheard)
        assert time.slept == []
        assert len(server.asked) == 1


async def test_a_wait_that_ends_before_the_turn_is_waited():
    time = FakeHours()
    with WireServer([rate_limited(17)]) as server:
        async with playing(at(server), hours=time.hours) as player:
            answer = await player.answer(a_call(until=START + timedelta(seconds=18)), unheard)
    assert answer.facts["tries"] == 2


async def test_a_try_that_takes_too_long_is_given_up_and_made_again():
    tries: list[asyncio.Timeout] = []
    seconds: list[float | None] = []

    def within(given: float | None) -> asyncio.Timeout:
        seconds.append(given)
        tries.append(asyncio.timeout(None))
        return tries[-1]

    hours = replace(FakeHours().hours, within=within)
    with WireServer([slow(gate=Gate())]) as server:
        async with playing(at(server), hours=hours, patience=Patience(one_try=42.0)) as player:
            waiting = asyncio.create_task(player.answer(a_call(), unheard))
            await asyncio.to_thread(server.awaited, 1)
            tries[0].reschedule(0.0)
            assert (await waiting).facts["tries"] == 2
    assert seconds == [42.0, 42.0]


async def test_a_seat_may_set_how_long_one_try_takes():
    seconds: list[float | None] = []

    def within(given: float | None) -> asyncio.Timeout:
        seconds.append(given)
        return asyncio.timeout(None)

    with WireServer() as server:
        async with playing(at(server), hours=Hours(within=within)) as player:
            await player.answer(a_call(settings={"timeout": 7}), unheard)
    assert seconds == [7]


@BOTH
@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (failing(401, "Wrong key: sk-very-secret"), r"local:m1 did not accept the key \(HTTP 401\)\. Check its key\."),
        (failing(403, "sk-very-secret"), r"did not accept the key \(HTTP 403\)"),
        (failing(404, "No such model"), r"is not known there \(HTTP 404\)\. Check the name of the model"),
        (failing(400, "temperature is too hot"), r"did not take the request \(HTTP 400\): temperature is too hot\."),
        (failing(402, "Pay!"), r"the account has nothing left to spend \(HTTP 402\)"),
        (failing(429, "Pay!", "insufficient_quota"), r"the account has nothing left to spend \(HTTP 429\)"),
    ],
)
async def test_what_waiting_does_not_mend_fails_at_once_and_says_what_to_do(stream: bool, fault: Reply, told: str):
    time = FakeHours()
    with WireServer([fault]) as server:
        async with playing(at(server), settings={"stream": stream}, hours=time.hours) as player:
            with pytest.raises(PlayerFailed, match=told) as failed:
                await player.answer(a_call(), unheard)
        assert len(server.asked) == 1
    assert not isinstance(failed.value, Unreachable)
    assert "secret" not in str(failed.value)
    assert time.slept == []


def test_the_key_that_was_not_accepted_is_named():
    met = trouble(ModelAuthenticationError("x", "no"), "anthropic", START)
    assert met is not None
    assert "Check ANTHROPIC_API_KEY" in met.told


@BOTH
@pytest.mark.parametrize(
    ("fault", "raw", "finish"),
    [
        (refusing("I will not."), "(refused) I will not.", "content_filter"),
        (refusing('{"kind": "opinion", "option": "keep", "reason": "x"}'), None, "content_filter"),
        (empty(), "", "stop"),
        (
            shortened('{"kind": "opinion", "option": "keep", "rea'),
            '{"kind": "opinion", "option": "keep", "rea',
            "length",
        ),
        (saying("I cannot approve; I would rather keep it."), "I cannot approve; I would rather keep it.", None),
        (saying('{"kind": "opinion", "option": "maybe"}'), '{"kind": "opinion", "option": "maybe"}', None),
    ],
)
async def test_what_was_paid_for_is_an_answer_even_if_it_does_not_fit(
    stream: bool, fault: Reply, raw: str | None, finish: str | None
):
    with WireServer([fault]) as server:
        async with playing(at(server), settings={"stream": stream}) as player:
            answer = await player.answer(a_call(), unheard)
        assert len(server.asked) == 1
    assert raw is None or answer.raw == raw
    assert isinstance(read_answer(answer.raw, Ask("", (Opinion,))), Unfit)
    assert answer.spent is not None
    assert finish is None or answer.facts["finish_reason"] == finish
    assert ("refusal" in answer.facts) is (fault.refusal is not None)


async def test_a_stream_that_just_ends_was_cut_off():
    delta = {"role": "assistant", "content": '{"kind'}
    chunk = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m1"}
    event = {**chunk, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
    time = FakeHours()
    with WireServer([Reply(body=f"data: {json.dumps(event)}\n\n".encode())]) as server:
        async with playing(at(server), hours=time.hours) as player:
            answer = await player.answer(a_call(), unheard)
    assert answer.facts["tries"] == 2


async def test_all_who_ask_one_provider_learn_that_it_is_down():
    time = FakeHours()
    circuits = Circuits(Circuit(most=2, rest=60.0), time.hours.ticks)
    with WireServer(lambda asked: failing(500)) as server:
        given = {"circuits": circuits, "hours": time.hours, "patience": Patience(tries=1)}
        async with playing(at(server), **given) as one, playing(at(server, "m2"), **given) as other:
            for player in (one, other):
                with pytest.raises(Unreachable):
                    await player.answer(a_call(), unheard)
            with pytest.raises(PlayerFailed, match=r"2 times in a row\. It is tried again in 60 s"):
                await one.answer(a_call(), unheard)
            assert len(server.asked) == 2
            time.clock.advance(seconds=60)
            with pytest.raises(Unreachable):
                await one.answer(a_call(), unheard)
            assert len(server.asked) == 3


async def test_the_same_provider_at_another_address_is_not_blamed():
    circuits = Circuits(Circuit(most=1))
    given = {"circuits": circuits, "patience": Patience(tries=1)}
    with WireServer(lambda asked: failing(500)) as broken, WireServer() as sound:
        async with playing(at(broken), **given) as one, playing(at(sound), **given) as other:
            with pytest.raises(Unreachable):
                await one.answer(a_call(), unheard)
            assert (await other.answer(a_call(), unheard)).facts["tries"] == 1


def test_a_bug_is_not_taken_for_a_providers_fault():
    assert trouble(KeyError("oops"), "local", START) is None
