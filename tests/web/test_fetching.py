"""A model that is not here yet: pages say how far it is, and a debate begins once it has come."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import anyio
import pytest
from anyio.lowlevel import checkpoint

from moot.wiring import application, house
from tests.support.house import API, SECONDS, Inside, caller_at, refused, said, settings
from tests.support.shelf import HALF, Slow, put_on_the_shelf
from tests.web.visitor import Read, Visitor

pytestmark = pytest.mark.anyio
T = TypeVar("T")
PLAYER = f"{API}/players/embedded/fetch"


@pytest.fixture
def source() -> Slow:
    return Slow()


@pytest.fixture
async def fresh(source: Slow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Inside]:
    """A house on a machine where no model is."""
    put_on_the_shelf(monkeypatch, source)
    async with house(settings().model_copy(update={"home": tmp_path})) as opened:
        app = application(opened)
        async with caller_at(app, {"Accept": "text/html"}) as http:
            yield Inside(app, opened.desk, opened.store, opened.bulletin, http)


async def _until(ask: Callable[[], Awaitable[T]], fits: Callable[[T], bool]) -> T:
    """Asks until the answer fits."""
    with anyio.fail_after(SECONDS):
        found = await ask()
        while not fits(found):
            # Whoever asks a house in its own process may never let others have a turn.
            await checkpoint()
            found = await ask()
    return found


async def _says(visitor: Visitor, words: str) -> Read:
    """What a page is told of the model that it waits for, once that has these words."""
    return await _until(lambda: visitor.get("/fetching?player=embedded&holds=true"), lambda page: words in page.text)


@pytest.mark.parametrize("format", ["roundtable", "arena"])
async def test_what_calls_on_a_model_waits_until_it_is_here(fresh: Inside, source: Slow, format: str):
    visitor = Visitor(fresh.http)
    assert "not here yet" in (await visitor.get("/")).text
    form = await visitor.form(f"/debates/new?format={format}&sample=yes")
    filled = {"content": "How many?", "topic": "A topic that is long enough for anybody"}
    filled |= {"player": "embedded"} if format == "roundtable" else {"seat_challenger": "", "seat_opponent": ""}
    held = await visitor.send(form, **filled)
    assert held.status_code == 202
    assert "begins by itself when it is here" in Read(held.text).text
    assert any("data-awaits" in form for form in Read(held.text).all("form"))
    assert said(await fresh.http.get(f"{API}/debates"))["debates"] == []
    page = await _says(visitor, "0 of 0 MB")
    assert page.all("progress")[0]["max"] == "10240"
    source.rest.set()
    assert "data-arrived" in (await _says(visitor, "embedded is here.")).all("p")[0]
    assert (await visitor.send(form, **filled)).status_code == 303
    assert "not here yet" not in (await visitor.get("/")).text


async def test_who_holds_the_seats_waits_for_nothing(fresh: Inside):
    visitor = Visitor(fresh.http)
    form = await visitor.form("/debates/new?format=roundtable&sample=yes&by=me")
    assert (await visitor.send(form, content="How many?", player="me")).status_code == 303
    assert said(await fresh.http.post(PLAYER))["fetches"] == 10240


async def test_a_model_that_cannot_be_had_says_why_and_can_be_tried_again(fresh: Inside, source: Slow):
    visitor = Visitor(fresh.http)
    source.fails = True
    source.rest.set()
    (begin,) = [form for form in (await visitor.get("/")).forms if form.action == "/fetching"]
    assert (await visitor.send(begin)).headers["location"] == "/"
    page = await _says(visitor, "could not be fetched")
    assert "it hung up" in page.text
    assert "Send the form below again" in page.text
    (again,) = [form for form in (await visitor.get("/")).forms if form.action == "/fetching"]
    source.fails = False
    await visitor.send(again)
    await _says(visitor, "embedded is here.")


async def test_a_debate_that_waits_for_a_model_looks_until_it_is_being_fetched(fresh: Inside):
    topic = {"topic": "A topic that is long enough", "seats": {"challenger": "embedded", "opponent": "embedded"}}
    debate = said(await fresh.http.post(f"{API}/exhibitions", json=topic))["debate_id"]
    visitor = Visitor(fresh.http)
    page = await visitor.get(f"/debates/{debate}")
    (notice,) = [part for part in page.all("p") if part.get("id") == "usual"]
    assert "now that it is called on" in page.text
    page = await visitor.get(notice["hx-get"])
    assert page.all("p")[0]["hx-get"] == notice["hx-get"]
    await fresh.http.post(PLAYER)
    page = await visitor.get(notice["hx-get"])
    assert (page.all("progress")[0]["max"], page.all("div")[0]["hx-get"]) == ("10240", notice["hx-get"])


async def test_programs_and_the_pages_of_debates_tell_how_far_it_is(fresh: Inside, source: Slow):
    told = said(await fresh.http.post(PLAYER))
    assert (told["name"], told["fetches"]) == ("embedded", 10240)
    await _until(lambda: fresh.http.post(PLAYER), lambda answer: said(answer)["arrived"] == HALF)
    seats = dict.fromkeys(("risk", "value", "effort"), "embedded")
    question = {"question_text": "Q", "options": ["A=One", "B=Two"], "seats": seats}
    topic = {"topic": "A topic that is long enough", "seats": {"challenger": "embedded", "opponent": "embedded"}}
    debates = [await fresh.http.post(f"{API}/panels", json=question)]
    debates.append(await fresh.http.post(f"{API}/exhibitions", json=topic))
    visitor = Visitor(fresh.http)
    for debate in debates:
        page = await visitor.get(f"/debates/{said(debate)['debate_id']}")
        (progress,) = page.all("progress")
        assert progress["value"] == str(HALF)
    source.rest.set()
    other = f"{API}/players/embedded:default/fetch"
    await _until(lambda: fresh.http.post(other), lambda answer: said(answer)["fetches"] is None)
    refused(await fresh.http.post(f"{API}/players/sandbox/fetch"), "INVALID_INPUT", 422)
