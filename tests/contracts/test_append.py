import asyncio
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import insert, select

from moot.debate import InvalidInput
from moot.engine import CardQuery, Growth, LineTaken, RequestTaken
from moot.engine import Transaction as Opaque
from moot.store import Store, Transaction, open_store
from moot.store.database import Prepared
from moot.store.tables import debates, house
from tests.contracts.growths import opening, reply

pytestmark = pytest.mark.anyio


class Refused(InvalidInput):
    pass


async def refusing(_: Opaque) -> None:
    raise Refused("Not today.")


async def lines_of(store: Store, growth: Growth) -> list[int]:
    return [line.line for line in await store.lines(growth.debate)]


async def test_what_was_appended_is_read_back_byte_for_byte(store: Store):
    opened = opening("Größe — 議論 🗣", "content with 'quotes', \"more\" and a\nnew line", request="r-1")
    answered = reply(opened, "‮ right to left, e\u0301 and \\u0041", request="r-2")
    await store.append(opened)
    await store.append(answered)
    assert tuple(await store.lines(opened.debate)) == opened.lines + answered.lines
    assert await store.card(opened.debate) == answered.card


async def test_an_append_at_a_line_that_is_taken_fails_and_changes_nothing(store: Store):
    opened = opening()
    first, second = reply(opened, "First."), reply(opened, "Second.")
    await store.append(opened)
    await store.append(first)
    with pytest.raises(LineTaken):
        await store.append(second)
    assert tuple(await store.lines(opened.debate)) == opened.lines + first.lines
    assert await store.card(opened.debate) == first.card


async def test_an_append_beyond_the_end_fails(store: Store):
    opened = opening()
    answered = reply(opened)
    await store.append(opened)
    with pytest.raises(LineTaken):
        await store.append(reply(answered))
    assert await lines_of(store, opened) == [0, 1]


async def test_an_append_to_a_debate_that_was_never_opened_fails(store: Store):
    growth = reply(opening())
    with pytest.raises(LineTaken):
        await store.append(growth)
    assert await store.card(growth.debate) is None


async def test_a_debate_is_opened_once(store: Store):
    opened = opening()
    await store.append(opened)
    with pytest.raises(LineTaken):
        await store.append(opening("Another", debate=opened.debate))
    assert await store.card(opened.debate) == opened.card
    assert await store.count(CardQuery(text="another")) == 0


async def test_of_many_who_race_for_one_line_exactly_one_wins(store: Store):
    opened = opening()
    await store.append(opened)
    rivals = [reply(opened, f"Rival {number}") for number in range(20)]
    results = await asyncio.gather(*map(store.append, rivals), return_exceptions=True)
    won = [rival for rival, result in zip(rivals, results, strict=True) if result is None]
    assert len(won) == 1
    assert sum(isinstance(result, LineTaken) for result in results) == 19
    assert tuple(await store.lines(opened.debate)) == opened.lines + won[0].lines
    assert await store.card(opened.debate) == won[0].card


async def test_of_many_who_open_the_same_debate_exactly_one_does(store: Store):
    first = opening()
    rivals = [opening(f"Rival {number}", debate=first.debate) for number in range(10)]
    results = await asyncio.gather(*map(store.append, rivals), return_exceptions=True)
    assert sum(result is None for result in results) == 1
    assert sum(isinstance(result, LineTaken) for result in results) == 9
    assert await store.count(CardQuery()) == 1


async def test_fifty_debates_that_grow_at_once_all_grow(store: Store):
    opened = [opening(f"Debate {number}") for number in range(50)]
    await asyncio.gather(*map(store.append, opened))
    await asyncio.gather(*(store.append(reply(growth)) for growth in opened))
    assert await store.count(CardQuery()) == 50
    for growth in opened:
        assert await lines_of(store, growth) == [0, 1, 2]


async def test_a_request_id_stands_once_in_a_debate(store: Store):
    opened = opening(request="same")
    again = reply(opened, request="same")
    await store.append(opened)
    with pytest.raises(RequestTaken):
        await store.append(again)
    assert await store.card(opened.debate) == opened.card
    assert await lines_of(store, opened) == [0, 1]
    found = await store.requested(opened.debate, "same")
    assert found == opened.lines[1]


