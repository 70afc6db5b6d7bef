"""Handing a debate on: what to send, and what whoever was sent it may do."""

from uuid import uuid4

import pytest

from moot.testing import FixedClock
from tests.support.house import API, Inside, Table, inside, refused, said
from tests.support.houses import TOKEN
from tests.web.visitor import Read, Visitor

pytestmark = pytest.mark.anyio
BROWSER = {"Sec-Fetch-Dest": "document"}


async def _link(house: Inside, table: Table) -> str:
    """A link for readers, made and shown on the owner's page."""
    async with house.caller(Accept="text/html") as http:
        owner = Visitor(http)
        await owner.send(await owner.form("/sign-in"), token=TOKEN)
        form = next(
            form
            for form in (await owner.get(f"/debates/{table.debate}/share")).forms
            if form.fields.get("act") == "make"
        )
        assert (await owner.send(form)).status_code == 303
        page = await owner.get(f"/debates/{table.debate}/share")
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
        arrived = await http.get(link, headers=BROWSER)
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


async def test_a_link_ends_by_itself_and_cannot_be_moved():
    clock = FixedClock()
    async with inside(token=TOKEN, clock=clock) as house:
        table, other = [await Table(house.http, str(uuid4())).opened() for _ in range(2)]
        made = said(await house.http.post(f"{table.path}/links", json={"days": 1}))
        prefix, debate, link, mark = made["key"].split(".")
        moved, further = f"{prefix}.{other.debate}.{link}.{mark}", f"{prefix}.{debate}.{uuid4()}.{mark}"
        async with house.caller(token=made["key"]) as http:
            said(await http.get(f"{API}/debates/{debate}"))
        for key in (
            moved,
            further,
            f"{made['key']}x",
            "read.",
            "read...",
            "read.a.b.c.d.e",
            f"read.{debate}.²³.{mark}",
        ):
            async with house.caller() as http:
                token = [(b"Authorization", f"Bearer {key}".encode("latin-1"))]
                refused(await http.get(f"{API}/debates/{debate}", headers=token), "UNAUTHENTICATED", 401)
        clock.advance(days=1)
        async with house.caller(token=made["key"]) as http:
            refused(await http.get(f"{API}/debates/{debate}"), "UNAUTHENTICATED", 401)
        assert (await house.http.get(made["link"])).status_code in (401, 404)
        (told,) = said(await house.http.get(f"{table.path}/links"))["links"]
        assert (told["good"], told["key"], told["ended_at"]) == (False, None, None)
        refused(await house.http.post(f"{table.path}/links", json={"days": 366}), "INVALID_INPUT", 422)


async def test_a_link_that_is_taken_back_is_worth_nothing_at_once(guarded: Inside):
    table, other = [await Table(guarded.http, str(uuid4())).opened() for _ in range(2)]
    first, second = [said(await guarded.http.post(f"{table.path}/links", json={})) for _ in range(2)]
    async with guarded.caller(token=first["key"]) as http:
        follower = guarded.desk.follow(await guarded.desk.reader(first["key"]), table.debate, after=0, idle=0.01)
        assert (await anext(follower)) is not None
        refused(await guarded.http.delete(f"{other.path}/links/{first['id']}"), "NOT_FOUND", 404)
        taken = said(await guarded.http.delete(f"{table.path}/links/{first['id']}"))
        assert (taken["good"], taken["key"]) == (False, None)
        refused(await http.get(f"{API}/debates/{table.debate}"), "UNAUTHENTICATED", 401)
        await table.claim("opponent")
        assert [event async for event in follower if event is not None] == []
        gone = await http.get(first["link"], headers={"Accept": "text/html", "Authorization": ""})
        assert (gone.status_code, "This link opens nothing" in gone.text) == (401, True)
    async with guarded.caller(token=second["key"]) as http:
        said(await http.get(f"{API}/debates/{table.debate}"))
    again = said(await guarded.http.delete(f"{table.path}/links/{first['id']}"))
    assert again["ended_at"] == taken["ended_at"]
    listed = said(await guarded.http.get(f"{table.path}/links"))["links"]
    assert [(link["id"], link["good"]) for link in listed] == [(second["id"], True), (first["id"], False)]


async def test_on_the_page_a_link_is_taken_back_by_a_second_gesture(guarded: Inside):
    table = await Table(guarded.http, str(uuid4())).opened()
    link = await _link(guarded, table)
    async with guarded.caller(Accept="text/html") as http:
        owner = Visitor(http)
        await owner.send(await owner.form("/sign-in"), token=TOKEN)
        ending = next(
            form for form in (await owner.get(f"/debates/{table.debate}/share")).forms if form.fields.get("id")
        )
        refusal = await owner.send(ending, act="end", confirm="")
        assert (refusal.status_code, "second gesture" in refusal.text) == (422, True)
        assert (await owner.send(ending, act="end", confirm="yes")).status_code == 303
        page = await owner.get(f"/debates/{table.debate}/share")
        assert link not in page.text
        assert "1 that opens nothing any more" in page.text
    async with guarded.caller(token=link.removeprefix("/shared/")) as http:
        refused(await http.get(f"{API}/debates/{table.debate}"), "UNAUTHENTICATED", 401)


async def test_who_shows_a_link_elsewhere_is_told_what_it_leads_to(guarded: Inside):
    table = await Table(guarded.http, str(uuid4())).opened()
    link = said(await guarded.http.post(f"{table.path}/links", json={}))["link"]
    async with guarded.caller(Accept="text/html") as http:
        page = Read((await http.get(link)).text)
        meta = {each.get("property", ""): each.get("content", "") for each in page.all("meta")}
        assert meta["og:title"] == (await table.context())["debate"]["title"]
        assert meta["og:description"] == "Arbitration. Waiting for the opponent"
        refreshed = next(each for each in page.all("meta") if each.get("http-equiv") == "refresh")
        assert refreshed["content"] == f"0; url=/debates/{table.debate}"
    async with guarded.caller() as nobody:
        picture = await nobody.get(meta["og:image"])
        assert (picture.headers["content-type"], picture.content[:4]) == ("image/png", b"\x89PNG")
        assert (await nobody.get(f"/debates/{table.debate}/preview.png")).status_code in (303, 401)
        assert (await nobody.get("/shared/read.x.y.z/preview.png")).status_code == 401


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
