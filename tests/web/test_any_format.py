"""A format that the pages have never heard of: its record, its sealed lines, its moves."""

from collections.abc import AsyncIterator

import httpx2
import pytest

from moot.http import Door, create_app
from moot.web import error_page, pages, static
from tests.desk.conftest import TOKEN, Room, room
from tests.support.house import bearer, caller_at
from tests.web.visitor import Read, Visitor

pytestmark = pytest.mark.anyio

__all__ = ["room"]


@pytest.fixture
async def stranger(room: Room) -> AsyncIterator[Visitor]:
    """Somebody at a house in which a jury sits."""
    door = Door(pages=(pages(room.desk),), mounts=(("/static", static()),), error_page=error_page, hosts=None)
    async with caller_at(create_app(room.desk, door), {**bearer(TOKEN), "Accept": "text/html"}) as http:
        yield Visitor(http)


def cards(page: Read) -> list[str]:
    return [card["class"] for card in page.all("article") if "data-line" in card]


def of_seats(page: Read) -> list[str]:
    return [card for card in cards(page) if "tone-house" not in card]


async def test_sealed_lines_lie_face_down_and_turn_over_in_place(room: Room, stranger: Visitor):
    debate = await room.asked()
    for seat in ("risk", "value"):
        await room.answers(debate, seat, f"Because of {seat}.")
    page = await stranger.get(f"/debates/{debate}")
    assert ["down" in card for card in of_seats(page)] == [False, True, True]
    assert "Because of risk." not in page.text
    await room.answers(debate, "effort", "Because of effort.")
    page = await stranger.get(f"/debates/{debate}")
    assert not any("down" in card for card in cards(page))
    for words in ("Because of risk.", "Because of value.", "choice", "go", "Revealed at line"):
        assert words in page.text


async def test_a_seat_that_lapsed_is_a_note_that_says_why(room: Room, stranger: Visitor):
    debate = await room.asked()
    deadline = (await room.steward.look(debate)).position.deadline()
    assert deadline is not None
    room.clock.now = deadline
    page = await stranger.get(f"/debates/{debate}")
    assert [card for card in cards(page) if "note" in card and "kind-lapsed" in card]
    assert "did not speak in time" in page.text


async def test_its_moves_are_made_with_a_form_drawn_from_their_schema(room: Room, stranger: Visitor):
    debate = await room.asked()
    form = await stranger.form(f"/debates/{debate}?seat=risk")
    answer: httpx2.Response = await stranger.send(form, act="move", **{"f0.0.choice": "go", "f0.0.reason": "Now."})
    assert answer.status_code == 303, answer.text
    page = await stranger.get(f"/debates/{debate}", seat="risk")
    assert "Now." in page.text
    refused = await stranger.send(await stranger.form(f"/debates/{debate}?seat=value"), act="move", content="x")
    assert refused.status_code == 422
    assert "choice" in refused.text
