from contextlib import nullcontext

import pytest
from pydantic_ai.messages import ModelResponse, TextPart
from pydantic_ai.models import Model
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.usage import RequestUsage

from moot.engine import CallKey, Claim, Limits, OverBudget
from moot.engine.limits import Spending, must_fit_debate
from moot.players.model import FREE, ModelPlayer, Price
from moot.players.model.costs import Tag, is_measured, tokens_at_most
from moot.testing import START
from moot.testing.wire import Reply, WireServer
from tests.players.model.calls import a_call, at, playing, unheard


async def never() -> Model:
    raise AssertionError("a price is told without loading anything")


def test_a_price_is_for_a_million_tokens():
    assert Price(read=3.0, written=15.0).of(1_000_000, 100_000) == 4.5


def test_tokens_are_guessed_too_high_and_by_bytes():
    assert tokens_at_most(["abcd"]) == 2
    assert tokens_at_most(["ü" * 3, ""]) == 2
    assert tokens_at_most([]) == 0


def test_the_most_that_an_answer_may_cost_is_known_beforehand():
    player = ModelPlayer("p", never, provider="local", price=Price(3.0, 15.0), settings={"max_tokens": 1000})
    reserve = player.reserve(a_call(record="x" * 3000))
    assert reserve is not None
    assert 1000 < reserve.tokens_in < 2000
    assert reserve.tokens_out == 1000
    assert reserve.money == pytest.approx((reserve.tokens_in * 3 + 15_000) / 1_000_000)


def test_the_settings_of_a_seat_change_what_is_reserved():
    player = ModelPlayer("p", never, provider="local", price=FREE, settings={"max_tokens": 1000})
    reserve = player.reserve(a_call(settings={"max_tokens": 50}))
    assert reserve is not None
    assert (reserve.tokens_out, reserve.money) == (50, 0.0)


def test_the_tables_know_the_models_of_providers():
    player = ModelPlayer("openai:gpt-4o", never, provider="openai")
    reserve = player.reserve(a_call())
    assert reserve is not None
    assert (reserve.money or 0) > 0


def test_without_a_known_price_only_the_tokens_can_be_told():
    reserve = ModelPlayer("local:m1", never, provider="local").reserve(a_call())
    assert reserve is not None
    assert reserve.tokens_in > 0
    assert reserve.money is None
    for limits, fits in ((Limits(tokens=100_000), True), (Limits(money=100.0), False)):
        claim = Claim(CallKey("debate-1", "risk/judge//1"), "me", START, reserve, limits)
        with nullcontext() if fits else pytest.raises(OverBudget):
            must_fit_debate(claim, Spending())


def test_a_price_that_was_agreed_comes_before_what_the_provider_says():
    response = ModelResponse(
        [TextPart("x")], usage=RequestUsage(input_tokens=10, output_tokens=10, cost=1), model_name="m"
    )
    assert Tag("m", "p", FREE).paid(response) == 0.0
    assert Tag("m", "p").paid(response) == 1.0


@pytest.mark.parametrize(
    ("usage", "measured"),
    [
        (RequestUsage(input_tokens=1), True),
        (RequestUsage(), False),
        (RequestUsage(input_tokens=1, unmeasured_requests=1), False),
    ],
)
def test_tokens_are_measured_or_not(usage: RequestUsage, measured: bool):
    assert is_measured(usage) is measured


async def test_tokens_come_from_the_provider_and_money_from_the_price():
    with WireServer() as server:
        async with playing(at(server), price=Price(1_000_000.0, 2_000_000.0)) as player:
            answer = await player.answer(a_call(), unheard)
        asked = server.asked[0]
    spent = answer.spent
    assert spent is not None
    assert spent.tokens_in == len(str(asked.body["messages"]).replace("'", '"')) // 4
    assert spent.tokens_out > 0
    assert spent.money == spent.tokens_in + 2 * spent.tokens_out
    assert "unknown" not in answer.facts


async def test_a_model_of_the_tables_is_paid_by_the_tables():
    def gpt() -> Model:
        return OpenAIChatModel("gpt-4o", provider=OpenAIProvider(base_url=server.url, api_key="x"))

    with WireServer() as server:
        async with playing(gpt, provider="openai") as player:
            answer = await player.answer(a_call(), unheard)
    assert answer.spent is not None
    assert (answer.spent.money or 0) > 0
    assert answer.by == "gpt-4o"


async def test_an_unknown_price_is_said_and_not_made_up():
    with WireServer() as server:
        async with playing(at(server)) as player:
            answer = await player.answer(a_call(), unheard)
    assert answer.spent is not None
    assert answer.spent.money is None
    assert answer.facts["unknown"] == "money"


@pytest.mark.parametrize("stream", [True, False])
async def test_where_no_tokens_are_told_nothing_is_said_of_the_cost(stream: bool):
    with WireServer([Reply(counted=False)]) as server:
        async with playing(at(server), price=FREE, settings={"stream": stream}) as player:
            answer = await player.answer(a_call(), unheard)
    assert answer.spent is None
    assert answer.facts["unknown"] == "tokens and money"
