"""Budgets: no call is granted that would exceed a limit, or whose cost nobody can tell where it is limited."""

import asyncio
from dataclasses import replace

import pytest

from moot.debate import Spent
from moot.engine import Ledger, Limits, OverBudget, Tally
from moot.store import open_store
from tests.contracts.claims import KEY, all_are_gone, all_are_there, claim, claimed, costs, later, said
from tests.contracts.growths import START

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("limits", [Limits(calls=2), Limits(tokens=240), Limits(money=0.5)])
async def test_a_call_that_is_made_anew_is_counted_again_so_that_no_crashes_spend_without_end(
    ledger: Ledger, limits: Limits
):
    await ledger.claim(claim(holder="dead", debate=limits, everywhere=limits), all_are_there)
    assert await ledger.claim(claim(holder="heir", debate=limits, everywhere=limits), all_are_gone) is None
    assert await ledger.tally() == Tally(2, 240, 0.5)
    for third in (claim(holder="third", debate=limits), claim(holder="third", everywhere=limits)):
        with pytest.raises(OverBudget):
            await ledger.claim(third, all_are_gone)
    await ledger.keep(KEY, said(spent=costs(10, 0.01)), later(1))
    assert await ledger.tally() == Tally(2, 130, 0.26), "what is lost counts with the most that it may have cost"


async def test_taking_over_beyond_a_limit_is_refused_and_leaves_the_call_as_it_was(ledger: Ledger):
    await ledger.claim(claim(holder="dead"), all_are_there)
    before = await ledger.calls("debate")
    with pytest.raises(OverBudget):
        await ledger.claim(claim(holder="heir", debate=Limits(tokens=119)), all_are_gone)
    assert await ledger.calls("debate") == before


async def test_of_many_calls_claimed_at_once_no_more_are_granted_than_a_debate_may_make(ledger: Ledger):
    claims = [claim(number, debate=Limits(calls=10)) for number in range(64)]
    assert await claimed(ledger, *claims) == {"granted": 10, "OverBudget": 54}
    assert (await ledger.tally("debate")).calls == 10


async def test_of_many_calls_claimed_at_once_no_more_are_granted_than_all_may_make(ledger: Ledger):
    everywhere = Limits(tokens=1200)
    keys = [replace(KEY, debate=f"debate {number}") for number in range(64)]
    claims = [claim(key=key, everywhere=everywhere, debate=Limits(calls=1), since=START) for key in keys]
    assert await claimed(ledger, *claims) == {"granted": 10, "OverBudget": 54}
    assert await ledger.tally() == Tally(10, 1200, 2.5)


async def test_two_processes_together_stay_within_a_limit(kept_url: str):
    stores = [await open_store(kept_url) for _ in range(2)]
    claims = [(store.ledger, claim(number, debate=Limits(calls=10))) for number in range(40) for store in stores]
    results = await asyncio.gather(
        *(ledger.claim(each, all_are_there) for ledger, each in claims), return_exceptions=True
    )
    assert results.count(None) == 10
    assert await stores[0].ledger.tally("debate") == await stores[1].ledger.tally("debate") == Tally(10, 1200, 2.5)
    for store in stores:
        await store.close()


WITHIN: list[tuple[Limits, Spent, str]] = [
    (Limits(calls=2), costs(), "may use 2 calls at most: 2 used or set aside, and this call may need 1."),
    (
        Limits(tokens=70),
        costs(tokens=30),
        "may use 70 tokens at most: 60 used or set aside, and this call may need 30.",
    ),
    (Limits(money=0.75), costs(money=0.3), "may use 0.75 dollars at most: 0.6 used or set aside, and this call"),
    (Limits(0, 0.0, 2), costs(), "may use 2 calls at most"),
]


@pytest.mark.parametrize(("limits", "cost", "told"), WITHIN)
async def test_what_would_exceed_a_limit_is_refused_and_nothing_is_kept(
    ledger: Ledger, limits: Limits, cost: Spent, told: str
):
    for number in range(2):
        assert await ledger.claim(claim(number, reserve=cost, debate=limits, everywhere=limits), all_are_there) is None
    with pytest.raises(OverBudget, match=f"^The players of this debate {told}"):
        await ledger.claim(claim(2, reserve=cost, debate=limits), all_are_there)
    with pytest.raises(OverBudget, match=f"^The players of all debates since 2026-11-15T09:00:00.123456Z {told}"):
        await ledger.claim(claim(2, reserve=cost, everywhere=limits, since=START), all_are_there)
    assert len(await ledger.calls("debate")) == 2


