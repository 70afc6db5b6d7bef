import re
from collections.abc import AsyncIterator

import anyio
import httpx2
import pytest

from tests.support.house import SECONDS, Inside, Table, inside, said

pytestmark = pytest.mark.anyio


@pytest.fixture
async def house() -> AsyncIterator[Inside]:
    """A house of one's own: it closes when its socket does."""
    async with inside() as house:
        yield house


async def events(http: httpx2.AsyncClient, path: str, **headers: str) -> AsyncIterator[tuple[str, int, str]]:
    """The events of a stream: name, id and text."""
    async with http.stream("GET", path, headers=headers) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        event: dict[str, str] = {}
        async for line in answer.aiter_lines():
            name, _, value = line.partition(": ")
            if line:
                event[name] = event.get(name, "") + value + "\n"
            elif "id" in event:
                yield event["event"].strip(), int(event["id"]), event["data"]
                event = {}


async def taken(stream: AsyncIterator[tuple[str, int, str]], count: int) -> list[tuple[str, int, str]]:
    found: list[tuple[str, int, str]] = []
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
