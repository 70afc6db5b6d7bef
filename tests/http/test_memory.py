"""What was learnt in workshops, over REST."""

from pathlib import Path

import pytest

from moot.debate import InvalidInput, argument_id
from moot.desk import OWNER
from moot.wiring import house as opened_house
from tests.contracts.workshops import TASK, Workshop
from tests.support.house import API, MEMORY, Inside, refused, said, settings

LESSON = "The median of an even list is the mean of both in the middle."


async def test_episodes_are_read_page_by_page_and_by_whose_they_are(house: Inside):
    shop = await Workshop(house.store).opened()
    line = await shop.learnt(LESSON)
    await shop.failed(seat="ben")
    here = {"debate": shop.debate}
    first = said(await house.http.get(f"{API}/memory/episodes", params={**here, "limit": 1}))
    rest = said(await house.http.get(f"{API}/memory/episodes", params={**here, "cursor": first["next_cursor"]}))
    assert [episode["agent"] for episode in first["episodes"] + rest["episodes"]] == ["model-b", "model-a"]
    (told,) = said(await house.http.get(f"{API}/memory/episodes", params={**here, "agent": "model-a"}))["episodes"]
    assert told["id"] == argument_id(shop.debate, line)
    assert (told["task"], told["lesson"], told["passed_later"]) == (TASK, LESSON, True)
    assert told["failures"][0] == {"id": "t2", "outcome": "failed", "detail": "t2 went wrong"}
    assert told["report_id"] == argument_id(shop.debate, line - 1)


async def test_lessons_are_read_by_the_task_that_they_fit(house: Inside):
    shop = await Workshop(house.store, task="Bend a banana around a corner.").opened()
    await shop.learnt("Peel the banana.")
    lessons = said(await house.http.get(f"{API}/memory/lessons"))["lessons"]
    (lesson,) = [each for each in lessons if each["debate_id"] == shop.debate]
    assert (lesson["text"], lesson["helped"], lesson["score"], lesson["words"]) == ("Peel the banana.", 1, None, [])
    task = {"task": "Paint a banana in the corner"}
    (fit,) = said(await house.http.get(f"{API}/memory/lessons", params=task))["lessons"]
    assert fit["id"] == lesson["id"]
    assert fit["words"] == ["banana", "corner"]
    assert said(await house.http.get(f"{API}/memory/lessons", params={"task": "Bake bread"}))["lessons"] == []


async def test_as_many_are_remembered_as_the_settings_say():
    async with opened_house(settings(MEMORY).model_copy(update={"memory_episodes": 2})) as opened:
        shop = await Workshop(opened.store).opened()
        for round in range(4):
            await shop.failed(round=round + 1)
        page = await opened.desk.episodes(OWNER)
    assert [episode.attempt for episode in page.episodes] == [4, 3]


async def test_an_embedding_model_that_is_not_there_stops_the_house_at_once(tmp_path: Path):
    named = settings(MEMORY).model_copy(update={"embedding_model": tmp_path / "none.gguf"})
    with pytest.raises(InvalidInput, match=r"none\.gguf"):
        async with opened_house(named):
            pass


@pytest.mark.parametrize(
    "asked",
    ["lessons?task=", "lessons?task=x&cursor=y", "lessons?cursor=y", "episodes?cursor=y", "episodes?limit=0"],
)
async def test_what_cannot_be_asked_is_refused(house: Inside, asked: str):
    refused(await house.http.get(f"{API}/memory/{asked}"), "INVALID_INPUT", 422)


async def test_a_debate_that_can_be_none_is_not_found(house: Inside):
    refused(await house.http.get(f"{API}/memory/episodes?debate=x"), "DEBATE_NOT_FOUND", 404)
