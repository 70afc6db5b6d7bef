"""Debates and documents as resources, changes that are told of, and briefs as prompts."""

from uuid import uuid4

import anyio
import pytest
from mcp.client.subscriptions import ResourceUpdated
from mcp.shared.exceptions import MCPError
from mcp_types import TextContent, TextResourceContents

from moot.mcp import subscriptions
from tests.mcp.hall import SECONDS, Guest, Hall
from tests.support.house import API, Table, said
from tests.support.players import JUDGES, QUESTION, recommendation
from tests.support.thorough import only_when_thorough


async def opened(at: Hall) -> Table:
    return await Table(at.inside.http, str(uuid4())).opened(content="One queue is enough.")


async def text_at(guest: Guest, uri: str) -> str:
    (content,) = (await guest.client.read_resource(uri)).contents
    assert isinstance(content, TextResourceContents)
    return content.text


async def test_debates_and_documents_are_listed_and_read(at: Hall, guest: Guest):
    table = await opened(at)
    shared = {"title": "Plan", "content": "# The plan", "debate_id": table.debate}
    document = said(await at.inside.http.post(f"{API}/documents", json=shared))["document_id"]
    page = await guest.client.list_resources()
    assert f"moot://debates/{table.debate}" in [one.uri for one in page.resources]
    while page.next_cursor is not None:
        page = await guest.client.list_resources(cursor=page.next_cursor)
    assert f"moot://documents/{document}" in [one.uri for one in page.resources]

    assert "One queue is enough." in await text_at(guest, f"moot://debates/{table.debate}")
    assert len((await text_at(guest, f"moot://debates/{table.debate}/record")).splitlines()) >= 2
    assert await text_at(guest, f"moot://documents/{document}") == "# The plan"
    templates = (await guest.client.list_resource_templates()).resource_templates
    assert [one.name for one in templates] == ["debate", "record", "document"]
    for strange in ("moot://debates/..", "moot://nothing", "file:///etc/passwd", f"moot://debates/{uuid4()}"):
        with pytest.raises(MCPError):
            await guest.client.read_resource(strange)


@pytest.mark.parametrize("door", ["http", pytest.param("pipes", marks=only_when_thorough)])
async def test_a_listener_is_told_that_a_record_has_grown(at: Hall, door: str):
    table = await opened(at)
    uri = f"moot://debates/{table.debate}"
    async with at.guest(door) as guest:
        with anyio.fail_after(SECONDS):
            async with guest.client.listen(resource_subscriptions=[uri]) as stream:
                said(await table.claim("opponent"))
                async for event in stream:
                    assert event == ResourceUpdated(uri=uri)
                    break
        assert "But why?" in await text_at(guest, uri)


@pytest.mark.filterwarnings("ignore::mcp.shared.exceptions.MCPDeprecationWarning")
async def test_a_subscriber_of_the_older_protocol_is_told_until_it_ends_it(at: Hall, older: Guest):
    first, second = await opened(at), await opened(at)
    await older.client.subscribe_resource(f"moot://debates/{first.debate}")  # pyright: ignore[reportDeprecated]
    await older.client.subscribe_resource(f"moot://debates/{second.debate}")  # pyright: ignore[reportDeprecated]
    said(await first.claim("opponent"))
    assert await older.inbox.next() == f"moot://debates/{first.debate}"
    await older.client.unsubscribe_resource(f"moot://debates/{first.debate}")  # pyright: ignore[reportDeprecated]
    said(await first.claim("proposer", about=2))
    said(await second.claim("opponent"))
    assert await older.inbox.next() == f"moot://debates/{second.debate}"


