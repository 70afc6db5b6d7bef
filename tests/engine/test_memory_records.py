"""The records in memory that are shipped for tests keep the promises of the port."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest

from moot.engine import CardQuery, Growth, LineTaken, RecordStore, Transaction
from moot.testing import MemoryRecords
from tests.contracts import test_append as append
from tests.contracts import test_cards as cards
from tests.contracts.growths import START, opening, reply

pytestmark = pytest.mark.anyio

PROMISES: list[Callable[[Any], Awaitable[None]]] = [
    append.test_what_was_appended_is_read_back_byte_for_byte,
    append.test_an_append_at_a_line_that_is_taken_fails_and_changes_nothing,
    append.test_an_append_beyond_the_end_fails,
    append.test_an_append_to_a_debate_that_was_never_opened_fails,
    append.test_a_debate_is_opened_once,
    append.test_of_many_who_race_for_one_line_exactly_one_wins,
    append.test_of_many_who_open_the_same_debate_exactly_one_does,
    append.test_fifty_debates_that_grow_at_once_all_grow,
    append.test_a_request_id_stands_once_in_a_debate,
    append.test_two_debates_may_use_the_same_request_id,
    append.test_a_line_taken_is_told_before_a_request_taken,
    append.test_what_a_guard_refuses_leaves_nothing,
    append.test_a_guard_that_refuses_does_not_disturb_others_that_are_kept_at_the_same_time,
    append.test_a_caller_who_gives_up_spoils_nothing,
    cards.test_an_empty_house_lists_nothing,
    cards.test_lists_are_newest_growth_first,
    cards.test_filters_narrow_the_list,
    cards.test_the_floor_filter_finds_a_seat_alone_and_among_others,
    cards.test_pages_follow_each_other_without_gap_or_repeat,
    cards.test_pages_of_a_floor_follow_each_other_too,
]


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
async def test_it_keeps_the_contract(promise: Callable[[Any], Awaitable[None]]):
    await promise(MemoryRecords())


async def test_a_reading_that_fails_takes_the_move_with_it():
    seen: list[str] = []

    async def choosy(tx: Transaction, growth: Growth) -> None:
        seen.append(growth.card.title)
        if growth.card.title == "Bad":
            raise LookupError

    store: RecordStore = MemoryRecords([choosy])
    await store.append(opening("Good"))
    with pytest.raises(LookupError):
        await store.append(opening("Bad"))
    assert seen == ["Good", "Bad"]
    assert await store.count(CardQuery()) == 1


async def test_what_falls_due_comes_earliest_first():
    store = MemoryRecords()
    await store.ready()
    for minutes in (30, 10, 20):
        await store.append(opening(f"D{minutes}", deadline=START + timedelta(minutes=minutes)))
    await store.append(opening("ended", deadline=START, ended_at=START))
    await store.append(opening("endless"))
    late = await store.due(START + timedelta(minutes=20))
    assert [card.title for card in late] == ["D10", "D20"]
    assert len(await store.due(START + timedelta(days=1), limit=1)) == 1


async def test_a_guard_that_lets_others_in_does_not_lose_their_line():
    store = MemoryRecords()
    opened = opening()
    await store.append(opened)

    async def slow(_: Transaction) -> None:
        if store.calls["append"] == 2:
            await store.append(reply(opened, "First."))

    with pytest.raises(LineTaken):
        await store.append(reply(opened, "Second.", guards=(slow,)))
    assert len(await store.lines(opened.debate)) == 3
