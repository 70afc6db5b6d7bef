"""What the house remembers is told to its owner, and to whoever opens the next workshop."""

from uuid import uuid4

import pytest

from moot.debate import DebateNotFound, Forbidden, InvalidInput, argument_id
from moot.desk import OWNER
from moot.desk.callers import VISITOR, Caller
from tests.contracts.workshops import TASK, Workshop
from tests.desk.conftest import Room

pytestmark = pytest.mark.anyio

LESSON = "The median of an even list is the mean of both in the middle."


async def test_an_episode_is_told_with_where_it_stands_in_the_record(room: Room):
    shop = await Workshop(room.store).opened()
    line = await shop.learnt(LESSON)
    await shop.failed(seat="ben")
    page = await room.desk.episodes(OWNER, agent="model-a", debate_id=shop.debate.upper())
    (episode,) = page.episodes
    assert (episode.id, episode.debate_id, episode.seq) == (argument_id(shop.debate, line), shop.debate, line)
    assert (episode.role, episode.agent, episode.attempt, episode.task) == ("ann", "model-a", 1, TASK)
    assert episode.attempt_id == argument_id(shop.debate, line - 2)
    assert episode.report_id == argument_id(shop.debate, line - 1)
    assert [(failure.id, failure.outcome) for failure in episode.failures] == [("t2", "failed"), ("t3", "failed")]
    assert (episode.lesson, episode.passed_later, page.next_cursor) == (LESSON, True, None)
    (other,) = (await room.desk.episodes(OWNER, agent="model-b")).episodes
    assert (other.lesson, other.passed_later) == (None, False)


async def test_a_reflection_that_answers_no_report_is_told_without_one(room: Room):
    shop = await Workshop(room.store).opened()
    await shop.reflect(1)
    (episode,) = (await room.desk.episodes(OWNER)).episodes
    assert (episode.attempt_id, episode.report_id, episode.failures) == (None, None, ())


async def test_pages_follow_each_other(room: Room):
    shop = await Workshop(room.store).opened()
    for round in range(3):
        await shop.failed(round=round + 1)
    first = await room.desk.episodes(OWNER, limit=2)
    rest = await room.desk.episodes(OWNER, cursor=first.next_cursor, limit=2)
    assert [episode.attempt for episode in (*first.episodes, *rest.episodes)] == [3, 2, 1]
    assert rest.next_cursor is None


async def test_lessons_are_told_all_or_those_that_fit_and_why(room: Room):
    shop = await Workshop(room.store).opened()
    await shop.learnt(LESSON)
    await (await Workshop(room.store, task="Bake bread in an oven.").opened()).learnt("Heat the oven first.")
    everything = await room.desk.lessons(OWNER, limit=1)
    assert everything.next_cursor is not None
    assert everything.lessons[0].score is None
    more = await room.desk.lessons(OWNER, cursor=everything.next_cursor)
    assert len({lesson.id for lesson in (*everything.lessons, *more.lessons)}) == 2
    (fit,) = (await room.desk.lessons(OWNER, task="Return the median of numbers in a list")).lessons
    assert (fit.text, fit.debate_id, fit.agent, fit.helped) == (LESSON, shop.debate, "model-a", 1)
    assert set(fit.words) == {"median", "list", "numbers"}
    assert fit.score is not None
    assert fit.meaning is None
    (again,) = await room.desk.lessons_for("Return the median of numbers in a list")
    assert (again.lesson.id, again.score) == (fit.id, fit.score)


async def test_what_fits_a_task_is_one_page(room: Room):
    with pytest.raises(InvalidInput):
        await room.desk.lessons(OWNER, task="Anything", cursor="abc")


async def test_memory_is_the_owners_alone(room: Room):
    for caller in (Caller(debate=str(uuid4()), seat="ann"), VISITOR):
        with pytest.raises(Forbidden):
            await room.desk.episodes(caller)
        with pytest.raises(Forbidden):
            await room.desk.lessons(caller)


async def test_what_cannot_be_a_name_is_refused(room: Room):
    with pytest.raises(DebateNotFound):
        await room.desk.episodes(OWNER, debate_id="no uuid")
    with pytest.raises(InvalidInput):
        await room.desk.episodes(OWNER, agent="\x00")
    for cursor in ("\ud800", "nonsense"):
        with pytest.raises(InvalidInput):
            await room.desk.episodes(OWNER, cursor=cursor)
    with pytest.raises(InvalidInput):
        await room.desk.lessons(OWNER, cursor="nonsense")
    with pytest.raises(InvalidInput):
        await room.desk.lessons_for("\x00")