@pytest.mark.parametrize(
    ("limits", "costing"),
    [
        (Limits(money=0.3), [0.1, 0.2]),
        (Limits(money=0.3), [0.2, 0.1]),
        (Limits(money=1.0), [0.1] * 10),
        (Limits(money=0.7), [0.1, 0.6]),
        (Limits(money=0.000_000_03), [0.000_000_01] * 3),
    ],
)
async def test_money_adds_up_to_exactly_its_limit(ledger: Ledger, limits: Limits, costing: list[float]):
    for number, cost in enumerate(costing):
        await ledger.claim(claim(number, reserve=costs(money=cost), debate=limits, everywhere=limits), all_are_there)
    assert (await ledger.tally("debate")).money == limits.money
    with pytest.raises(OverBudget):
        await ledger.claim(claim(99, reserve=costs(money=0.000_000_001), debate=limits), all_are_there)


async def test_what_an_answer_really_cost_takes_the_place_of_what_was_set_aside(ledger: Ledger):
    limits = Limits(tokens=1000, money=1.0)
    await ledger.claim(claim(0, reserve=costs(1000, 1.0), debate=limits), all_are_there)
    with pytest.raises(OverBudget):
        await ledger.claim(claim(1, reserve=costs(1, 0.0), debate=limits), all_are_there)
    await ledger.keep(KEY, said(spent=costs(400, 0.25)), later(1))
    assert await ledger.claim(claim(1, reserve=costs(600, 0.75), debate=limits), all_are_there) is None
    assert await ledger.tally("debate") == Tally(2, 1000, 1.0)


async def test_a_debate_is_not_charged_for_the_calls_of_another(ledger: Ledger):
    limits = Limits(calls=1)
    await ledger.claim(claim(debate=limits), all_are_there)
    other = replace(KEY, debate="another")
    assert await ledger.claim(claim(key=other, debate=limits), all_are_there) is None
    with pytest.raises(OverBudget):
        await ledger.claim(claim(key=replace(KEY, debate="third"), everywhere=Limits(calls=2)), all_are_there)


async def test_a_limit_for_all_counts_from_its_moment_on(ledger: Ledger):
    for seconds in range(4):
        await ledger.claim(claim(seconds, at=later(seconds)), all_are_there)
    assert await ledger.claim(claim(4, everywhere=Limits(calls=3), since=later(2), at=later(9)), all_are_there) is None
    with pytest.raises(OverBudget, match="3 calls at most: 3 used"):
        await ledger.claim(claim(5, everywhere=Limits(calls=3), since=later(2), at=later(9)), all_are_there)
    assert (await ledger.tally(since=later(3))).calls == 2


UNTOLD = [None, Spent(10, 10, None)]


@pytest.mark.parametrize("untold", UNTOLD)
async def test_where_the_cost_of_a_call_cannot_be_told_a_limit_of_money_refuses_it(
    ledger: Ledger, untold: Spent | None
):
    limited = Limits(money=100)
    for asked in (claim(reserve=untold, debate=limited), claim(reserve=untold, everywhere=limited)):
        with pytest.raises(OverBudget, match="100 dollars at most, and how much this call may need cannot be told"):
            await ledger.claim(asked, all_are_there)
    assert await ledger.claim(claim(reserve=untold, debate=Limits(calls=1)), all_are_there) is None


async def test_where_the_tokens_of_a_call_cannot_be_told_a_limit_of_tokens_refuses_it(ledger: Ledger):
    with pytest.raises(OverBudget, match="100 tokens at most, and how much this call may need cannot be told"):
        await ledger.claim(claim(reserve=None, debate=Limits(tokens=100)), all_are_there)
    priceless = Spent(10, 10, None)
    assert await ledger.claim(claim(reserve=priceless, debate=Limits(tokens=100)), all_are_there) is None


async def test_an_earlier_call_whose_cost_cannot_be_told_refuses_what_is_limited(ledger: Ledger):
    await ledger.claim(claim(0), all_are_there)
    await ledger.keep(KEY, said(spent=None), later(1))
    assert (await ledger.calls("debate"))[0].spent is None
    for limited in (Limits(money=100), Limits(tokens=10_000)):
        for asked in (claim(1, debate=limited), claim(1, everywhere=limited)):
            with pytest.raises(OverBudget, match="how much 1 of their calls used cannot be told"):
                await ledger.claim(asked, all_are_there)
    assert await ledger.claim(claim(1, debate=Limits(calls=2)), all_are_there) is None
    assert await ledger.tally("debate") == Tally(2, 120, 0.25)


@pytest.mark.parametrize("cost", [Spent(10**30, 10**30, 1e300, 10**30), Spent(-5, -5, -1.0, -5)])
async def test_a_cost_beyond_all_measure_loses_no_answer(ledger: Ledger, cost: Spent):
    for number in range(20):
        await ledger.claim(claim(number, reserve=cost), all_are_there)
        await ledger.keep(replace(KEY, ask=number), said(spent=cost), later(1))
    tally = await ledger.tally("debate")
    assert (tally.tokens, tally.money) == ((4 * 10**16, 2e7) if (cost.money or 0) > 0 else (0, 0.0))
    assert (await ledger.calls("debate"))[0].spent == cost
