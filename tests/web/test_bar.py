"""The action area, state by state, as the specification has it."""

from collections.abc import Awaitable, Callable
from uuid import uuid4

import pytest

from tests.support.house import Inside, Table, said
from tests.web.visitor import Visitor

pytestmark = pytest.mark.anyio


async def opened(table: Table) -> None:
    pass


async def claimed(table: Table) -> None:
    said(await table.claim("opponent"))


async def appealed(table: Table) -> None:
    await claimed(table)
    said(await table.appeal(about=2, options=["Yes", "No"]))


async def asked(table: Table) -> None:
    await claimed(table)
    said(await table.resolve(about=2))


async def stopped(table: Table) -> None:
    said(await table.intervene())


async def closed(table: Table) -> None:
    await stopped(table)
    said(await table.rule(close=True))


Way = Callable[[Table], Awaitable[None]]
SEEN_BY_THE_ARBITRATOR: list[tuple[Way, str, str]] = [
    (opened, "stop-", "Hold to stop the debate"),
    (claimed, "stop-", "Hold to stop the debate"),
    (appealed, "ruling-3-", "an appeal"),
    (asked, "ruling-3-", "Continue with this ruling"),
    (stopped, "ruling-2-", "your intervention"),
    (closed, "closed-", "This debate is closed"),
]
SEEN_BY_THE_SIDES: list[tuple[Way, str, str]] = [
    (opened, "proposer", "wait--"),
    (opened, "opponent", "argue-1-claim"),
    (claimed, "proposer", "argue-2-claim-appeal-resolution"),
    (claimed, "opponent", "wait--"),
    (appealed, "proposer", "wait--"),
    (stopped, "opponent", "argue-1-claim"),
    (stopped, "proposer", "wait--"),
    (closed, "opponent", "closed--"),
]


@pytest.mark.parametrize(("way", "shape", "words"), SEEN_BY_THE_ARBITRATOR)
async def test_the_arbitrator_gets_what_the_state_allows(
    visitor: Visitor, table: Table, way: Way, shape: str, words: str
):
    await way(table)
    page = await visitor.get(f"/debates/{table.debate}")
    (bar,) = [section for section in page.all("section") if section.get("id") == "bar"]
    assert bar["data-shape"].startswith(shape)
    assert words in page.text


@pytest.mark.parametrize(("way", "seat", "shape"), SEEN_BY_THE_SIDES)
async def test_a_side_gets_a_box_when_it_is_its_turn(visitor: Visitor, table: Table, way: Way, seat: str, shape: str):
    await way(table)
    page = await visitor.get(f"/debates/{table.debate}", seat=seat)
    (bar,) = [section for section in page.all("section") if section.get("id") == "bar"]
    assert bar["data-shape"] == shape


async def test_the_options_of_an_appeal_are_buttons_and_the_last_is_another_way(visitor: Visitor, table: Table):
    await appealed(table)
    page = await visitor.get(f"/debates/{table.debate}")
    options = [field["value"] for field in page.all("input") if field.get("name") == "option"]
    assert options == ["A", "B", "other"]


async def test_a_closed_debate_has_no_form_to_act_with(visitor: Visitor, table: Table):
    await closed(table)
    page = await visitor.get(f"/debates/{table.debate}")
    assert not [form for form in page.forms if form.action.endswith("/act")]


async def test_the_owner_is_offered_the_seats_that_a_person_holds_and_no_others(house: Inside, visitor: Visitor):
    seats = {"proposer": "human", "opponent": "human"}
    table = await Table(house.http, str(uuid4())).opened(seats=seats)
    links = [link.get("href") for link in (await visitor.get(f"/debates/{table.debate}")).all("a")]
    assert f"/debates/{table.debate}?seat=opponent" in links
    page = await visitor.get(f"/debates/{table.debate}")
    assert "Speak as the opponent" in page.text
    assert "Speak as the proposer" not in page.text
    other = await Table(house.http, str(uuid4())).opened()
    assert "Speak as" not in (await visitor.get(f"/debates/{other.debate}")).text
