"""The ledger of calls: claimed once and answered once, whoever asks and whoever dies meanwhile."""

import asyncio
import os
from dataclasses import replace

import pytest
from anyio import to_thread

from moot.debate import Spent
from moot.engine import Answer, CallKey, Kept, Ledger, Limits, Tally, digest
from moot.store import open_store
from tests.contracts import claimer
from tests.contracts.claims import COST, KEY, all_are_gone, all_are_there, claim, claimed, costs, later, said
from tests.contracts.growths import START
from tests.support.understudy import Understudy

pytestmark = pytest.mark.anyio


async def test_a_call_is_its_first_claimants_and_others_see_who_has_it(ledger: Ledger):
    assert await ledger.claim(claim(at=later(1)), all_are_there) is None
    kept = await ledger.claim(claim(holder="you", at=later(2), reserve=None), all_are_there)
    assert kept == Kept(KEY, "me", later(1), COST)
    assert await ledger.claim(claim(at=later(3)), all_are_there) == kept


async def test_an_answer_is_given_to_whoever_claims_the_call_afterwards(ledger: Ledger):
    await ledger.claim(claim(), all_are_there)
    measured = Spent(90, 7, 0.125, 800)
    kept = await ledger.keep(KEY, said(spent=measured), later(5))
    assert kept == Kept(KEY, "me", START, measured, later(5), said(spent=measured))
    for is_gone in (all_are_there, all_are_gone):
        assert await ledger.claim(claim(holder="you"), is_gone) == kept


async def test_of_many_who_claim_a_call_at_once_exactly_one_gets_it(ledger: Ledger):
    rivals = [claim(holder=f"holder {number}") for number in range(32)]
    assert await claimed(ledger, *rivals) == {"granted": 1, "Kept": 31}


async def test_a_call_whose_holder_is_gone_is_lost_and_made_anew(ledger: Ledger):
    await ledger.claim(claim(holder="dead", at=later(1)), all_are_there)
    heir = claim(holder="heir", at=later(2), reserve=costs(tokens=5))
    assert await ledger.claim(heir, lambda holder: holder == "dead") is None
    lost = Kept(replace(KEY, attempt=-1), "dead", later(1), COST)
    assert await ledger.calls("debate") == [lost, Kept(KEY, "heir", later(2), costs(tokens=5))]


async def test_of_many_who_would_take_over_a_call_exactly_one_does(ledger: Ledger):
    await ledger.claim(claim(holder="dead"), all_are_there)
    heirs = [claim(holder=f"heir {number}", debate=Limits(calls=number % 2 or None)) for number in range(32)]
    results = await asyncio.gather(*(ledger.claim(heir, lambda holder: holder == "dead") for heir in heirs))
    assert results.count(None) == 1
    lost, kept = await ledger.calls("debate")
    assert lost.holder == "dead"
    assert all(result == kept for result in results if result is not None)


async def test_the_first_answer_stays(ledger: Ledger):
    await ledger.claim(claim(), all_are_there)
    first = await ledger.keep(KEY, said("first"), later(1))
    assert await ledger.keep(KEY, said("second"), later(2)) == first
    assert await ledger.calls("debate") == [first]


async def test_of_many_answers_kept_at_once_all_see_the_same(ledger: Ledger):
    kept = await asyncio.gather(*(ledger.keep(KEY, said(f"{number}"), later(number)) for number in range(16)))
    assert list(await ledger.calls("debate")) == [kept[0]]
    assert all(each == kept[0] for each in kept)


async def test_an_answer_to_a_call_that_nobody_claimed_is_kept(ledger: Ledger):
    kept = await ledger.keep(KEY, said(), later(1))
    assert kept == Kept(KEY, "", later(1), COST, later(1), said())
    assert await ledger.claim(claim(), all_are_gone) == kept


async def test_a_late_answer_of_one_whose_call_was_taken_over_counts(ledger: Ledger):
    await ledger.claim(claim(holder="slow"), all_are_there)
    await ledger.claim(claim(holder="heir"), all_are_gone)
    late = await ledger.keep(KEY, said("late"), later(1))
    assert (await ledger.keep(KEY, said("later"), later(2))) == late
    assert late.answer == said("late")


async def test_a_claim_that_is_dropped_costs_nothing_and_can_be_claimed_again(ledger: Ledger):
    await ledger.claim(claim(debate=Limits(calls=1)), all_are_there)
    await ledger.drop(KEY, "me")
    await ledger.drop(KEY, "me")
    assert await ledger.tally() == Tally()
    assert await ledger.claim(claim(holder="you", debate=Limits(calls=1)), all_are_there) is None


async def test_neither_an_answer_nor_the_claim_of_another_can_be_dropped(ledger: Ledger):
    await ledger.claim(claim(), all_are_there)
    await ledger.drop(KEY, "you")
    assert len(await ledger.calls("debate")) == 1
    kept = await ledger.keep(KEY, said(), later(1))
    await ledger.drop(KEY, "me")
    assert await ledger.calls("debate") == [kept]