async def test_two_debates_may_use_the_same_request_id(store: Store):
    first, second = opening(request="same"), opening(request="same")
    await store.append(first)
    await store.append(second)
    assert await store.requested(first.debate, "same") == first.lines[1]
    assert await store.requested(second.debate, "same") == second.lines[1]
    assert await store.requested(first.debate, "other") is None


async def test_a_line_taken_is_told_before_a_request_taken(store: Store):
    opened = opening()
    first, again = reply(opened, request="same"), reply(opened, "Other words.", request="same")
    await store.append(opened)
    await store.append(first)
    with pytest.raises(LineTaken):
        await store.append(again)


async def test_what_a_guard_refuses_leaves_nothing(store: Store):
    growth = opening("Unheard", guards=(refusing,))
    with pytest.raises(Refused):
        await store.append(growth)
    assert await store.card(growth.debate) is None
    assert await store.lines(growth.debate) == []
    assert await store.count(CardQuery(text="unheard")) == 0


async def test_a_guard_that_refuses_does_not_disturb_others_that_are_kept_at_the_same_time(store: Store):
    growths = [opening(guards=(refusing,) if number % 3 == 0 else ()) for number in range(60)]
    results = await asyncio.gather(*map(store.append, growths), return_exceptions=True)
    for number, (growth, result) in enumerate(zip(growths, results, strict=True)):
        if number % 3 == 0:
            assert isinstance(result, Refused)
            assert await store.card(growth.debate) is None
        else:
            assert result is None
            assert await store.card(growth.debate) == growth.card


async def test_what_a_guard_writes_is_kept_with_the_move_or_not_at_all(store: Store):
    async def counting(tx: Any) -> None:
        await tx.run(Prepared(insert(house)), {"key": "seen", "value": "once"})

    opened = opening(guards=(counting, refusing))
    with pytest.raises(Refused):
        await store.append(opened)
    await store.append(replace(opened, guards=(counting,)))
    assert await store.card(opened.debate) == opened.card


async def test_a_reading_runs_in_the_same_transaction(url: str):
    seen: list[tuple[str, int, str]] = []

    async def reading(tx: Transaction, growth: Growth) -> None:
        kept = Prepared(select(debates.c.lines, debates.c.title).where(debates.c.id == growth.debate))
        ((lines, title),) = await tx.rows(kept, {})
        seen.append((growth.debate, lines, title))

    store = await open_store(url, readings=[reading])
    try:
        opened = opening()
        await store.append(opened)
        await store.append(reply(opened))
        assert seen == [(opened.debate, 2, "Shall we?"), (opened.debate, 3, "Shall we?")]
    finally:
        await store.close()


async def test_a_reading_that_fails_takes_the_move_with_it_and_no_other(url: str):
    async def choosy(tx: Transaction, growth: Growth) -> None:
        await tx.run(Prepared(insert(house)), {"key": growth.debate, "value": growth.card.title})
        if growth.card.title == "Bad":
            raise Refused("I cannot read this.")

    store = await open_store(url, readings=[choosy])
    try:
        growths = [opening("Bad" if number % 5 == 0 else "Good") for number in range(20)]
        results = await asyncio.gather(*map(store.append, growths), return_exceptions=True)
        assert sum(isinstance(result, Refused) for result in results) == 4
        assert await store.count(CardQuery(text="good")) == 16
        assert await store.count(CardQuery(text="bad")) == 0
    finally:
        await store.close()


async def test_a_caller_who_gives_up_spoils_nothing(store: Store):
    growths = [opening() for _ in range(20)]
    tasks = [asyncio.create_task(store.append(growth)) for growth in growths]
    await asyncio.sleep(0)
    for task in tasks[::2]:
        task.cancel()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    for growth, result in zip(growths, results, strict=True):
        card = await store.card(growth.debate)
        assert card == growth.card if result is None else card in (None, growth.card)
