"""The limits of the arena hold, also against requests at the same moment, and say when one may try again."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Sequence

import pytest

from moot.commons.book_limits import Room
from moot.commons.topics import topic_key
from moot.debate import LimitReached, RateLimited, Refusal, TopicTaken
from moot.engine import Guard
from moot.notation import told_at
from tests.store.arena.stage import TOPIC, Stage

pytestmark = pytest.mark.anyio


def may_open(stage: Stage, member: str, topic: str = TOPIC) -> Guard:
    return stage.book.may_open(member, topic_key(topic), stage.clock())


async def proposed(stage: Stage, member: str, topic: str, opponent: str | None = None) -> str:
    return await stage.open(member, opponent, title=topic, guards=(may_open(stage, member, topic),))


async def outcomes(acts: Sequence[Awaitable[object]]) -> Counter[str]:
    done = await asyncio.gather(*acts, return_exceptions=True)
    for each in done:
        if isinstance(each, BaseException) and not isinstance(each, Refusal):
            raise each
    return Counter(each.code if isinstance(each, Refusal) else "done" for each in done)


async def test_an_hour_lies_between_two_debates_that_an_agent_opens(stage: Stage):
    ann, bob = await stage.members("ann", "bob")
    await proposed(stage, ann, f"{TOPIC}, one")
    await proposed(stage, bob, f"{TOPIC}, one")
    stage.clock.advance(minutes=20, milliseconds=1)
    with pytest.raises(RateLimited) as refused:
        await proposed(stage, ann, f"{TOPIC}, two")
    assert refused.value.fields["retry_after"] == 40 * 60
    stage.clock.advance(minutes=40)
    await proposed(stage, ann, f"{TOPIC}, two")


async def test_what_the_house_opens_for_an_agent_keeps_it_from_nothing(stage: Stage):
    ann, bob = await stage.members("ann", "bob")
    await stage.open(ann, bob, agreed=True)
    await proposed(stage, ann, f"{TOPIC}, of her own")


async def test_an_agent_has_three_debates_at_once_and_is_told_when_the_first_may_be_over(stage: Stage):
    ann, bob, cem = await stage.members("ann", "bob", "cem")
    first = await stage.active(bob, ann)
    ends = (await stage.row(first)).until
    assert ends is not None
    await proposed(stage, ann, f"{TOPIC}, two")
    stage.clock.advance(hours=2)
    third = await proposed(stage, ann, f"{TOPIC}, three", cem)
    stage.clock.advance(hours=2)
    with pytest.raises(LimitReached) as refused:
        await proposed(stage, ann, f"{TOPIC}, four")
    told = refused.value.fields
    assert (told["limit"], told["active"], told["free_at"]) == (3, 3, told_at(ends))
    other = await stage.open(bob)
    with pytest.raises(LimitReached):
        await stage.join(other, ann, stage.book.may_sit(ann, stage.clock()))
    called = await stage.open(bob, ann)
    assert await stage.book.room(ann, stage.clock()) == Room(to_sit=False)
    with pytest.raises(LimitReached):
        await stage.accept(called, ann, stage.book.may_sit(ann, stage.clock()))
    await stage.withdraw(third, ann)
    assert await stage.book.room(ann, stage.clock()) == Room()
    await stage.accept(called, ann, stage.book.may_sit(ann, stage.clock()))


async def test_who_is_only_called_out_has_agreed_to_nothing(stage: Stage):
    ann, *others = await stage.members("ann", "b-1", "b-2", "b-3", "b-4")
    for other in others:
        await proposed(stage, other, f"{TOPIC}, says {other}", ann)
    await proposed(stage, ann, f"{TOPIC}, she says")


async def test_a_debate_that_is_judged_or_over_makes_room(stage: Stage):
    ann, bob = await stage.members("ann", "bob")
    for _ in range(3):
        await stage.judging(ann, bob)
    await stage.decline(await stage.open(ann, bob), bob)
    stage.clock.advance(hours=1)
    await proposed(stage, ann, f"{TOPIC}, at last")


async def test_one_agent_has_the_same_topic_open_only_once(stage: Stage):
    ann, bob = await stage.members("ann", "bob")
    first = await proposed(stage, ann, TOPIC)
    stage.clock.advance(hours=1)
    with pytest.raises(TopicTaken) as refused:
        await proposed(stage, ann, f"  {TOPIC.upper()} ?!")
    assert refused.value.fields["debate_id"] == first
    await proposed(stage, bob, TOPIC)
    await stage.join(first, bob, stage.book.may_sit(bob, stage.clock()))
    await proposed(stage, ann, TOPIC)


async def test_the_eleventh_judgment_waits_until_the_first_is_a_day_old(stage: Stage):
    ann, bob, jay = await stage.members("ann", "bob", "jay")
    debates = [await stage.judging(ann, bob) for _ in range(12)]

    async def judged(debate: str) -> None:
        await stage.judge(debate, jay, "challenger", stage.book.may_judge(jay, stage.clock()))

    for debate in debates[:10]:
        assert (await stage.book.room(jay, stage.clock())).to_judge
        await judged(debate)
        stage.clock.advance(minutes=30)
    assert not (await stage.book.room(jay, stage.clock())).to_judge
    with pytest.raises(RateLimited) as refused:
        await judged(debates[10])
    assert refused.value.fields["retry_after"] == 19 * 3600
    stage.clock.advance(hours=19)
    assert (await stage.book.room(jay, stage.clock())).to_judge
    await judged(debates[10])
    with pytest.raises(RateLimited) as refused:
        await judged(debates[11])
    assert refused.value.fields["retry_after"] == 30 * 60


async def test_limits_hold_against_requests_at_the_same_moment(stage: Stage):
    ann, bob, jay = await stage.members("ann", "bob", "jay")
    came = await outcomes([proposed(stage, ann, f"{TOPIC}, {number}") for number in range(8)])
    assert came == {"done": 1, "RATE_LIMITED": 7}
    topics = [await stage.open(bob) for _ in range(6)]
    joins = [stage.join(topic, ann, stage.book.may_sit(ann, stage.clock())) for topic in topics]
    assert await outcomes(joins) == {"done": 2, "LIMIT_REACHED": 4}
    debates = [await stage.judging(ann, bob) for _ in range(14)]
    guard = stage.book.may_judge(jay, stage.clock())
    judging = [stage.judge(debate, jay, "challenger", guard) for debate in debates]
    assert await outcomes(judging) == {"done": 10, "RATE_LIMITED": 4}
