import json
import re
from collections.abc import AsyncIterator

import anyio
import httpx2
import pytest

from moot.debate import Turn
from moot.engine import Drafts
from tests.support.house import SECONDS, Inside, Table, inside, said
from tests.web import plays
from tests.web.playing import go_on, put_on

pytestmark = pytest.mark.anyio

Sent = tuple[str, int, str]
NO_LINE = -1
"""Of an event that does not say how far the page has come."""


@pytest.fixture
async def house() -> AsyncIterator[Inside]:
    """A house of one's own: it closes when its socket does."""
    async with inside() as house:
        yield house


async def events(http: httpx2.AsyncClient, path: str, **headers: str) -> AsyncIterator[Sent]:
    """The events of a stream: name, id and text."""
    async with http.stream("GET", path, headers=headers) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        event: dict[str, str] = {}
        async for line in answer.aiter_lines():
            name, _, value = line.partition(": ")
            if line:
                event[name] = event.get(name, "") + value + "\n"
            elif "data" in event:
                yield event["event"].strip(), int(event.get("id", NO_LINE)), event["data"]
                event = {}


async def taken(stream: AsyncIterator[Sent], count: int) -> list[Sent]:
    found: list[Sent] = []
    with anyio.fail_after(SECONDS):
        async for event in stream:
            found.append(event)
            if len(found) == count:
                break
    return found


async def test_a_page_is_sent_what_it_has_not_seen_and_then_what_comes(house: Inside, table: Table):
    said(await table.claim("opponent", "Seen."))
    said(await table.claim("proposer", "Not seen.", about=2))
    async with house.listening() as url, httpx2.AsyncClient(base_url=url) as http:
        stream = events(http, f"/debates/{table.debate}/stream?after=2")
        first = await taken(stream, 2)
        assert [(name, line) for name, line, _ in first] == [("card", 3), ("now", 3)]
        assert "Not seen." in first[0][2]
        said(await table.claim("opponent", "News.", about=3))
        later = await taken(stream, 2)
        assert [(name, line) for name, line, _ in later] == [("card", 4), ("now", 4)]
        assert re.search(r'id="line-4"', later[0][2])
        assert "Waiting for the proposer" in later[1][2]


async def test_the_last_event_id_says_where_to_go_on(house: Inside, table: Table):
    said(await table.claim("opponent", "Seen."))
    async with house.listening() as url, httpx2.AsyncClient(base_url=url) as http:
        stream = events(http, f"/debates/{table.debate}/stream?after=0", **{"Last-Event-ID": "2"})
        assert [(name, line) for name, line, _ in await taken(stream, 1)] == [("now", 2)]


async def test_a_ruling_that_comes_in_says_in_words_what_it_chose(house: Inside, table: Table):
    said(await table.claim("opponent"))
    said(await table.appeal(about=2, options=["A=Keep it", "B=Drop it"]))
    said(await table.rule("So.", option="B"))
    async with house.listening() as url, httpx2.AsyncClient(base_url=url) as http:
        ((_, _, card), _) = await taken(events(http, f"/debates/{table.debate}/stream?after=3"), 2)
        assert "Option B: Drop it" in card


async def test_the_end_is_told(house: Inside, table: Table):
    said(await table.intervene())
    async with house.listening() as url, httpx2.AsyncClient(base_url=url) as http:
        stream = events(http, f"/debates/{table.debate}/stream?after=2")
        await taken(stream, 1)
        said(await table.rule("Enough.", close=True))
        news = await taken(stream, 2)
        assert "Closes the debate" in news[0][2]
        assert "This debate is closed" in news[1][2]


def parts(events: list[Sent]) -> list[str]:
    """What came, and of which part."""
    found = (re.search(r'id="(part-[^"]+)"', text) for name, _, text in events if name == "part")
    return [match[1] for match in found if match is not None]


async def until_now(stream: AsyncIterator[Sent]) -> list[Sent]:
    """Everything up to the next time that state and bar are told."""
    found: list[Sent] = []
    with anyio.fail_after(SECONDS):
        async for event in stream:
            found.append(event)
            if event[0] == "now":
                break
    return found


async def test_a_board_is_sent_the_parts_that_changed_and_no_others(house: Inside):
    debate = await put_on(house.http, plays.panel().then(plays.recommends("risk", "A")))
    async with house.listening() as url, httpx2.AsyncClient(base_url=url) as http:
        stream = events(http, f"/debates/{debate}/stream?after=2")
        assert parts(await until_now(stream)) == []
        await go_on(house.http, debate, plays.recommends("value", "B"))
        news = await until_now(stream)
        assert parts(news) == ["part-round-1"]
        assert 'data-face="down-3"' in news[0][2]
        assert plays.WHY["B"] not in news[0][2]
        await go_on(house.http, debate, plays.recommends("effort", "C"))
        news = await until_now(stream)
        assert parts(news) == ["part-question", "part-round-1", "part-round-2"]
        assert 'data-face="up-3"' in news[1][2]
        assert [line for _, line, _ in news] == [NO_LINE, NO_LINE, NO_LINE, 8], "the page is there when it has them all"


async def test_a_board_that_was_left_behind_is_sent_whole(house: Inside):
    debate = await put_on(house.http, plays.split())
    async with house.listening() as url, httpx2.AsyncClient(base_url=url) as http:
        stream = events(http, f"/debates/{debate}/stream?after=2")
        assert parts(await until_now(stream)) == ["part-question", "part-round-1", "part-round-2"]


async def test_line_by_line_a_reveal_sends_the_card_that_turns_over(house: Inside):
    debate = await put_on(house.http, plays.panel().then(plays.recommends("risk", "A"), plays.recommends("value", "B")))
    async with house.listening() as url, httpx2.AsyncClient(base_url=url) as http:
        stream = events(http, f"/debates/{debate}/stream?after=3&view=record")
        await until_now(stream)
        await go_on(house.http, debate, plays.recommends("effort", "C"))
        names = [(name, line) for name, line, _ in await taken(stream, 8) if name != "now"]
        assert names == [("card", 4), ("turned", 5), ("turned", 6), ("turned", 7)]


async def drafts_of(house: Inside, debate: str, seat: str, *, sealed: bool) -> list[str]:
    """What the stream tells of somebody who speaks."""
    found: list[str] = []
    # The desk alone knows the drafts that its streams tell.
    drafts: Drafts = house.desk._house.drafts  # pyright: ignore[reportPrivateUsage]
    turn = Turn("recommend", ("RECOMMENDATION",), 1, seat, sealed=sealed)
    path = f"/debates/{debate}/stream?after=1"
    async with (
        house.listening() as url,
        httpx2.AsyncClient(base_url=url) as http,
        http.stream("GET", path) as answer,
    ):
        drafts.say(debate, turn, "Word by word")
        with anyio.fail_after(SECONDS):
            async for line in answer.aiter_lines():
                if line == "event: draft":
                    found.append(line)
                elif found:
                    found.append(line.removeprefix("data: "))
                    break
    return found


async def test_words_that_are_being_said_are_sent_without_a_number(house: Inside):
    debate = await put_on(house.http, plays.panel())
    _, told = await drafts_of(house, debate, "risk", sealed=False)
    assert json.loads(told) == {"role": "risk", "name": "Risk", "tone": "arbiter", "text": "Word by word", "length": 12}


async def test_of_words_under_seal_only_their_number_is_sent(house: Inside):
    debate = await put_on(house.http, plays.panel())
    _, told = await drafts_of(house, debate, "risk", sealed=True)
    assert "Word" not in told
    assert json.loads(told)["length"] == 12