async def test_a_call_that_is_lost_stays_counted_and_can_be_made_anew_as_often_as_it_is_lost(ledger: Ledger):
    for number in range(1, 4):
        await ledger.claim(claim(at=later(number)), all_are_there)
        await ledger.lose(KEY, "you")
        await ledger.lose(KEY, "me")
        await ledger.lose(KEY, "me")
        assert [kept.key.attempt for kept in await ledger.calls("debate")] == list(range(-number, 0))
        assert (await ledger.tally()).calls == number
    await ledger.claim(claim(1), all_are_there)
    await ledger.lose(replace(KEY, ask=1), "me")
    assert await ledger.claim(claim(), all_are_there) is None
    kept = await ledger.keep(KEY, said(), later(9))
    await ledger.lose(KEY, "me")
    assert kept in await ledger.calls("debate")
    assert (await ledger.tally("debate")).calls == 5


ODD = [
    "",
    "\x00",
    "half \ud800 of a character",
    "\\u0000 \\ud800",
    "Größe 議論 🗣 e\u0301 \u202e",
    "'; DROP TABLE calls",
    "\r\n\t",
]


@pytest.mark.parametrize("raw", ODD)
async def test_an_answer_comes_back_word_for_word(ledger: Ledger, raw: str):
    answer = Answer(raw, raw, {"content": [raw, 0.1, None, True, {raw: raw}]}, COST, {"id": raw})
    kept = await ledger.keep(KEY, answer, later(1))
    (found,) = await ledger.calls("debate")
    assert found == kept
    assert found.answer == answer
    assert found.told() == kept.told()


async def test_a_call_has_the_same_digest_before_and_after_it_was_kept(ledger: Ledger):
    kept = [await ledger.keep(replace(KEY, ask=ask), said(f"\x00 {ask} ü", COST), START) for ask in range(3)]
    assert digest(await ledger.calls("debate")) == digest(kept)


async def test_an_answer_of_a_megabyte_is_kept(ledger: Ledger):
    raw = "".join(chr(0x4E00 + number * 7919 % 20_000) for number in range(350_000))
    assert len(raw.encode()) > 1_000_000
    await ledger.keep(KEY, said(raw), later(1))
    assert [kept.answer for kept in await ledger.calls("debate")] == [said(raw)]


async def test_calls_come_in_the_order_of_their_keys(ledger: Ledger):
    turns = ["b/x/1/1", "a/x/10/1", "Z/x/1/1", "a/x/9/1", "ä/x/1/1", "a-b/x/1/1"]
    keys = [CallKey("debate", turn, ask, attempt) for turn in turns for ask in (1, 0) for attempt in (11, 2, 0)]
    for key in keys:
        await ledger.claim(claim(key.ask, key=key), all_are_there)
    await ledger.keep(keys[4], said(), later(1))
    await ledger.claim(claim(key=replace(KEY, debate="another")), all_are_there)
    assert [kept.key for kept in await ledger.calls("debate")] == sorted(keys)
    one = [kept.key for kept in await ledger.calls("debate", "a/x/9/1")]
    assert one == sorted(key for key in keys if key.turn == "a/x/9/1")
    assert sum(kept.answer is not None for kept in await ledger.calls("debate")) == 1


async def test_where_nobody_was_called_on_there_is_nothing(ledger: Ledger):
    await ledger.claim(claim(), all_are_there)
    for debate in ("unknown", "", "a\x00b", "half \ud800"):
        assert list(await ledger.calls(debate)) == list(await ledger.calls("debate", debate)) == []
        assert await ledger.tally(debate) == Tally()
    assert await ledger.tally("debate", later(1)) == Tally()
    assert await ledger.tally("debate", START) == await ledger.tally() == Tally(1, 120, 0.25)


async def test_calls_are_there_after_closing_and_opening_again(kept_url: str):
    store = await open_store(kept_url)
    await store.ledger.claim(claim(0), all_are_there)
    await store.ledger.claim(claim(1), all_are_there)
    answered = await store.ledger.keep(KEY, said(), later(1))
    await store.close()

    store = await open_store(kept_url)
    assert await store.ledger.calls("debate") == [answered, Kept(replace(KEY, ask=1), "me", START, COST)]
    await store.close()


@pytest.mark.chaos
async def test_after_a_process_was_killed_its_answers_are_there_and_its_other_calls_are_made_anew(kept_url: str):
    process = Understudy([kept_url], os.environ, main=claimer.claim)
    assert await to_thread.run_sync(process.stdout.readline) == b"kept\n"
    process.kill()
    process.communicate()

    store = await open_store(kept_url)
    answered, asked = (CallKey("debate", "turn", ask) for ask in range(2))
    paid = await store.ledger.claim(claim(0, key=answered), all_are_gone)
    assert paid is not None
    assert paid.answer == Answer("paid for", "model")
    assert await store.ledger.claim(claim(1, key=asked), lambda holder: holder == "claimer") is None
    assert [kept.holder for kept in await store.ledger.calls("debate")] == ["claimer", "claimer", "me"]
    await store.close()
