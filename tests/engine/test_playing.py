"""Playing: one transaction for a usual move, the same result for a repeated one, the truth for a stale one."""

import asyncio

import pytest

from moot.debate import ActionNotAllowed, DebateNotFound, Forbidden, RequestIdReused
from moot.engine import Asked, Transaction
from moot.formats.arbitration import Claim, Intervention, Ruling
from moot.notation import read
from tests.engine.houses import DEBATE, House, claim, moved, toy

pytestmark = pytest.mark.anyio


async def test_a_usual_move_costs_one_call_to_the_store():
    house = House()
    await house.opened()
    house.records.calls.clear()
    for number in range(10):
        await house.claims("opponent" if number % 2 == 0 else "proposer", request=f"r{number}")
    assert house.records.calls == {"append": 10}
    assert house.records.lines_read == 0


async def test_a_repeated_move_gives_the_first_result_again():
    house = House()
    await house.opened()
    first = await house.claims("opponent", request="r1")
    await house.claims("proposer")
    again = await house.claims("opponent", request="r1")
    assert (again.entry, again.repeated) == (first.entry, True)
    assert again.position.line == 3
    assert len(house.records.records[DEBATE]) == 4


async def test_a_repeated_move_is_known_to_a_steward_that_never_saw_it():
    house = House()
    await house.opened()
    first = await house.claims("opponent", request="r1")
    again = await house.beside().claims("opponent", request="r1")
    assert (again.entry, again.repeated) == (first.entry, True)


async def test_the_same_request_with_another_body_is_reused():
    house = House()
    await house.opened()
    await house.claims("opponent", request="r1")
    with pytest.raises(RequestIdReused):
        await house.claims("opponent", "Something else.", request="r1")
    with pytest.raises(RequestIdReused):
        await house.claims("proposer", request="r1")


async def test_a_request_that_would_be_allowed_now_is_still_the_one_it_was():
    house = House()
    await house.opened()
    first = await house.claims("opponent", request="r1")
    await house.claims("proposer")
    assert (await house.claims("opponent", request="r1")).entry == first.entry
    with pytest.raises(RequestIdReused):
        await house.claims("opponent", "Fits the turn, not the request.", request="r1")


async def test_moves_without_a_request_are_never_taken_for_each_other():
    house = House()
    await house.opened()
    await house.claims("opponent")
    with pytest.raises(ActionNotAllowed):
        await house.claims("opponent")


async def test_who_took_an_open_turn_may_repeat_it_and_nobody_else():
    house = House()
    await house.planned()
    for asked in (
        toy("builder", "PIECE", content="It."),
        toy("tester", "RESULT", passed=True),
        toy("gate", "APPROVAL", approved=True),
    ):
        await house.steward.play(DEBATE, asked)
    joined = await house.steward.play(DEBATE, toy("reviewer", "JOINING", by="bob", request="r1"))
    assert (joined.entry.seat, joined.entry.by) == ("judge", "bob")
    again = await house.steward.play(DEBATE, toy("reviewer", "JOINING", by="bob", request="r1"))
    assert (again.entry, again.repeated) == (joined.entry, True)
    with pytest.raises(RequestIdReused):
        await house.steward.play(DEBATE, toy("reviewer", "JOINING", by="cem", request="r1"))


async def test_a_refused_move_changes_nothing():
    house = House()
    await house.opened()
    before = list(house.records.records[DEBATE])
    standing = house.steward.remembered(DEBATE)
    with pytest.raises(ActionNotAllowed):
        await house.claims("proposer")
    assert house.records.records[DEBATE] == before
    assert house.steward.remembered(DEBATE) == standing


async def test_a_steward_whose_memory_is_stale_looks_before_it_refuses():
    house = House()
    await house.opened()
    other = house.beside()
    await other.claims("opponent")
    played = await house.claims("proposer")
    assert played.entry.line == 3


async def test_a_steward_whose_memory_is_stale_refuses_what_is_no_longer_allowed():
    house = House()
    await house.opened()
    await house.beside().claims("opponent")
    with pytest.raises(ActionNotAllowed) as refusal:
        await house.claims("opponent")
    assert refusal.value.fields["current_state"] == "AWAITING_PROPOSER"


async def test_of_two_stewards_at_one_line_one_wins_and_the_other_is_judged_anew():
    house = House()
    await house.opened()
    other = house.beside()
    await other.steward.look(DEBATE)
    house.records.before_append = lambda: other.claims("opponent", "First.")
    with pytest.raises(ActionNotAllowed):
        await house.claims("opponent", "Second.")
    assert [read(line).move.get("content") for line in house.records.records[DEBATE]][2:] == ["First."]


