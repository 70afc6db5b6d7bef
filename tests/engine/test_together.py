"""Moves that wait for the same debate are written together, and it is as if each had been made by itself."""

import asyncio
from collections.abc import Awaitable
from typing import Any

import pytest

from moot.debate import ActionNotAllowed, InvalidInput, Outage, RequestIdReused
from moot.engine import Asked, Played, verify
from moot.notation import read
from tests.engine.houses import DEBATE, FORMATS, House, toy

pytestmark = pytest.mark.anyio


def answer(seat: str, request: str | None = None, choice: str = "go") -> Asked:
    return toy(seat, "ANSWER", request=request, choice=choice, reason="Because.")


async def behind(house: House, first: Asked, *others: Asked) -> list[Any]:
    """What comes of a move, and of others that come while it is being written."""
    writing, gate = asyncio.Event(), asyncio.Event()

    async def hold() -> None:
        writing.set()
        await gate.wait()

    house.records.before_append = hold
    moves: list[Awaitable[Played]] = [asyncio.create_task(house.steward.play(DEBATE, first))]
    await writing.wait()
    moves += [asyncio.create_task(house.steward.play(DEBATE, other)) for other in others]
    gate.set()
    return await asyncio.gather(*moves, return_exceptions=True)


def told(house: House) -> list[tuple[str, str | None]]:
    return [(entry.kind, entry.seat) for entry in map(read, house.records.records[DEBATE])]


async def test_moves_that_wait_are_written_in_one_append_in_the_order_they_came():
    house = House()
    await house.asked()
    house.records.calls.clear()
    played = await behind(house, answer("risk"), answer("value"), answer("effort"))
    assert house.records.calls == {"append": 2}
    assert [each.entry.seat for each in played] == ["risk", "value", "effort"]
    assert [each.entry.line for each in played] == [3, 4, 5]
    assert told(house)[3:6] == [("ANSWER", "risk"), ("ANSWER", "value"), ("ANSWER", "effort")]
    assert (await verify(DEBATE, house.records, FORMATS)).sound


async def test_each_is_told_the_position_after_its_own_move():
    house = House()
    await house.asked()
    _, value, effort = await behind(house, answer("risk"), answer("value"), answer("effort"))
    assert value.position.line == 4
    assert effort.position.line > 5  # what follows from the last answer is written with it
    assert effort.position.line == len(told(house)) - 1


async def test_one_that_is_refused_takes_no_other_with_it():
    house = House()
    await house.asked()
    again, effort = (await behind(house, answer("risk"), answer("risk", choice="stop"), answer("effort")))[1:]
    assert isinstance(again, ActionNotAllowed)
    assert effort.entry.seat == "effort"
    assert [seat for kind, seat in told(house) if kind == "ANSWER"] == ["risk", "effort"]


async def test_one_that_nobody_can_judge_fails_alone():
    house = House()
    await house.asked()
    stranger, value, effort = (
        await behind(house, answer("risk"), answer("nobody"), answer("value"), answer("effort"))
    )[1:]
    assert isinstance(stranger, InvalidInput)
    assert (value.entry.seat, effort.entry.seat) == ("value", "effort")


async def test_the_same_request_twice_in_the_crowd_is_made_once():
    house = House()
    await house.asked()
    first, again = (await behind(house, answer("risk"), answer("value", "r1"), answer("value", "r1")))[1:]
    assert (first.repeated, again.repeated) == (False, True)
    assert first.entry == again.entry
    assert [seat for kind, seat in told(house) if kind == "ANSWER"] == ["risk", "value"]


async def test_a_request_id_that_was_used_before_spoils_no_other_move():
    house = House()
    await house.asked()
    value, effort = (await behind(house, answer("risk"), answer("value", "ask"), answer("effort")))[1:]
    assert isinstance(value, RequestIdReused)
    assert effort.entry.seat == "effort"


async def test_those_who_lose_a_race_together_are_judged_anew_each_by_itself():
    house = House()
    await house.asked()
    other = house.beside()

    async def overtaken() -> None:
        house.records.before_append = lambda: other.steward.play(DEBATE, answer("value"))

    house.records.after_append = overtaken
    value, effort = (await behind(house, answer("risk"), answer("value", choice="stop"), answer("effort")))[1:]
    assert isinstance(value, ActionNotAllowed)
    assert effort.entry.seat == "effort"
    assert (await verify(DEBATE, house.records, FORMATS)).sound


async def test_an_outage_is_told_to_everybody_and_nothing_is_written():
    house = House()
    await house.asked()

    async def broken() -> None:
        async def fail() -> None:
            house.records.before_append = fail
            raise Outage("The disk is gone.")

        house.records.before_append = fail

    house.records.after_append = broken
    value, effort = (await behind(house, answer("risk"), answer("value"), answer("effort")))[1:]
    assert isinstance(value, Outage)
    assert isinstance(effort, Outage)
    assert [seat for kind, seat in told(house) if kind == "ANSWER"] == ["risk"]


async def test_a_move_that_was_given_up_while_it_waited_is_not_made():
    house = House()
    await house.asked()
    writing, gate = asyncio.Event(), asyncio.Event()

    async def hold() -> None:
        writing.set()
        await gate.wait()

    house.records.before_append = hold
    moves = [asyncio.create_task(house.steward.play(DEBATE, answer(seat))) for seat in ("risk", "value", "effort")]
    await writing.wait()
    moves[1].cancel()
    await asyncio.wait([moves[1]])
    gate.set()
    await asyncio.gather(moves[0], moves[2])
    assert [seat for kind, seat in told(house) if kind == "ANSWER"] == ["risk", "effort"]


async def test_those_whose_writer_was_stopped_write_for_themselves():
    house = House()
    await house.asked()
    held = asyncio.Event()

    async def hold_the_second() -> None:
        async def hold() -> None:
            held.set()
            await asyncio.Event().wait()

        house.records.before_append = hold

    house.records.after_append = hold_the_second
    gate = asyncio.Event()
    house.records.before_append = gate.wait
    moves = [asyncio.create_task(house.steward.play(DEBATE, answer(seat))) for seat in ("risk", "value", "effort")]
    gate.set()
    await held.wait()
    moves[1].cancel()
    assert (await moves[2]).entry.seat == "effort"
    assert [seat for kind, seat in told(house) if kind == "ANSWER"] == ["risk", "effort"]


async def test_whoever_is_sent_home_before_writing_leaves_nothing_behind():
    house = House()
    await house.asked()
    writing, gate = asyncio.Event(), asyncio.Event()

    async def hold() -> None:
        writing.set()
        await gate.wait()

    house.records.before_append = hold
    first = asyncio.create_task(house.steward.play(DEBATE, answer("risk")))
    await writing.wait()
    wishes = house.steward._wishes  # pyright: ignore[reportPrivateUsage]
    second = asyncio.create_task(house.steward.play(DEBATE, answer("value")))
    await asyncio.sleep(0)
    second.cancel()
    gate.set()
    await asyncio.wait([first, second])
    assert not wishes._waiting  # pyright: ignore[reportPrivateUsage]
    assert ("ANSWER", "value") not in told(house)
