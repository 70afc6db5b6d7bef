"""Handing a debate on: what to send, and what whoever was sent it may do."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from moot.debate import Unauthenticated
from tests.support.house import API, Inside, Table, inside, refused, said
from tests.support.houses import TOKEN
from tests.web.visitor import Read, Visitor

pytestmark = pytest.mark.anyio


async def _link(house: Inside, table: Table) -> str:
    """The link for readers, as the owner's page shows it."""
    page = Read((await house.http.get(f"/debates/{table.debate}/share", headers={"Accept": "text/html"})).text)
    assert "It lets nobody speak" in page.text
    return (
        next(word for word in page.text.split() if "/shared/read." in word)
        .partition("127.0.0.1")[2]
        .removesuffix("Copy")
    )


async def test_without_a_token_the_page_says_that_the_link_opens_nowhere_else(visitor: Visitor, table: Table):
    page = await visitor.get(f"/debates/{table.debate}/share")
    assert "answers on this machine alone" in page.text
    assert f"/debates/{table.debate}/export?as=html" in [link.get("href") for link in page.all("a")]


async def test_a_link_lets_its_reader_read_one_debate_and_do_nothing(guarded: Inside):
    table, other = [await Table(guarded.http, str(uuid4())).opened() for _ in range(2)]
    link = await _link(guarded, table)
    async with guarded.caller(Accept="text/html") as http:
        arrived = await http.get(link)
        assert (arrived.status_code, arrived.headers["location"]) == (303, f"/debates/{table.debate}")
        assert "HttpOnly" in arrived.headers["set-cookie"]
        assert "SameSite=lax" in arrived.headers["set-cookie"]
        page = Read((await http.get(f"/debates/{table.debate}")).text)
        assert "You were given this debate to read." in page.text
        assert not [form for form in page.forms if form.action.endswith("/act")]
        assert (await http.get(f"/debates/{table.debate}/export?as=markdown")).status_code == 200
        for path in (f"/debates/{other.debate}", "/debates/new", "/docs", f"/debates/{table.debate}?seat=opponent"):
            answer = await http.get(path)
            assert answer.status_code in (303, 403) or other.debate not in answer.text, path
            assert "Open a debate" not in answer.text
    key = link.removeprefix("/shared/")
    async with guarded.caller(token=key) as http:
        reader = Table(http, table.debate)
        assert (await reader.context())["debate"]["id"] == table.debate
        for answer in (
            await reader.claim("opponent"),
            await reader.rule(),
            await reader.intervene(),
            await http.post(f"{API}/debates/{table.debate}/moves", json={"role": "x", "type": "CLAIM", "move": {}}),
            await http.post(f"{API}/documents", json={"title": "x", "content": "x", "debate_id": table.debate}),
            await http.get(f"{API}/debates/{other.debate}"),
            await http.get(f"{API}/players"),
            await http.post(f"{API}/samples/panel"),
            await reader.open(debate_id=str(uuid4())),
        ):
            refused(answer, "FORBIDDEN", 403)
        assert [each["id"] for each in said(await http.get(f"{API}/debates"))["debates"]] == [table.debate]


async def test_a_link_ends_by_itself_and_cannot_be_made_longer_or_moved(guarded: Inside):
    table, other = [await Table(guarded.http, str(uuid4())).opened() for _ in range(2)]
    keys = guarded.desk._house.keys  # pyright: ignore[reportPrivateUsage]
    now = datetime.now(UTC)
    over, good = (keys.for_reader(table.debate, now + timedelta(days=days)) or "" for days in (-1, 1))
    prefix, debate, until, mark = good.split(".")
    longer, moved = f"{prefix}.{debate}.{int(until) + 9}.{mark}", f"{prefix}.{other.debate}.{until}.{mark}"
    for key in (over, longer, moved, f"{good}x", "read.", "read...", "read.a.b.c.d.e"):
        async with guarded.caller(token=key) as http:
            refused(await http.get(f"{API}/debates/{debate}"), "UNAUTHENTICATED", 401)
    with pytest.raises(Unauthenticated):
        keys.reader(f"read.{debate}.²³.{mark}", now)
    for key in (over, longer):
        assert (await guarded.http.get(f"/shared/{key}")).status_code in (401, 404), key


async def test_a_link_signs_nobody_out_unasked(guarded: Inside):
    table, other = [await Table(guarded.http, str(uuid4())).opened() for _ in range(2)]
    link = await _link(guarded, table)
    async with guarded.caller(Accept="text/html") as http:
        visitor = Visitor(http)
        form = await visitor.form("/sign-in")
        await visitor.send(form, token=other.keys["opponent"])
        page = await visitor.get(link)
        assert "signed in as somebody who may not read it" in page.text
        assert (await http.get(f"/debates/{other.debate}")).status_code == 200
        entered = await visitor.send(page.forms[-1])
        assert entered.status_code == 303, entered.text
        assert (await http.get(f"/debates/{table.debate}")).status_code == 200
    async with guarded.caller(Accept="text/html") as http:
        visitor = Visitor(http)
        await visitor.send(await visitor.form("/sign-in"), token=TOKEN)
        assert (await http.get(link)).headers["location"] == f"/debates/{table.debate}"
        assert (await http.get("/docs")).status_code == 200


async def test_a_key_for_reading_does_not_belong_in_the_query_of_an_address(guarded: Inside):
    table = await Table(guarded.http, str(uuid4())).opened()
    link = await _link(guarded, table)
    refused(await guarded.http.get(f"{API}/debates?key={link.removeprefix('/shared/')}"), "INVALID_INPUT", 422)


async def test_where_no_token_is_set_everybody_reads_anyway():
    async with inside() as house:
        assert (await house.http.get("/shared/read.x.1.y")).headers["location"] == "/"
