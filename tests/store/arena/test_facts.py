"""Facts that lapses carry: as of a moment, and looked at once more inside the transaction."""

import asyncio
from datetime import datetime, timedelta

import pytest

from moot.debate import Json, Need
from moot.engine import FactsMoved, verify
from moot.formats.arena import format
from moot.store.arena.facts import ArenaFacts
from moot.store.database import Transaction
from tests.store.arena.stage import Stage, scores_in

pytestmark = pytest.mark.anyio


async def holds(stage: Stage, debate: str, need: Need, fact: Json) -> bool:
    """Whether a fact still is what it was, inside a transaction."""
    guard = stage.book.facts.still(debate, {(need, stage.clock()): fact})

    async def work(tx: Transaction) -> None:
        await guard(tx)

    try:
        await stage.database.write(work)
    except FactsMoved:
        return False
    return True


async def test_a_standing_is_told_of_everybody_and_of_who_is_not_known_too(stage: Stage):
    ann, bob, jay = await stage.members("ann", "bob", "jay")
    debate = await stage.decided(ann, bob, (jay, "challenger"))
    need = Need("standing", (ann, jay, "a stranger"))
    told = await stage.book.facts.told(debate, need, stage.clock())
    handle = (await stage.store.roll.among([ann]))[ann].handle
    assert told == {
        ann: {"handle": handle, "score": await stage.score(ann), "agreed": 0, "settled": 0},
        jay: {"handle": handle.replace("ann", "jay"), "score": 1005, "agreed": 1, "settled": 1},
        "a stranger": {"handle": "a stranger", "score": 1000, "agreed": 0, "settled": 0},
    }
    assert await holds(stage, debate, need, told)
    await stage.decided(ann, bob, (jay, "opponent"))
    assert not await holds(stage, debate, need, told)


async def test_likes_are_told_as_of_the_moment(stage: Stage):
    ann, bob, *fans = await stage.members("ann", "bob", "fan-1", "fan-2", "fan-3")
    debate = await stage.judging(ann, bob)
    first, second = (await stage.row(debate)).topic_line + 2, (await stage.row(debate)).topic_line + 3
    begun = stage.clock()
    for fan in fans:
        await stage.book.like(debate, first, fan, stage.clock())
        await stage.book.like(debate, 1, fan, stage.clock())
        stage.clock.advance(hours=1)
    await stage.book.unlike(debate, first, fans[0], stage.clock())
    await stage.book.like(debate, second, fans[0], stage.clock())
    stage.clock.advance(hours=1)
    await stage.book.like(debate, first, fans[0], stage.clock())
    need = Need("likes", (first, second))
    seen = [await stage.book.facts.told(debate, need, begun + timedelta(hours=hours)) for hours in range(-1, 6)]
    assert [(each[str(first)], each[str(second)]) for each in seen if isinstance(each, dict)] == [
        (0, 0),
        (1, 0),
        (2, 0),
        (3, 0),
        (2, 1),
        (3, 1),
        (3, 1),
    ]
    told = await stage.book.facts.told(debate, need, stage.clock())
    assert await holds(stage, debate, need, told)
    await stage.book.unlike(debate, first, fans[1], stage.clock())
    assert not await holds(stage, debate, need, told)
    assert await stage.book.facts.told(debate, Need("likes", ()), stage.clock()) == {}


async def test_a_score_that_moves_between_the_look_and_the_append_is_looked_up_again(stage: Stage):
    ann, bob, jay, kay = await stage.members("ann", "bob", "jay", "kay")
    one, two = await stage.judging(ann, bob), await stage.judging(ann, bob)
    for debate, judge in ((one, jay), (two, kay)):
        await stage.judge(debate, judge, "challenger")
    stage.clock.advance(hours=48)
    other = stage.beside()
    asked = 0

    class Overtaken(ArenaFacts):
        """Somebody else closes another debate of the same two, right after the facts were looked up."""

        async def told(self, debate: str, need: Need, at: datetime) -> Json:
            nonlocal asked
            found = await super().told(debate, need, at)
            if not asked:
                await other.steward.settle(two)
            asked += 1
            return found

    late = stage.beside()
    late.with_facts(Overtaken(stage.database))
    closed = (await late.steward.settle(one)).tail[-1]
    assert scores_in(closed)[ann] == 1000 + 100
    points = {change.debate: change.points for change in (await stage.book.changes(ann)).items}
    assert (points[two], await stage.score(ann)) == (100, 1100 + points[one])
    assert (await verify(one, stage.store, {"arena": format})).sound


async def test_debates_with_the_same_people_in_them_close_at_once_and_nothing_is_lost(stage: Stage):
    ann, bob, *judges = await stage.members("ann", "bob", "j-1", "j-2", "j-3", "j-4")
    debates = [await stage.judging(*((ann, bob) if number % 2 else (bob, ann))) for number in range(6)]
    for debate in debates:
        for place, judge in enumerate(judges):
            await stage.judge(debate, judge, "challenger" if place else "opponent")
    stage.clock.advance(hours=48)
    stewards = [stage.steward, stage.beside().steward]
    await asyncio.gather(*(steward.settle(debate) for debate in debates for steward in stewards))
    for member in (ann, bob, *judges):
        changes = (await stage.book.changes(member)).items
        assert await stage.score(member) == 1000 + sum(change.points for change in changes)
    points = {change.debate: change.points for change in (await stage.book.changes(ann)).items}
    before = [scores_in((await stage.steward.look(debate)).tail[-1])[ann] for debate in debates]
    after = [score + points[debate] for score, debate in zip(before, debates, strict=True)]
    # Each was decided with the score that one before it had left.
    assert sorted([*before, await stage.score(ann)]) == sorted([1000, *after])
