"""Opening a debate: one append, once."""

import pytest

from moot.debate import (
    ActionNotAllowed,
    DebateExists,
    DebateNotFound,
    Forbidden,
    InvalidInput,
    RequestIdReused,
)
from moot.engine import Transaction
from moot.formats.arbitration import Arbitration, Motion
from tests.engine.houses import DEBATE, SETUP, House, claim, moved, toy
from tests.formats.toys import Jury

pytestmark = pytest.mark.anyio


async def test_the_opening_and_the_first_move_are_one_append():
    house = House()
    played = await house.opened()
    assert (played.entry.line, played.entry.kind, played.repeated) == (1, "MOTION", False)
    assert house.records.calls == {"append": 1}
    assert [line.line for line in house.records.records[DEBATE]] == [0, 1]
    card = house.records.book[DEBATE]
    assert (card.status, card.floor, card.lines, card.title) == ("AWAITING_OPPONENT", ("opponent",), 2, "A plan")


async def test_what_the_house_adds_on_opening_is_in_the_same_append():
    house = House()
    played = await house.asked()
    assert [line.line for line in house.records.records[DEBATE]] == [0, 1, 2]
    assert played.entry.kind == "QUESTION"
    assert played.position.status == "round_1"


async def test_an_opening_repeated_gives_the_first_result_again():
    house = House()
    first = await house.opened("r1")
    again = await house.opened("r1")
    elsewhere = await house.beside().opened("r1")
    assert again.entry == elsewhere.entry == first.entry
    assert again.repeated
    assert elsewhere.repeated
    assert len(house.records.records[DEBATE]) == 2


async def test_an_opening_is_repeated_even_after_the_debate_went_on():
    house = House()
    first = await house.opened("r1")
    await house.claims("opponent", request="r2")
    again = await house.opened("r1")
    assert (again.entry, again.repeated, again.position.line) == (first.entry, True, 2)


async def test_an_opening_whose_first_move_is_not_the_first_line_can_be_repeated_too():
    house = House()
    first = await house.asked()
    again = await house.asked()
    assert (again.entry, again.repeated) == (first.entry, True)


async def test_an_existing_debate_under_another_request_exists():
    house = House()
    await house.opened("r1")
    for request in ("r2", None):
        with pytest.raises(DebateExists):
            await house.opened(request)


async def test_the_same_request_with_another_body_is_reused():
    house = House()
    await house.opened("r1")
    with pytest.raises(RequestIdReused):
        await house.opened("r1", "Do something else.")
    other = Arbitration(title="Another plan", debate_type="general_debate")
    with pytest.raises(RequestIdReused):
        await house.steward.open(DEBATE, "arbitration", other, moved("proposer", Motion(content="Do it."), "r1"))


async def test_the_request_of_a_later_move_does_not_open_a_debate():
    house = House()
    await house.asked()
    await house.steward.play(DEBATE, toy("risk", "ANSWER", request="r2", choice="go", reason="x"))
    ask = toy("asker", "QUESTION", request="r2", content="Shall we?")
    with pytest.raises(RequestIdReused):
        await house.steward.open(DEBATE, "jury", Jury(title="Go?"), ask)


async def test_an_unknown_format_is_refused_and_the_known_ones_are_named():
    with pytest.raises(InvalidInput) as refusal:
        await House().steward.open(DEBATE, "chess", SETUP, claim("white"))
    assert refusal.value.suggestion == "Formats: arbitration, jury, workbench."


async def test_a_first_move_that_does_not_fit_opens_nothing():
    house = House()
    with pytest.raises(ActionNotAllowed):
        await house.steward.open(DEBATE, "arbitration", SETUP, claim("opponent"))
    assert house.records.calls == {}
    with pytest.raises(DebateNotFound):
        await house.steward.look(DEBATE)


async def test_what_a_guard_refuses_opens_nothing():
    async def refusing(_: Transaction) -> None:
        raise Forbidden("Not today.")

    house = House()
    with pytest.raises(Forbidden):
        await house.steward.open(DEBATE, "arbitration", SETUP, moved("proposer", Motion(content="x")), (refusing,))
    assert house.records.records == {}
    assert house.steward.remembered(DEBATE) is None


async def test_the_formats_of_the_house_can_be_asked_for():
    assert set(House().steward.formats) == {"arbitration", "jury", "workbench"}
