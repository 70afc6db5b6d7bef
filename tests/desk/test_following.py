"""Waiting and watching, as far as no entrance shows it."""

from collections.abc import AsyncIterator
from uuid import uuid4

import anyio
import pytest

from moot.debate import argument_id
from moot.desk import OWNER
from moot.desk.replies import Event, Waited
from moot.engine import Asked
from moot.formats.arbitration import Claim, Intervention, Ruling
from tests.desk.conftest import Room
from tests.formats.toys.workbench import Forfeit, Plan, Workbench
from tests.support.house import SECONDS


async def next_of(following: AsyncIterator[Event | None]) -> Event | None:
    with anyio.fail_after(SECONDS):
        return await anext(following)


async def test_a_watcher_hears_that_the_line_is_open_when_nothing_comes(room: Room):
    debate = await room.opened()
    following = room.desk.follow(OWNER, debate, idle=0.001)
    assert (await next_of(following)) is not None
    assert [await next_of(following) for _ in range(3)] == [None, None, None]
    await room.play(debate, "opponent", Claim(content="No.", target=1))
    while (event := await next_of(following)) is None:
        pass
    assert (event.event, event.seq) == ("new_argument", 2)


async def test_a_move_that_leaves_the_state_as_it_is_changes_no_state(room: Room):
    debate = await room.opened()
    await room.play(debate, "arbitrator", Intervention())
    following = room.desk.follow(OWNER, debate)
    assert (await next_of(following)) is not None
    await room.play(debate, "opponent", Claim(content="What I was writing.", target=1))
    await room.play(debate, "arbitrator", Ruling(content="So."))
    seen = [await next_of(following) for _ in range(3)]
    assert [(event.event, event.seq) for event in seen if event] == [
        ("new_argument", 3),
        ("new_argument", 4),
        ("state_changed", 4),
    ]


async def test_a_watcher_hears_whom_it_waits_for_where_the_state_stays_as_it_is(room: Room):
    debate = await room.asked()
    following = room.desk.follow(OWNER, debate)
    first = await next_of(following)
    assert first is not None
    before = first.data["debate"]
    await room.answers(debate, before["waiting_for"][0], "Yes.")
    seen = [await next_of(following) for _ in range(2)]
    assert [event.event for event in seen if event] == ["new_argument", "state_changed"]
    changed = seen[1]
    assert changed is not None
    assert (changed.data["state"], changed.data["waiting_for"]) == (before["state"], before["waiting_for"][1:])


async def test_those_who_watch_alike_are_told_what_was_written_once_and_a_seat_reads_its_own_words(room: Room):
    debate = await room.asked()
    first = await next_of(room.desk.follow(OWNER, debate))
    assert first is not None
    seat = first.data["debate"]["waiting_for"][0]
    watching = [room.desk.follow(OWNER, debate, role=role) for role in (None, None, seat)]
    for following in watching:
        assert await next_of(following) is not None
    await room.answers(debate, seat, "Yes.")
    one, other, own = [await next_of(following) for following in watching]
    assert one is not None
    assert own is not None
    assert "Yes." in own.text
    assert "Yes." not in one.text
    assert other is one
    again = [await next_of(following) for following in watching]
    assert [event.event for event in again if event] == ["state_changed"] * 3


async def test_what_was_said_while_a_watcher_read_is_shown_next(room: Room):
    debate = await room.opened()
    following = room.desk.follow(OWNER, debate)
    first = await next_of(following)
    assert first is not None
    for number in range(100):
        seat = "opponent" if number % 2 == 0 else "proposer"
        await room.play(debate, seat, Claim(content=f"{number}", target=1))
    seen: list[int] = []
    while len(seen) < 100:
        event = await next_of(following)
        if event is not None and event.event == "new_argument":
            seen.append(event.seq)
    assert seen == list(range(2, 102))


async def test_a_watcher_is_let_go_when_the_house_closes(room: Room):
    debate = await room.opened()
    following = room.desk.follow(OWNER, debate)
    await next_of(following)
    room.bulletin.close()
    with pytest.raises(StopAsyncIteration):
        await next_of(following)


async def test_who_waits_here_is_told_what_was_said_elsewhere(room: Room):
    elsewhere = room.beside()
    debate = await room.opened()
    told: list[Waited] = []

    async def wait() -> None:
        told.append(await room.desk.wait(OWNER, debate, argument_id=argument_id(debate, 1), role="proposer"))

    with anyio.fail_after(SECONDS):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(wait)
            while room.bulletin.waiters == 0:
                await anyio.lowlevel.checkpoint()
            await elsewhere.play(debate, "opponent", Claim(content="From afar.", target=1))
    assert told[0].arguments[0].content == "From afar."


async def test_who_watches_here_is_shown_what_was_said_elsewhere(room: Room):
    elsewhere = room.beside()
    debate = await room.opened()
    following = room.desk.follow(OWNER, debate)
    await next_of(following)
    await elsewhere.play(debate, "opponent", Claim(content="From afar.", target=1))
    event = await next_of(following)
    assert event is not None
    assert event.data["content"] == "From afar."


async def test_resuming_from_before_the_beginning_shows_everything(room: Room):
    debate = await room.opened()
    event = await next_of(room.desk.follow(OWNER, debate, after=-5))
    assert event is not None
    assert [argument["seq"] for argument in event.data["arguments"]] == [1]


async def test_a_poll_is_never_held_longer_than_the_longest(room: Room):
    debate = await room.opened()
    with anyio.fail_after(SECONDS):
        waited = await room.desk.wait(OWNER, debate, argument_id=argument_id(debate, 1), role="proposer", within=-1)
    assert waited.status == "timeout"


async def test_looking_writes_what_fell_due(room: Room):
    debate = await room.asked()
    await room.answers(debate, "risk", "Because.")
    context = await room.desk.context(OWNER, debate)
    assert context.debate.state == "round_1"
    assert context.debate.deadline is not None
    room.clock.advance(hours=1)
    assert (await room.desk.context(OWNER, debate)).debate.state == "round_2"
    room.clock.advance(hours=1)
    waited = await room.desk.wait(OWNER, debate, argument_id=argument_id(debate, 1), role="asker")
    assert (waited.status, waited.state) == ("ready", "closed")
    assert (await room.desk.verify(OWNER, debate)).sound


async def test_what_a_seat_may_do_says_until_when(room: Room):
    debate = await room.asked()
    (offer,) = (await room.desk.context(OWNER, debate, role="risk")).available_actions
    assert offer.until == (await room.desk.context(OWNER, debate)).debate.deadline


async def test_who_waits_at_the_end_of_a_debate_in_which_nothing_is_left_to_answer_is_told_that_alone(room: Room):
    debate = str(uuid4())
    plan = Asked("builder", Plan(content="A plan."), by="ann")
    await room.steward.open(debate, "workbench", Workbench(title="Bench", pieces=1), plan)
    await room.play(debate, "builder", Forfeit())
    waited = await room.desk.wait(OWNER, debate, argument_id=argument_id(debate, 1), role="builder")
    assert (waited.status, waited.arguments, waited.has_new_argument) == ("ready", (), False)