async def test_a_move_that_still_fits_after_a_lost_race_is_made_one_line_later():
    house = House()
    await house.opened()
    other = house.beside()
    house.records.before_append = lambda: other.steward.play(DEBATE, moved("arbitrator", Intervention()))
    played = await house.claims("opponent", "A draft.")
    assert (played.entry.line, played.entry.turn) == (3, "parked")


async def test_a_cold_steward_that_loses_a_race_looks_again():
    house = House()
    await house.opened()
    cold, rival = house.beside(), house.beside()
    house.records.before_append = lambda: rival.steward.play(DEBATE, moved("arbitrator", Intervention()))
    played = await cold.claims("opponent", "A draft.")
    assert (played.entry.line, played.entry.turn) == (3, "parked")


async def test_the_same_request_sent_to_two_stewards_at_once_is_made_once():
    house = House()
    await house.opened()
    other = house.beside()
    house.records.before_append = lambda: other.claims("opponent", request="r1")
    played = await house.claims("opponent", request="r1")
    assert played.repeated
    assert len(house.records.records[DEBATE]) == 3


async def test_of_many_who_move_at_once_exactly_one_does():
    house = House()
    await house.opened()
    stewards = [house.beside() for _ in range(8)]
    moves = [one.claims("opponent", f"By {number}.") for number, one in enumerate(stewards)]
    results = await asyncio.gather(*moves, return_exceptions=True)
    assert sum(isinstance(result, ActionNotAllowed) for result in results) == 7
    assert len(house.records.records[DEBATE]) == 3


async def test_moves_handed_to_one_steward_at_once_take_their_turns():
    house = House()
    await house.opened()
    moves = [house.claims("opponent"), house.claims("proposer"), house.claims("opponent")]
    assert [played.entry.line for played in await asyncio.gather(*moves)] == [2, 3, 4]


async def test_a_steward_that_saw_further_while_it_wrote_does_not_turn_back():
    house = House()
    await house.opened()
    other = house.beside()

    async def go_on() -> None:
        await other.claims("proposer")
        await house.steward.look(DEBATE)

    house.records.after_append = go_on
    assert (await house.claims("opponent")).entry.line == 2
    standing = house.steward.remembered(DEBATE)
    assert standing is not None
    assert standing.line == 3


async def test_a_guard_is_asked_with_the_move_and_refuses_it():
    async def refusing(_: Transaction) -> None:
        raise Forbidden("Too often.")

    house = House()
    await house.opened()
    with pytest.raises(Forbidden):
        await house.steward.play(DEBATE, claim("opponent"), (refusing,))
    assert len(house.records.records[DEBATE]) == 2


async def test_a_debate_that_does_not_exist_is_not_found():
    with pytest.raises(DebateNotFound):
        await House().claims("opponent")


async def test_a_sealed_move_is_kept_with_a_salt_of_its_own_and_an_open_one_without():
    house = House()
    asked = await house.asked()
    first = await house.steward.play(DEBATE, toy("risk", "ANSWER", choice="go", reason="x"))
    second = await house.steward.play(DEBATE, toy("value", "ANSWER", choice="go", reason="x"))
    assert asked.entry.salt is None
    assert first.entry.salt is not None
    assert len({first.entry.salt, second.entry.salt}) == 2
    kept = read(house.records.records[DEBATE][first.entry.line])
    assert kept == first.entry


async def test_a_ruling_that_closes_brings_the_closing_line_with_it():
    house = House()
    await house.opened()
    await house.steward.play(DEBATE, moved("arbitrator", Intervention()))
    played = await house.steward.play(DEBATE, moved("arbitrator", Ruling(content="Over.", close=True)))
    assert (played.entry.kind, played.position.line, played.position.ended) == ("RULING", 4, True)
    assert house.records.book[DEBATE].ended_at == house.clock.now


async def test_a_move_can_say_which_line_it_answers():
    house = House()
    await house.opened()
    with pytest.raises(ActionNotAllowed):
        await house.steward.play(DEBATE, Asked("opponent", Claim(content="x", target=1), answers=0))
    played = await house.steward.play(DEBATE, Asked("opponent", Claim(content="x", target=1), answers=1))
    assert played.entry.answers == 1