@pytest.mark.filterwarnings("ignore::mcp.shared.exceptions.MCPDeprecationWarning")
async def test_who_subscribes_again_after_a_refusal_is_told_again(
    at: Hall, over_older_http: Guest, monkeypatch: pytest.MonkeyPatch
):
    async def refused(*told: object) -> None:
        """Follows no further."""

    table, client = await opened(at), over_older_http.client
    uri = f"moot://debates/{table.debate}"
    with monkeypatch.context() as patch:
        patch.setattr(subscriptions, "_follow", refused)
        await client.subscribe_resource(uri)  # pyright: ignore[reportDeprecated]
    await client.subscribe_resource(uri)  # pyright: ignore[reportDeprecated]
    said(await table.claim("opponent"))
    assert await over_older_http.inbox.next() == uri


async def test_a_new_version_of_a_document_is_told(at: Hall, over_http: Guest, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(subscriptions, "LOOKS", 0.01)
    path = f"{API}/documents"
    document = said(await at.inside.http.post(path, json={"title": "Plan", "content": "1"}))["document_id"]
    uri = f"moot://documents/{document}"
    with anyio.fail_after(SECONDS):
        async with over_http.client.listen(resource_subscriptions=[uri]) as stream:
            said(await at.inside.http.post(f"{path}/{document}/versions", json={"content": "2"}))
            async for event in stream:
                assert event == ResourceUpdated(uri=uri)
                break


async def test_nobody_follows_too_much_or_what_is_not_there(at: Hall, over_http: Guest):
    debate = (await opened(at)).debate
    many = [f"moot://debates/{debate}", *(f"moot://debates/{uuid4()}" for _ in range(subscriptions.MOST))]
    with pytest.raises(MCPError, match="LIMIT_REACHED"):
        async with over_http.client.listen(resource_subscriptions=many):
            pass
    with pytest.raises(MCPError, match="DEBATE_NOT_FOUND"):
        async with over_http.client.listen(resource_subscriptions=many[1:2]):
            pass


async def test_the_brief_of_a_seat_is_a_prompt(at: Hall, guest: Guest):
    table = await opened(at)
    listed = (await guest.client.list_prompts()).prompts
    assert [one.name for one in listed] == ["brief", "proposer", "opponent", "arbitrator", "arena"]
    told = await guest.client.get_prompt("brief", {"debate_id": table.debate, "role": "opponent"})
    (message,) = told.messages
    assert isinstance(message.content, TextContent)
    assert "One queue is enough." in message.content.text
    assert "debate_answer" in message.content.text
    role = await guest.client.get_prompt("opponent", {"debate_type": "coding_plan_debate"})
    assert isinstance(role.messages[0].content, TextContent)
    assert "debate_NAME" in role.messages[0].content.text
    for name, arguments in (("brief", {"role": "opponent"}), ("nothing", {}), ("opponent", {"debate_type": "no"})):
        with pytest.raises(MCPError, match="INVALID_INPUT"):
            await guest.client.get_prompt(name, arguments)


async def test_a_sealed_move_of_another_seat_is_not_readable(at: Hall):
    body = {**QUESTION, "seats": dict.fromkeys(JUDGES, "human")}
    receipt = said(await at.inside.http.post(f"{API}/panels", json=body))
    debate, keys = receipt["debate_id"], receipt["seat_keys"]
    async with at.guest("http", keys["risk"]) as risk, at.guest("older http", keys["value"]) as value:
        move = recommendation("A", "Known to risk alone.")
        await risk.does("debate_move", debate_id=debate, role="risk", type="RECOMMENDATION", move=move)
        own = await risk.does("debate_read", debate_id=debate, role="risk")
        assert "Known to risk alone." in str(own)
        for role in (None, "value"):
            other = await value.does("debate_read", debate_id=debate, role=role)
            assert other["arguments"][-1]["sealed"]
            assert "Known to risk alone." not in str(other)
        await value.fails("debate_read", "FORBIDDEN", debate_id=debate, role="risk")
        await value.fails("debate_brief", "FORBIDDEN", debate_id=debate, role="risk")
        await value.fails("debate_join", "FORBIDDEN", debate_id=debate, role="risk")
        for part in ("", "/record"):
            assert "Known to risk alone." not in await text_at(value, f"moot://debates/{debate}{part}")
