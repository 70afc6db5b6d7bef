"""Tools and the budget: what they may cost is set aside for the whole turn, or they are left out."""

from dataclasses import dataclass

import pytest

from moot.debate import Spent
from moot.engine import Call, granted
from tests.engine.called import DEBATE, JURORS, Called, Speaker

pytestmark = pytest.mark.anyio

SEATED = {"player": "risk", "settings": {"tools": ["retrieval"]}}


@dataclass
class Thorough(Speaker):
    """A player whose tools cost ten times what its answer does."""

    def reserve(self, call: Call) -> Spent | None:
        return Spent(150) if granted(call) else Spent(15)


async def played(tokens: int) -> tuple[Called, Thorough]:
    risk = Thorough("risk")
    house = Called({**{juror: Speaker(juror) for juror in JURORS}, "risk": risk})
    seats = {"risk": SEATED, "value": "value", "effort": "effort"}
    await house.asked(budget={"tokens": tokens}, **seats)  # pyright: ignore[reportArgumentType] - a seat in full
    await house.run()
    return house, risk


async def test_a_turn_has_its_tools_where_the_budget_bears_the_worst_of_them():
    _, risk = await played(1000)
    assert [granted(call) for call in risk.heard] == [("retrieval",)] * 2
    assert risk.heard[0].toolless is None


async def test_a_turn_whose_tools_the_budget_does_not_bear_is_asked_without_them():
    house, risk = await played(120)
    assert [granted(call) for call in risk.heard] == [(), ()]
    assert risk.heard[0].toolless == "what they may cost exceeds the budget"
    assert (await house.told())[-1] == ("closed", None)


async def test_a_turn_that_the_budget_does_not_bear_at_all_lapses():
    house, risk = await played(10)
    assert risk.heard == []
    lapses = [entry for entry in await house.steward.entries(DEBATE) if entry.kind == "lapsed"]
    assert {str(entry.move["reason"]) for entry in lapses} == {"no budget"}
