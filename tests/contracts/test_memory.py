"""Memory is a reading of workshops: what was learnt, what helped, what is found again, and what is forgotten."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import Table, delete, insert, select, update

from moot.debate import InvalidInput
from moot.memory import EmbeddingFailed, Episode, Lesson, Memory
from moot.notation import told_at
from moot.store import Store, Transaction, open_store
from moot.store.database import Database, Prepared
from moot.store.memory import DatabaseMemory
from moot.store.memory.tables import episodes, vectors, words
from tests.contracts.conftest import POSTGRES, address
from tests.contracts.growths import START, opening
from tests.contracts.matches import shared_house
from tests.contracts.workshops import TASK, Workshop

pytestmark = pytest.mark.anyio

READINGS = (episodes, words)
FUTURE = datetime(2100, 1, 1, tzinfo=UTC)


@pytest.fixture(scope="module", params=["memory", POSTGRES])
async def house(request: pytest.FixtureRequest) -> AsyncIterator[Store]:
    async with shared_house(request) as house:
        yield house


@pytest.fixture(params=["memory", POSTGRES])
async def small(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    """A house of its own that remembers six episodes."""
    opened = await open_store(address(request, tmp_path), episodes=6)
    yield opened
    await opened.close()


@pytest.fixture
async def shop(house: Store) -> Workshop:
    return await Workshop(house).opened()


def database_of(store: Store) -> Database:
    return store._database  # pyright: ignore[reportPrivateUsage]


async def of(shop: Workshop) -> tuple[Episode, ...]:
    """The episodes of a workshop, the newest first."""
    return (await shop.store.memory.episodes(debate=shop.debate)).items


async def all_lessons(memory: Memory, limit: int = 200) -> list[Lesson]:
    found, after = list[Lesson](), None
    while True:
        page = await memory.lessons(after=after, limit=limit)
        found += page.items
        after = page.next
        if after is None:
            return found


async def lessons_of(shop: Workshop) -> list[str]:
    return [lesson.text for lesson in await all_lessons(shop.store.memory) if lesson.debate == shop.debate]


def a_lesson() -> str:
    return f"Mind the {uuid4().hex}."


async def dumped(store: Store, tables: Sequence[Table] = READINGS) -> Mapping[str, list[tuple[Any, ...]]]:
    found: dict[str, list[tuple[Any, ...]]] = {}
    for table in tables:
        rows = await database_of(store).rows(Prepared(select(table)), {})
        found[table.name] = sorted(tuple(row) for row in rows)
    return found


async def emptied(store: Store) -> None:
    async def work(tx: Transaction) -> None:
        for table in READINGS:
            await tx.run(Prepared(delete(table)), {})

    await database_of(store).write(work)


# Episodes


async def test_a_reflection_is_an_episode_with_what_it_was_about(shop: Workshop):
    attempt = await shop.attempt(round=1)
    report = await shop.report(attempt, "t1", "t2 t3")
    line = await shop.reflect(report, "  Look at\n even lists. ")
    (episode,) = await of(shop)
    assert (episode.debate, episode.line, episode.seat, episode.thread) == (shop.debate, line, "ann", "ann")
    assert (episode.agent, episode.task, episode.attempt) == ("model-a", TASK, 1)
    assert (episode.attempt_line, episode.report_line, episode.at) == (attempt, report, shop.at)
    assert [(failure.id, failure.outcome) for failure in episode.failures] == [("t2", "failed"), ("t3", "failed")]
    assert episode.failures[0].detail == "t2 went wrong"
    assert (episode.passed, episode.total, episode.confidence) == (1, 3, 0.8)
    assert (episode.root_cause, episode.to_change) == ("No even lists.", "Take both.")
    assert (episode.lesson, episode.passed_later) == ("Look at even lists.", False)


async def test_episodes_are_found_by_agent_and_by_debate_page_after_page(house: Store):
    names = {"ann": f"a-{uuid4()}", "ben": f"b-{uuid4()}", "runner": "box"}
    shops = [await Workshop(house, players=names).opened() for _ in range(2)]
    for shop in shops:
        await shop.failed()
        await shop.failed(seat="ben")
        await shop.failed(round=2)
    memory = house.memory
    anns, after = list[Episode](), None
    while True:
        page = await memory.episodes(agent=names["ann"], after=after, limit=3)
        anns += page.items
        after = page.next
        if after is None:
            break
    assert [episode.seat for episode in anns] == ["ann"] * 4
    assert len({episode.id for episode in anns}) == 4
    assert [episode.at for episode in anns] == sorted((episode.at for episode in anns), reverse=True)
    both = await memory.episodes(agent=names["ben"], debate=shops[0].debate)
    assert [(episode.debate, episode.seat) for episode in both.items] == [(shops[0].debate, "ben")]
    assert (await memory.episodes(agent="nobody")).items == ()
    assert (await memory.episodes(agent="\x00")).items == ()
    with pytest.raises(InvalidInput):
        await memory.episodes(after="nonsense")


async def test_another_format_is_not_remembered(house: Store):
    growth = opening()
    await house.append(growth)
    assert (await house.memory.episodes(debate=growth.debate)).items == ()


async def test_lines_that_share_an_append_are_remembered_like_lines_that_do_not(house: Store):
    shop, apart = await Workshop(house).opened(), await Workshop(house).opened()
    lesson = a_lesson()
    await apart.learnt(lesson)
    append, shop.append = shop.append, _nothing
    await shop.learnt(lesson)
    await append()
    (one,), (other,) = await of(shop), await of(apart)
    assert one.passed_later
    assert (one.failures, one.lesson, one.line) == (other.failures, other.lesson, other.line)


async def _nothing() -> None:
    """Gathers lines."""


# What helped


async def test_a_lesson_is_kept_once_a_later_attempt_passes_more_of_the_same_tests(shop: Workshop):
    lesson = a_lesson()
    await shop.failed(lesson)
    assert await lessons_of(shop) == []
    await shop.report(await shop.attempt(round=2), "t1 t2", "t3")
    assert (await of(shop))[0].passed_later
    assert await lessons_of(shop) == [lesson]


@pytest.mark.parametrize(
    ("seat", "passed", "failed", "thread"),
    [
        ("ann", "t1", "t2 t3", "ann"),  # No better.
        ("ann", "t2", "t1 t3", "ann"),  # Another one, and no more than before.
        ("ann", "t1 t4 t5 t6", "t2 t3", "ann"),  # More, but of other tests.
        ("ben", "t1 t2 t3", "", "ben"),  # Somebody else.
    ],
)
async def test_a_lesson_that_helped_nobody_is_no_wisdom(
    shop: Workshop, seat: str, passed: str, failed: str, thread: str
):
    await shop.failed(a_lesson())
    await shop.report(await shop.attempt(seat, 2), passed, failed, thread=thread)
    assert not (await of(shop))[0].passed_later
    assert await lessons_of(shop) == []


async def test_an_attempt_made_before_the_reflection_did_not_learn_from_it(shop: Workshop):
    first, second = await shop.attempt(round=1), await shop.attempt(round=2)
    await shop.reflect(await shop.report(first, "t1", "t2"), a_lesson())
    await shop.report(second, "t1 t2", "")
    assert await lessons_of(shop) == []


async def test_only_an_attempt_shows_that_a_lesson_helped(shop: Workshop):
    await shop.failed(a_lesson())
    await shop.report(1, "t1 t2 t3", "")
    assert not (await of(shop))[0].passed_later
    assert await lessons_of(shop) == []


async def test_the_thread_is_that_of_the_attempt_whatever_the_report_is_stamped_with(shop: Workshop):
    lesson = a_lesson()
    await shop.failed(lesson)
    await shop.report(await shop.attempt(round=2), "t1 t2 t3", "", thread=None)
    assert await lessons_of(shop) == [lesson]


async def test_an_episode_without_a_lesson_teaches_nothing(shop: Workshop):
    await shop.learnt(" \n ")
    assert (await of(shop))[0].passed_later
    assert await lessons_of(shop) == []


async def test_the_same_lesson_is_kept_once_and_counted(house: Store):
    lesson = a_lesson()
    shops = [
        await Workshop(house, at=START + timedelta(days=number), players={"ann": f"m{number}"}).opened()
        for number in range(3)
    ]
    for shop, said in zip(shops, (lesson, lesson.upper(), f" {lesson.rstrip('.')}\n"), strict=True):
        await shop.learnt(said)
    (kept,) = [each for each in await all_lessons(house.memory, 2) if each.text == lesson]
    assert (kept.debate, kept.agent, kept.helped) == (shops[0].debate, "m0", 3)


# What is sealed


async def test_a_sealed_reflection_is_remembered_when_it_is_revealed(shop: Workshop):
    lesson = a_lesson()
    line = await shop.failed(lesson, sealed=True)
    await shop.report(await shop.attempt(round=2), "t1 t2", "t3")
    assert await of(shop) == ()
    assert await lessons_of(shop) == []
    assert lesson not in {fit.lesson.text for fit in await shop.store.memory.similar(f"{TASK} {lesson}")}
    await shop.reveal(line)
    assert [episode.line for episode in await of(shop)] == [line]
    assert await lessons_of(shop) == [lesson]


# Finding


async def test_lessons_are_found_by_the_rare_words_of_a_task(house: Store):
    tag = uuid4().hex[:12]
    about = {
        "Cache keys must name the tenant.": f"Add a {tag}cache to the {tag}gateway so that tenants share nothing.",
        "Close the socket in a finally block.": f"Write a {tag}gateway that speaks to a socket with retries.",
        "Round half to even.": f"Add numbers of a {tag}ledger without losing pennies.",
    }
    for lesson, task in about.items():
        await (await Workshop(house, task=task).opened()).learnt(lesson)
    found = await house.memory.similar(f"The {tag}gateway needs a {tag}cache: tenants wait for each other.", 2)
    assert found[0].lesson.text == "Cache keys must name the tenant."
    assert set(found[0].words) >= {f"{tag}cache", f"{tag}gateway", "tenants"}
    assert found[0].meaning is None
    assert [fit.score for fit in found] == sorted((fit.score for fit in found), reverse=True)
    assert 0 < found[0].score <= 1
    assert "Round half to even." not in {fit.lesson.text for fit in found}
    assert await house.memory.similar(f"The {tag}gateway needs a {tag}cache: tenants wait for each other.", 2) == found


async def test_one_word_in_common_does_not_make_a_lesson_fit(house: Store):
    tag = uuid4().hex[:12]
    await (await Workshop(house, task=f"Sort {tag}apples.").opened()).learnt(f"Weigh {tag}pears first.")
    assert await house.memory.similar(f"Bake bread with {tag}apples") == ()
    assert await house.memory.similar("the and of \x00 \ud800") == ()
    assert await house.memory.similar("") == ()
    # Unless nothing else was asked for.
    assert len(await house.memory.similar(f"{tag}apples")) == 1


class Counting:
    """An embedder for tests: a text means how often it speaks of each of three things."""

    name = "counting@1"

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.broken = False

    async def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        if self.broken:
            raise EmbeddingFailed("It is gone.")
        self.asked += texts
        return [[0.01 + text.count(word) for word in ("cat", "dog", "fish")] for text in texts]


async def test_meaning_comes_before_words_where_a_model_can_tell(small: Store):
    model = Counting()
    memory = DatabaseMemory(database_of(small), 6, model)
    await (await Workshop(small, task="Feed a cat, a cat.").opened()).learnt("Be quiet.")
    await (await Workshop(small, task="Walk the dog in the park.").opened()).learnt("Take a lead.")
    found = await memory.similar("cat cat cat in the park: walk", 3)
    assert [fit.lesson.text for fit in found] == ["Be quiet.", "Take a lead."]
    assert found[0].meaning is not None
    assert found[0].meaning > 0.99
    assert (found[0].score, found[0].words) == (found[0].meaning, ())
    assert (found[1].meaning, set(found[1].words)) == (None, {"park", "walk"})
    # What a lesson means is asked for once, and kept when memory is made anew.
    assert len(model.asked) == 3
    await memory.rebuild()
    await memory.similar("cat", 3)
    assert len(model.asked) == 4
    # A model that is gone takes nothing else with it.
    model.broken = True
    assert [fit.lesson.text for fit in await memory.similar("walk in the park")] == ["Take a lead."]


async def test_vectors_of_another_model_are_not_compared(small: Store):
    first, second = Counting(), Counting()
    second.name = "counting@2"
    await (await Workshop(small, task="Feed a cat.").opened()).learnt("Be quiet.")
    for model in (first, second):
        assert len(await DatabaseMemory(database_of(small), 6, model).similar("cat cat")) == 1
    assert len((await dumped(small, [vectors]))["memory_vectors"]) == 2


async def test_two_who_ask_at_once_both_get_an_answer(small: Store):
    await (await Workshop(small, task="Feed a cat.").opened()).learnt("Be quiet.")
    memory = DatabaseMemory(database_of(small), 6, Counting())
    found = await asyncio.gather(*(memory.similar("cat cat") for _ in range(4)))
    assert [len(fits) for fits in found] == [1] * 4


# Forgetting, and making anew


async def test_the_oldest_are_forgotten_first_with_all_that_was_kept_for_them(small: Store):
    memory = DatabaseMemory(database_of(small), 6, Counting())
    lessons = [f"Lesson number {number} about a cat." for number in range(9)]
    for number, lesson in enumerate(lessons):
        await (await Workshop(small, at=START + timedelta(days=number)).opened()).learnt(lesson)
        await memory.similar("cat")
    kept = (await small.memory.episodes()).items
    assert [episode.lesson for episode in kept] == lessons[:2:-1]
    assert [lesson.text for lesson in await all_lessons(small.memory, 4)] == lessons[:2:-1]
    left = await dumped(small, [*READINGS, vectors])
    assert {row[2] for row in left["memory_terms"]} == {episode.id for episode in kept}
    assert len(left["memory_vectors"]) == 6


async def test_what_is_older_than_everything_remembered_is_not_remembered(small: Store):
    for number in range(6):
        await (await Workshop(small, at=START + timedelta(days=number)).opened()).failed()
    late = await Workshop(small, at=START - timedelta(days=1)).opened()
    await late.learnt("Too late.")
    assert await of(late) == ()
    assert await all_lessons(small.memory) == []
    assert len((await small.memory.episodes()).items) == 6


async def test_a_lesson_lives_as_long_as_it_helped_somebody_lately(small: Store):
    for day, lesson in ((0, "Often."), (1, "Once."), (2, "often")):
        await (await Workshop(small, at=START + timedelta(days=day)).opened()).learnt(lesson)
    for number in range(5):
        await (await Workshop(small, at=START + timedelta(days=3 + number)).opened()).failed()
    assert [(lesson.text, lesson.helped) for lesson in await all_lessons(small.memory)] == [("often", 1)]


async def _season(store: Store, seed: int = 5) -> None:
    """Workshops that grow beside each other, as chance has it."""
    chance = Random(seed)
    shops = [await Workshop(store, at=START + timedelta(seconds=chance.randrange(60))).opened() for _ in range(4)]
    sealed = list[tuple[Workshop, int]]()
    for round in range(12):
        shop = chance.choice(shops)
        lesson = chance.choice(["", "Check the empty list.", "check the EMPTY list", f"Lesson {round}"])
        if chance.random() < 0.5:
            await shop.learnt(lesson, seat=chance.choice(["ann", "ben"]))
        else:
            hidden = chance.random() < 0.5
            line = await shop.failed(lesson, seat="ann", round=round, sealed=hidden)
            if hidden:
                sealed.append((shop, line))
    for shop, line in sealed[::2]:
        await shop.reveal(line)


async def test_memory_made_anew_is_the_same_byte_for_byte(small: Store):
    await _season(small)
    before = await dumped(small)
    assert len(before["memory_episodes"]) == 6
    assert before["memory_terms"]
    for _ in range(2):
        came = await small.memory.rebuild()
        assert (came.debates, came.episodes) == (4, 6)
        assert await dumped(small) == before
        await emptied(small)
    await small.memory.rebuild()
    # What was changed, and what belongs to no record.
    (row, *_) = before["memory_episodes"]
    stray = {**dict(zip((column.name for column in episodes.c), row, strict=True)), "id": "x", "debate_id": "x"}
    astray = {"word": "w", "at": "z", "episode_id": "x", "lesson_id": "l"}
    everything = {"passed_later": 1, "wise": 1, "lesson": "Trust me.", "lesson_id": "x", "at": told_at(FUTURE)}
    for statement in (
        update(episodes).values(everything),
        insert(episodes).values({name: value for name, value in stray.items() if value is not None}),
        insert(words).values(astray),
    ):
        await database_of(small).write(partial(_tamper, Prepared(statement)))
        await small.memory.rebuild()
        assert await dumped(small) == before


async def _tamper(prepared: Prepared, tx: Transaction) -> None:
    assert await tx.run(prepared, {}) > 0


async def test_a_larger_memory_remembers_again_what_the_records_have(small: Store):
    await _season(small)
    larger = DatabaseMemory(database_of(small), 1000)
    assert (await larger.rebuild()).episodes == 12
    assert (await small.memory.rebuild()).episodes == 6


async def test_workshops_that_learn_at_once_do_not_hinder_each_other(small: Store):
    shops = [await Workshop(small).opened() for _ in range(10)]
    await asyncio.gather(*(shop.learnt("Check the empty list.") for shop in shops))
    # Whoever learns next finds what is over, if those who came at once left some.
    await shops[0].failed()
    assert len((await small.memory.episodes()).items) == 6
    before = await dumped(small)
    await small.memory.rebuild()
    assert await dumped(small) == before
