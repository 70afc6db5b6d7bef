"""A runner beside others: it looks at what the queue gave it, and lets go of it when there is nothing more to do."""

import asyncio
from datetime import datetime, timedelta

import pytest

from moot.debate import Outage
from moot.engine import Holder, Runner, Take
from tests.engine.called import DEBATE, JURORS, Called, Speaker

pytestmark = pytest.mark.anyio


class Queue:
    """Gives what it is told to, once, and notes what comes back."""

    def __init__(self, *debates: str) -> None:
        self._debates = debates
        self.seen: dict[str, int] = {}
        self.derived: list[tuple[datetime, datetime]] = []

    async def run(self, take: Take, holder: Holder) -> None:
        async def give(debate: str) -> None:
            self.seen[debate] = await take(debate)

        async with asyncio.TaskGroup() as giving:
            for debate in self._debates:
                giving.create_task(give(debate))

    async def derive(self, now: datetime, until: datetime) -> None:
        self.derived.append((now, until))


def house_with(queue: Queue, **players: Speaker) -> Called:
    house = Called({juror: players.get(juror, Speaker(juror)) for juror in JURORS})
    house.runner = Runner(house.backing, house.records, sweep_every=0.2, wakes=queue)
    return house


async def test_a_debate_is_held_until_its_end_and_told_how_far_it_was_seen():
    queue = Queue(DEBATE)
    house = house_with(queue)
    await house.asked()
    await house.until(lambda: DEBATE in queue.seen)
    assert house.ended
    assert queue.seen[DEBATE] == (await house.steward.look(DEBATE)).line
    assert queue.derived[0][1] - queue.derived[0][0] == timedelta(seconds=0.4)


async def test_what_the_queue_gives_to_others_is_not_looked_at():
    queue = Queue()
    house = house_with(queue)
    await house.asked()
    await house.until(lambda: len(queue.derived) > 1)
    assert not any(player.heard for player in house.players.values())


async def test_a_debate_is_not_let_go_of_while_somebody_speaks_or_a_deadline_is_near():
    queue, stuck = Queue(DEBATE), Speaker("risk", gate=asyncio.Event())
    house = house_with(queue, risk=stuck)
    await house.asked()
    await house.until(lambda: stuck.thinking == 1 and len(queue.derived) > 2)
    assert queue.seen == {}
    near = house_with(queue, risk=Speaker("risk", gate=asyncio.Event()))
    await near.asked(risk="human")
    near.clock.advance(minutes=59, seconds=58)
    await near.until(lambda: len(queue.derived) > 5)
    assert queue.seen == {}
    near.clock.advance(seconds=2)
    await near.until(lambda: DEBATE in queue.seen)
    assert ("lapsed", "risk") in await near.told()


async def test_where_nobody_is_to_be_called_on_a_debate_is_let_go_of_at_once():
    queue = Queue(DEBATE)
    house = house_with(queue)
    await house.asked(risk="human")
    await house.until(lambda: DEBATE in queue.seen)
    assert queue.seen[DEBATE] == (await house.steward.look(DEBATE)).line


async def test_a_debate_that_cannot_be_run_is_let_go_of_however_long_it_is():
    queue = Queue("nobody opened it", DEBATE)
    house = house_with(queue)
    await house.asked()
    await house.until(lambda: len(queue.seen) == 2)
    assert queue.seen["nobody opened it"] == 2**31 - 1
    assert house.ended


async def test_a_debate_is_held_through_an_outage_and_looked_at_after_it():
    queue = Queue(DEBATE)
    before = house_with(queue)
    await before.asked()
    house = before.again()
    house.runner = Runner(house.backing, house.records, sweep_every=0.2, wakes=queue)
    lines, failed = house.records.lines, [0]

    async def out(*asked: object, **more: object) -> object:
        failed[0] += 1
        raise Outage("gone for a while")

    house.records.lines = out  # pyright: ignore[reportAttributeAccessIssue]

    def comes_back() -> bool:
        if failed[0]:
            house.records.lines = lines
        # The clock stands still: a while passes, after which it is tried again.
        house.clock.advance(seconds=1)
        return DEBATE in queue.seen

    await house.until(comes_back)
    assert house.ended


async def test_what_fell_due_while_the_house_was_down_is_left_to_the_queue():
    queue = Queue(DEBATE)
    house = house_with(queue)
    await house.asked(risk="human")
    standing = await house.steward.look(DEBATE)
    house.clock.advance(hours=2)

    async def spared(debate: str) -> object:
        return standing

    house.steward.settle = spared  # pyright: ignore[reportAttributeAccessIssue]
    await house.until(lambda: DEBATE in queue.seen)
    assert queue.seen[DEBATE] == standing.line
