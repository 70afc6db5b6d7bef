"""Calls whose answers nobody will hear: they may have been paid for, so they count with the most that they may cost."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime

import pytest

from moot.engine import Answer, Call, CallKey, Claim, Draft, Kept, Limits, PlayerFailed, Tally
from moot.testing import MemoryLedger
from tests.engine.called import DEBATE, JURORS, Called, Speaker

pytestmark = pytest.mark.anyio


def seated(**changed: Speaker) -> dict[str, Speaker]:
    return {juror: changed.get(juror, Speaker(juror)) for juror in JURORS}


def lost(house: Called) -> list[str]:
    return [key.turn.partition("/")[0] for key in house.ledger.book if key.attempt < 0]


async def test_a_call_that_is_cut_off_counts_for_good_and_so_does_the_one_that_is_made_in_its_place():
    gate = asyncio.Event()
    house = Called(seated(risk=Speaker("risk", gate=gate)))
    await house.asked()
    await house.until(lambda: house.players["risk"].thinking == 1 and len(house.ledger.book) == 3)
    assert lost(house) == ["risk"]
    assert await house.ledger.tally(DEBATE) == Tally(3, 45, 0.003)
    gate.set()
    await house.again().run()
    assert lost(house) == ["risk"]
    assert (await house.ledger.tally(DEBATE)).calls == 7  # two rounds of three, and the one that was cut off


async def test_a_house_that_is_started_again_and_again_does_not_spend_more_than_a_day_may():
    house = Called(seated(risk=Speaker("risk", gate=asyncio.Event())), daily=Limits(calls=4))
    await house.asked()
    for times in range(1, 3):
        await house.until(lambda: len(house.players["risk"].heard) == times and len(house.ledger.book) == 2 + times)  # noqa: B023
        house = house.again()
    await house.run()
    assert len(house.players["risk"].heard) == 2
    lapse = next(entry for entry in await house.steward.entries(DEBATE) if entry.kind == "lapsed")
    assert (lapse.seat, lapse.move["reason"]) == ("risk", "no budget")


@pytest.mark.parametrize(("paid", "counted"), [(True, ["risk", "risk"]), (False, [])])
async def test_a_call_that_failed_counts_where_it_may_have_been_paid_for(paid: bool, counted: list[str]):
    house = Called(seated(risk=Speaker("risk", lambda call: PlayerFailed("It is silent.", paid=paid))))
    await house.asked()
    await house.run()
    assert lost(house) == counted
    assert (await house.ledger.tally(DEBATE)).calls == 4 + len(counted)


async def test_a_player_that_breaks_may_have_been_paid_for():
    house = Called(seated(risk=Speaker("risk", lambda call: KeyError("a bug"))))
    await house.asked()
    await house.run()
    assert lost(house) == ["risk", "risk"]


async def test_an_answer_that_is_being_kept_when_the_house_closes_is_kept():
    class Slow(MemoryLedger):
        """Keeps an answer only when nobody speaks any more."""

        def __init__(self) -> None:
            super().__init__()
            self.keeping = asyncio.Event()

        async def keep(self, key: CallKey, answer: Answer, at: datetime) -> Kept:
            self.keeping.set()
            await asyncio.wait([task for task in asyncio.all_tasks() if task.get_name().startswith("floor ")])
            for _ in range(9):
                await asyncio.sleep(0)
            return await super().keep(key, answer, at)

    ledger = Slow()
    house = Called(seated(), ledger=ledger)
    await house.asked(risk="risk", value="human", effort="human")
    await house.until(ledger.keeping.is_set)
    assert [kept.answer is not None for kept in ledger.book.values()] == [True]


async def test_whoever_is_sent_home_while_a_call_is_claimed_leaves_no_claim():
    class Slow(MemoryLedger):
        """Tells of a claim only when nobody waits for it any more; it stands all the same."""

        def __init__(self) -> None:
            super().__init__()
            self.claiming = asyncio.Event()

        async def claim(self, claim: Claim, is_gone: Callable[[str], bool]) -> Kept | None:
            await super().claim(claim, is_gone)
            self.claiming.set()
            await asyncio.Event().wait()

    ledger = Slow()
    house = Called(seated(), ledger=ledger)
    await house.asked(risk="risk", value="human", effort="human")
    await house.until(ledger.claiming.is_set)
    assert ledger.book == {}
    assert house.players["risk"].heard == []


async def test_a_player_that_does_not_stop_keeps_no_house_from_closing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr("moot.engine.speaking._PARTING", 0.01)
    gate = asyncio.Event()

    class Deaf(Speaker):
        async def answer(self, call: Call, draft: Draft) -> Answer:
            self.heard.append(call)
            while not gate.is_set():
                with suppress(asyncio.CancelledError):
                    await gate.wait()
            return Answer("{}", self.name)

    deaf = Deaf("risk")
    house = Called(seated(risk=deaf))
    await house.asked(risk="risk", value="human", effort="human")
    await house.until(lambda: bool(deaf.heard))
    assert "was told to stop and does not" in caplog.text
    gate.set()
