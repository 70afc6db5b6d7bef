"""Opening a debate of each format by hand, and the samples at one click."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from moot.desk import OWNER
from tests.support.house import API, Inside, inside, said
from tests.web.visitor import Read, Visitor

pytestmark = pytest.mark.anyio


@pytest.fixture
async def house() -> AsyncIterator[Inside]:
    """A house of one's own: nothing was opened in it."""
    async with inside() as house:
        yield house


async def opened(house: Inside, location: str) -> tuple[dict[str, Any], dict[str, Any]]:
    debate = location.split("/")[2].partition("?")[0]
    agreed = await house.desk.agreed(OWNER, debate)
    return said(await house.http.get(f"{API}/debates/{debate}")), agreed.setup


@pytest.mark.parametrize(
    ("format", "words"),
    [
        ("arbitration", "Open the debate"),
        ("panel", "Put the question"),
        ("evaluation", "Evaluate the idea"),
    ],
)
async def test_each_format_has_a_form_that_a_link_leads_to(visitor: Visitor, format: str, words: str):
    page = await visitor.get("/debates/new")
    assert f"/debates/new?format={format}" in [link["href"] for link in page.all("a")]
    page = await visitor.get("/debates/new", format=format)
    assert words in page.text
    assert [option["value"] for option in page.all("option") if option.get("value") == "human"]


async def test_a_question_is_put_to_the_judges_that_were_named(house: Inside, visitor: Visitor):
    form = await visitor.form("/debates/new?format=panel")
    fields = {"content": "Ship it?", "options": "A=Yes: today\r\nB=No", "context": "It is Friday."}
    fields |= {f"judge_{n}_{part}": "" for n in range(7) for part in ("name", "stance", "optimise", "player")}
    judges = [("risk", "skeptical", "minimise risk", "human"), ("joy", "merry", "maximise joy", "human")]
    for n, judge in enumerate(judges):
        fields |= {f"judge_{n}_{part}": judge[k] for k, part in enumerate(("name", "stance", "optimise", "player"))}
    answer = await visitor.send(form, **fields)
    assert answer.status_code == 303, answer.text
    context, setup = await opened(house, answer.headers["location"])
    assert context["debate"]["waiting_for"] == ["risk", "joy"]
    assert [judge["stance"] for judge in setup["judges"]] == ["skeptical", "merry"]
    assert setup["players"]["joy"] == {"player": "human"}
    assert context["arguments"][0]["options"] == [{"id": "A", "label": "Yes"}, {"id": "B", "label": "No"}]


async def test_a_question_that_is_refused_keeps_every_field(visitor: Visitor):
    form = await visitor.form("/debates/new?format=panel")
    fields = {"content": "Ship it?", "options": "A=Yes", "judge_0_name": "risk", "judge_0_stance": "skeptical"}
    answer = await visitor.send(form, **fields)
    assert answer.status_code == 422
    page = Read(answer.text)
    assert page.forms[-1].fields["content"] == "Ship it?"
    assert "skeptical" in [field.get("value") for field in page.all("input")]
    assert page.forms[-1].fields["format"] == "panel"


async def test_an_idea_is_put_to_an_evaluation_and_its_title_is_its_heading(house: Inside, visitor: Visitor):
    form = await visitor.form("/debates/new?format=evaluation")
    seats = {f"seat_{seat}": "human" for seat in ("assessor", "red_team", "advocate", "challenger", "arbiter")}
    answer = await visitor.send(form, content="# A shed\n\nFor tools.", **seats)
    assert answer.status_code == 303, answer.text
    context, setup = await opened(house, answer.headers["location"])
    assert context["debate"]["title"] == "A shed"
    assert setup["debate"] is False
    assert setup["players"]["red-skeptic"] == {"player": "human"}


async def test_a_player_that_nobody_knows_is_refused_by_name(visitor: Visitor):
    form = await visitor.form("/debates/new")
    fields = {"title": "Queues", "debate_type": "general_debate", "content": "One.", "seat_opponent": "no such player"}
    answer = await visitor.send(form, **fields)
    assert answer.status_code == 422
    assert "opponent" in answer.text
    assert "no such player" in answer.text


async def test_an_empty_house_offers_samples_and_one_click_starts_each_once(house: Inside, visitor: Visitor):
    page = await visitor.get("/")
    samples = [form for form in page.forms if form.action.startswith("/samples/")]
    assert [form.action for form in samples] == ["/samples/panel", "/samples/evaluation", "/samples/arbitration"]
    first = await visitor.send(samples[0])
    again = await visitor.send(samples[0])
    assert first.status_code == 303
    assert first.headers["location"] == again.headers["location"]
    page = await visitor.get(first.headers["location"])
    assert "instalments" in page.text
    front = await visitor.get("/")
    assert [form.action for form in front.forms if form.action.startswith("/samples/")] == [
        "/samples/evaluation",
        "/samples/arbitration",
    ]


async def test_a_sample_is_not_started_by_another_sites_page(house: Inside, visitor: Visitor):
    answer = await visitor.http.post("/samples/panel", data={"form_mark": "A" * 43})
    assert answer.status_code == 403
    assert said(await house.http.get(f"{API}/debates"))["debates"] == []
