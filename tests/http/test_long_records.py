"""Long records are read page by page, and times go forward whatever the clock does."""

from datetime import datetime
from uuid import uuid4

import pytest

from moot.testing import FixedClock
from tests.support.house import API, Inside, Table, inside, refused, said, write_long_record

# Long records, and clocks


@pytest.mark.parametrize("limit", ["0", "-1", "501", "1000000", "1e3", "x", "", "9" * 5000])
async def test_more_lines_than_a_page_holds_cannot_be_asked_for(house: Inside, table: Table, limit: str):
    response = await house.http.get(f"{table.path}/arguments", params={"limit": limit})
    refused(response, "INVALID_INPUT", 422)


@pytest.mark.parametrize("query", ["argument_limit=10001", "argument_limit=-1", "argument_limit=1000000"])
async def test_more_arguments_than_a_context_holds_cannot_be_asked_for(house: Inside, table: Table, query: str):
    refused(await house.http.get(f"{table.path}?{query}"), "INVALID_INPUT", 422)


@pytest.mark.parametrize("after", ["-1", "x", str(2**47 + 1), "9" * 400])
async def test_a_line_that_can_be_none_is_invalid_input(house: Inside, table: Table, after: str):
    for path in ("arguments", "events"):
        refused(await house.http.get(f"{table.path}/{path}", params={"after": after}), "INVALID_INPUT", 422)


async def test_a_line_beyond_the_end_is_an_empty_page(house: Inside, table: Table):
    for after in (1, 2, 2**47):
        page = said(await house.http.get(f"{table.path}/arguments", params={"after": after}))
        assert page == {"arguments": [], "next_after": None}


async def test_a_debate_of_ten_thousand_lines_is_read_page_by_page():
    async with inside() as house:
        table = Table(house.http, str(uuid4()))
        await write_long_record(house.store, table.debate, 10_000)
        arguments = await table.arguments()
        assert [argument["seq"] for argument in arguments] == list(range(1, 10_001))
        context = await table.context(limit=3)
        assert [argument["seq"] for argument in context["arguments"]] == [1, 9998, 9999, 10_000]
        assert context["omitted"] == 9996
        whole = await table.context(limit=10_000)
        assert (len(whole["arguments"]), whole["omitted"]) == (10_000, 0)
        waited = said(await table.wait("proposer", on=9_990))
        assert [argument["seq"] for argument in waited["arguments"]] == [9992, 9994, 9996, 9998, 10_000]
        assert await table.sound()


async def test_times_never_decrease_when_the_clock_jumps_back():
    clock = FixedClock()
    async with inside(clock=clock) as house:
        table = await Table(house.http, str(uuid4())).opened()
        clock.advance(days=-3650)
        said(await table.claim("opponent"))
        clock.advance(days=3650, seconds=-1)
        said(await table.resolve())
        clock.advance(days=1)
        said(await table.rule(close=True))
        times = [datetime.fromisoformat(argument["created_at"]) for argument in await table.arguments()]
        assert times == sorted(times)
        debate = (await table.context())["debate"]
        assert debate["created_at"] <= debate["updated_at"] == debate["closed_at"]
        assert await table.sound()


async def test_documents_are_listed_by_change_even_when_the_clock_jumps_back():
    clock = FixedClock()
    async with inside(clock=clock) as house:
        document = said(await house.http.post(f"{API}/documents", json={"title": "T", "content": "C"}))
        clock.advance(days=-1)
        path = f"{API}/documents/{document['document_id']}"
        said(await house.http.post(f"{path}/versions", json={"content": "D"}))
        assert [version["version"] for version in said(await house.http.get(f"{path}/versions"))["versions"]] == [1, 2]
