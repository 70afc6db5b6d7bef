"""Opening a debate of each format by hand, and the samples at one click."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from moot.desk import OWNER
from moot.desk.replies import Agreed, PlayerTold
from moot.web.jobs import JOBS
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


async def test_two_clicks_from_the_front_door_start_each_format_with_the_usual_player(house: Inside, visitor: Visitor):
    # What is not here yet is waited for: see test_fetching.py.
    told = PlayerTold(name="embedded", kind="embedded", usable=True)
    object.__setattr__(house.desk._house, "players", lambda: (told,))  # pyright: ignore[reportPrivateUsage]
    links = [link["href"] for link in (await visitor.get("/")).all("a") if link.get("href", "").endswith("sample=yes")]
    assert links == [f"/debates/new?format={format}&sample=yes" for format in JOBS]
    for format, link in zip(JOBS, links, strict=True):
        agreed = await _begun(house, visitor, link)
        held = {told["player"] for seat, told in agreed.setup["players"].items() if not seat.startswith("executor")}
        assert (agreed.format, held) == (format, {"embedded"})


async def test_somebody_without_a_model_can_hold_every_seat(house: Inside, visitor: Visitor):
    for format in JOBS:
        if format != "arena":
            agreed = await _begun(house, visitor, f"/debates/new?format={format}&sample=yes&by=me")
            assert {told["player"] for told in agreed.setup["players"].values()} == {"human"}, format


async def _begun(house: Inside, visitor: Visitor, link: str) -> Agreed:
    """What was agreed in a debate that was started from a page as it stood."""
    page = await visitor.get(link)
    answer = await visitor.send(page.forms[-1], **_as_it_stands(page))
    assert answer.status_code == 303, answer.text
    return await house.desk.agreed(OWNER, answer.headers["location"].split("/")[2])


def _as_it_stands(page: Read) -> dict[str, str]:
    """What a browser sends of the last form beside hidden fields and texts."""
    fields: dict[str, str] = {}
    chosen = ""
    for element in page.elements[_last_form(page) :]:
        own = element.attributes
        if element.tag == "select":
            chosen = own["name"]
        elif element.tag == "option" and chosen and (chosen not in fields or "selected" in own):
            fields[chosen] = own.get("value", "")
        elif element.tag == "datalist":
            chosen = ""
        ticked = own.get("type") not in ("radio", "checkbox") or "checked" in own
        if element.tag == "input" and own.get("name") and own.get("type") not in ("hidden", "file") and ticked:
            fields[own["name"]] = own.get("value", "")
    return fields


def _last_form(page: Read) -> int:
    return max(
        n for n, element in enumerate(page.elements) if element.attributes.get("action") == page.forms[-1].action
    )


async def test_the_front_door_says_what_is_missing_before_anybody_can_be_called_on(house: Inside, visitor: Visitor):
    told = PlayerTold(name="embedded", kind="embedded", usable=True, fetches=1_117_000_000)
    behind = house.desk._house  # pyright: ignore[reportPrivateUsage]
    object.__setattr__(behind, "players", lambda: (told,))
    assert "fetched once, 1,117 MB, before the first debate" in (await visitor.get("/")).text
    assert "Hold them yourself" in (await visitor.get("/debates/new?format=panel&sample=yes")).text
    broken = told.model_copy(update={"usable": False, "why_not": "llama is not installed. Run: pip install moot"})
    object.__setattr__(behind, "players", lambda: (broken,))
    assert "llama is not installed" in (await visitor.get("/")).text
    object.__setattr__(behind, "players", lambda: (told.model_copy(update={"fetches": None}),))
    assert "not here yet" not in (await visitor.get("/")).text


async def test_in_the_arena_nobody_argues_without_a_name(visitor: Visitor):
    form = await visitor.form("/debates/new?format=arena")
    answer = await visitor.send(form, topic="Nobody argues without a name", seat_challenger="me")
    assert answer.status_code == 422
    assert "name it here as @handle" in answer.text


async def test_an_agent_that_is_registered_can_be_put_against_a_player(house: Inside, visitor: Visitor):
    ada = said(await house.http.post(f"{API}/agents", json={"handle": "ada"}))
    form = await visitor.form("/debates/new?format=arena")
    answer = await visitor.send(form, topic="Nobody argues without a name", seat_challenger="@ada")
    assert answer.status_code == 303, answer.text
    _, setup = await opened(house, answer.headers["location"])
    assert setup["challenger"] == ada["id"]
    assert set(setup["players"]) == {"opponent"}


@pytest.mark.parametrize("line", ["f(1)", "f(1) < 2", "f(*x) == 1", "import os", "f(x) == 2"])
async def test_a_test_that_cannot_be_read_is_refused_with_the_line(visitor: Visitor, line: str):
    form = await visitor.form("/debates/new?format=workshop")
    answer = await visitor.send(form, content="Write f.", tests=line)
    assert answer.status_code == 422
    assert "is no test that can be read" in answer.text


async def test_a_sample_is_not_started_by_another_sites_page(house: Inside, visitor: Visitor):
    answer = await visitor.http.post("/samples/panel", data={"form_mark": "A" * 43})
    assert answer.status_code == 403
    assert said(await house.http.get(f"{API}/debates"))["debates"] == []
