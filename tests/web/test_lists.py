from collections.abc import AsyncIterator
from uuid import uuid4

import pytest

from tests.support.crew import HUMAN
from tests.support.house import API, Inside, Table, inside, said
from tests.web import plays
from tests.web.playing import put_on
from tests.web.visitor import Read, Visitor

pytestmark = pytest.mark.anyio


@pytest.fixture
async def house() -> AsyncIterator[Inside]:
    """A house of one's own: what the list shows is all there is."""
    async with inside() as house:
        yield house


async def titles(visitor: Visitor, **query: str) -> list[str]:
    page = await visitor.get("/", **query)
    text = [line.strip() for line in page.text.splitlines()]
    return [line for line in text if line in {"Queues", "Caches", "Clocks"}]


@pytest.fixture
async def three(house: Inside) -> dict[str, Table]:
    """Three debates: one open, one that waits for a ruling, one closed."""
    tables = {name: Table(house.http, str(uuid4())) for name in ("Queues", "Caches", "Clocks")}
    await tables["Queues"].opened(title="Queues")
    await tables["Caches"].opened(title="Caches", debate_type="general_debate")
    await tables["Clocks"].opened(title="Clocks")
    said(await tables["Caches"].intervene())
    said(await tables["Clocks"].intervene())
    said(await tables["Clocks"].rule(close=True))
    return tables


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, ["Caches", "Queues", "Clocks"]),
        ({"q": "cach"}, ["Caches"]),
        ({"show": "waiting"}, ["Caches"]),
        ({"show": "open"}, ["Caches", "Queues"]),
        ({"show": "closed"}, ["Clocks"]),
        ({"state": "AWAITING_OPPONENT"}, ["Queues"]),
        ({"type": "general_debate"}, ["Caches"]),
        ({"q": "", "show": "", "state": "", "type": ""}, ["Caches", "Queues", "Clocks"]),
        ({"format": "arbitration", "q": "nothing like it"}, []),
    ],
)
async def test_the_list_is_narrowed_by_what_the_address_says(
    visitor: Visitor, three: dict[str, Table], query: dict[str, str], found: list[str]
):
    assert await titles(visitor, **query) == found


async def test_the_list_says_how_many_wait_for_you_and_marks_them(visitor: Visitor, three: dict[str, Table]):
    page = await visitor.get("/")
    assert "(1) Debates" in page.text
    marked = [row["data-key"] for row in page.all("li") if "waits" in row.get("class", "")]
    assert marked == [three["Caches"].debate]


async def test_the_front_door_shows_what_waits_first_then_what_goes_on_then_what_can_be_started(
    visitor: Visitor, three: dict[str, Table]
):
    text = (await visitor.get("/")).text
    places = [text.index(heading) for heading in ("Waiting for you", "Going on", "Start something new", "Lately over")]
    assert places == sorted(places)
    assert "Start something new" not in (await visitor.get("/", show="open")).text


async def test_an_empty_house_says_what_it_is_for_and_how_to_fill_it(visitor: Visitor):
    page = await visitor.get("/")
    assert "Put it to a debate" in page.text
    assert "aw debate create" in page.text
    assert "Waiting for you" not in page.text


async def test_a_list_that_has_not_changed_is_not_sent_again(visitor: Visitor, three: dict[str, Table]):
    (first,) = [part for part in (await visitor.get("/list")).all("ul") if "data-seen" in part]
    again = await visitor.http.get("/list", params={"seen": first["data-seen"]})
    assert again.status_code == 204
    said(await three["Queues"].claim("opponent"))
    assert (await visitor.http.get("/list", params={"seen": first["data-seen"]})).status_code == 200


async def test_pages_of_the_list_follow_each_other_without_a_gap(house: Inside, visitor: Visitor):
    for number in range(60):
        await Table(house.http, str(uuid4())).opened(title=f"Debate {number}")
    first = await visitor.get("/")
    (older,) = [link["href"] for link in first.all("a") if link.get("rel") == "next"]
    second = await visitor.get(older)
    keys = [row["data-key"] for page in (first, second) for row in page.all("li") if "row" in row.get("class", "")]
    assert len(keys) == len(set(keys)) == 60


async def test_filters_sent_by_htmx_get_the_list_alone(visitor: Visitor, three: dict[str, Table]):
    answer = await visitor.http.get("/", params={"q": "cach"}, headers={"HX-Request": "true"})
    assert answer.text.lstrip().startswith("<div")
    assert "Caches" in answer.text
    assert "Clocks" not in answer.text


@pytest.mark.parametrize("path", ["/list?shape=other", "/?show=some", "/docs/x?version=0", "/debates/x/lines?after=a"])
async def test_an_address_that_makes_no_sense_is_an_error_page(visitor: Visitor, path: str):
    answer = await visitor.http.get(path)
    assert answer.status_code == 422
    assert Read(answer.text).all("h1")


async def test_workshops_are_found_by_the_states_that_only_they_have(house: Inside):
    for off in (["dehallucination", "self_evolvement"], ["dehallucination"]):
        body = {
            "task": f"# {'Clocks' if len(off) > 1 else 'Caches'}\n\nAdd up.",
            **HUMAN,
            "planning": "none",
            "off": off,
        }
        said(await house.http.post(f"{API}/workshops", json=body))
    visitor = Visitor(house.http)
    assert await titles(visitor, state="proposal") == ["Clocks"]
    assert await titles(visitor, state="self_evolvement", format="workshop") == ["Caches"]
    assert await titles(visitor, state="gate_after_proposal") == []
    page = await visitor.get("/", state="gate_after_proposal")
    assert [option["value"] for option in page.all("option") if "selected" in option] == ["gate_after_proposal"]
    assert "At the gate after proposals" in page.text


async def test_a_debate_that_waits_for_you_is_counted_and_listed_once(house: Inside, visitor: Visitor):
    stage = await put_on(house.http, plays.contested())
    page = await visitor.get("/", show="waiting")
    assert [row["data-key"] for row in page.all("li") if "row" in row.get("class", "").split()] == [stage]
    assert "(1) Debates" in page.text
