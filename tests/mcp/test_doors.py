"""Who comes in, what is told meanwhile, how a call ends early, and what is too much."""

import asyncio
import json
import signal
from pathlib import Path
from uuid import uuid4

import anyio
import httpx2
import pytest
from mcp import Client, StdioServerParameters

import moot.cli.mcp
from moot.cli.app import run
from moot.mcp import ROWS
from moot.mcp.usher import Usher
from moot.mcp.wire import Wire
from moot.players.command import CALLED_ON
from tests.mcp.hall import SECONDS, Guest, Hall
from tests.support.fences import fences
from tests.support.house import Table, bearer, refused, said
from tests.support.houses import TOKEN
from tests.support.players import JUDGES, QUESTION, recommendation
from tests.support.ports import steady_port
from tests.support.thorough import only_when_thorough

PAGE = Path(__file__).parents[2] / "docs" / "mcp.md"
ACCEPT = {"Accept": "application/json, text/event-stream"}
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
}
LIST = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}


async def opened(at: Hall) -> Table:
    return await Table(at.inside.http, str(uuid4())).opened()


async def test_who_is_unknown_is_turned_away_at_the_door(at: Hall):
    async with httpx2.AsyncClient(base_url=at.url, headers=ACCEPT) as http:
        wrong = await http.post("/mcp", json=HELLO, headers=bearer("wrong"))
        refused(wrong, "UNAUTHENTICATED", 401)
        assert wrong.headers["www-authenticate"] == "Bearer"
        foreign = await http.post("/mcp", json=HELLO, headers={**bearer(TOKEN), "Origin": "https://evil.example"})
        refused(foreign, "FORBIDDEN", 403)
        large = await http.post("/mcp", content=b"x" * (3 * 1024 * 1024), headers=bearer(TOKEN))
        refused(large, "CONTENT_TOO_LARGE", 413)


async def test_a_session_is_used_only_with_the_key_it_was_opened_with(at: Hall):
    key = (await opened(at)).keys["opponent"]
    async with httpx2.AsyncClient(base_url=at.url, headers=ACCEPT) as http:
        session = (await http.post("/mcp", json=HELLO, headers=bearer(TOKEN))).headers["mcp-session-id"]
        ours = {"mcp-session-id": session, "mcp-protocol-version": "2025-06-18"}
        assert (await http.post("/mcp", json=LIST, headers={**ours, **bearer(key)})).status_code == 404
        assert (await http.get("/mcp", headers={**ours, **bearer(key)})).status_code == 404
        assert (await http.post("/mcp", json=LIST, headers={**ours, **bearer(TOKEN)})).status_code == 200
        assert (await http.delete("/mcp", headers={**ours, **bearer(TOKEN)})).status_code == 200


async def test_a_wrong_token_over_pipes_is_told_by_every_tool(at: Hall):
    async with httpx2.AsyncClient(base_url=at.url, timeout=SECONDS) as http:
        server = Usher(lambda request: Wire(http, bearer("wrong")), lambda role, kind: "").server()
        async with Client(server) as client:
            told = await client.call_tool("house_players", {})
            assert told.is_error
            assert told.structured_content["error"]["code"] == "UNAUTHENTICATED"


async def test_a_visitor_reads_the_arena_and_nothing_else(at: Hall):
    async with at.guest("http", None) as visitor:
        await visitor.does("arena_leaderboard")
        await visitor.fails("document_list", "UNAUTHENTICATED")


async def test_a_call_that_waits_tells_how_it_goes_on(at: Hall, guest: Guest):
    noted: list[str] = []
    looked = anyio.Event()

    async def note(progress: float, total: float | None, message: str | None) -> None:
        noted.append(str(message))
        if "waiting for" in noted[-1]:
            looked.set()

    debate = str(uuid4())
    body = {**QUESTION, "seats": dict.fromkeys(JUDGES, "human"), "debate_id": debate, "wait": True, "within": 20}
    asking = asyncio.create_task(guest.client.call_tool("panel_ask", body, progress_callback=note))
    with anyio.fail_after(SECONDS):
        await looked.wait()
        table = Table(at.inside.http, debate)
        for judge in JUDGES:
            body = {"role": judge, "type": "RECOMMENDATION", "move": recommendation("A")}
            said(await table.post("moves", body, judge))
        told = (await asking).structured_content
    assert (told["debate_id"], told["closed"], told["result"]["recommended_option"]) == (debate, True, "A")
    assert any("RECOMMENDATION" in message for message in noted), noted


async def test_a_call_that_is_given_up_holds_nothing(at: Hall, over_http: Guest):
    table = await opened(at)
    started = anyio.Event()
    # What others follow in this house is held all the while.
    before = _held()

    async def note(progress: float, total: float | None, message: str | None) -> None:
        started.set()

    arguments = {"debate_id": table.debate, "role": "proposer", "argument_id": table.id(1), "within": 600}
    with anyio.fail_after(SECONDS):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(over_http.client.call_tool, "debate_wait", arguments, None, note)
            await started.wait()
            while not _held() - before:
                await anyio.lowlevel.checkpoint()
            tasks.cancel_scope.cancel()
        while _held() - before:
            await anyio.lowlevel.checkpoint()
    assert (await over_http.does("debate_context", debate_id=table.debate))["debate"]["id"] == table.debate


def _held() -> set[asyncio.Task[object]]:
    return {task for task in asyncio.all_tasks() if task.get_name() == "mcp exchange"}


async def test_a_move_is_made_once_under_its_request_id(at: Hall, guest: Guest):
    table = await opened(at)
    claim = {"debate_id": table.debate, "role": "opponent", "target_id": table.id(1), "content": "Why?"}
    first = await guest.does("debate_submit", **claim, client_request_id="r-1")
    again = await guest.does("debate_submit", **claim, client_request_id="r-1")
    assert (again["argument_id"], again["repeated"]) == (first["argument_id"], True)
    await guest.fails("debate_submit", "ACTION_NOT_ALLOWED", **claim)
    made = (await guest.does("debate_read", debate_id=table.debate))["arguments"]
    assert [one["type"] for one in made] == ["MOTION", "CLAIM"]


HOSTILE: list[tuple[str, dict[str, object], str]] = [
    ("debate_context", {"debate_id": ".."}, "debate_id"),
    ("debate_context", {"debate_id": "../agents/me"}, "debate"),
    ("debate_context", {"debate_id": ["x"]}, "debate_id"),
    ("debate_context", {}, "debate_id"),
    ("debate_context", {"debate_id": "x", "rôle": "y"}, "rôle"),
    ("debate_rule", {"debate_id": "x", "content": "y", "close": "yes"}, "close"),
    ("debate_wait", {"debate_id": "x", "role": "y", "argument_id": "z", "within": 10**9}, "within"),
    ("debate_wait", {"debate_id": "x", "role": "y", "argument_id": "z", "within": True}, "within"),
    ("debate_export", {"debate_id": "x", "length": 10**9}, "length"),
    ("debate_result", {"debate_id": "x", "wait": "yes"}, "wait"),
    ("arena_wait", {"debate_id": "x", "until": "never"}, "until"),
    ("debate_read", {"debate_id": "x", "limit": 10**6}, "limit"),
    ("no_such_tool", {}, "no_such_tool"),
]


@pytest.mark.parametrize(("tool", "arguments", "named"), HOSTILE)
async def test_what_does_not_fit_is_refused_with_its_name(
    over_http: Guest, tool: str, arguments: dict[str, object], named: str
):
    told = (await over_http.tries(tool, **arguments)).structured_content
    assert told["error"]["code"] in ("INVALID_INPUT", "DEBATE_NOT_FOUND", "NOT_FOUND")
    assert named in told["error"]["message"]


HALF: list[tuple[str, dict[str, object]]] = [
    ("debate_context", {"debate_id": "\ud800"}),
    ("debate_context", {"debate_id": "x", "\ud800": 1}),
    ("debate_list", {"q": "\ud800"}),
    ("document_create", {"title": "t", "content": "\ud800"}),
]


async def test_half_a_character_is_refused_and_breaks_nothing(at: Hall):
    """As JSON can carry it, though the official client cannot send it."""
    async with httpx2.AsyncClient(base_url=at.url, headers={**ACCEPT, **bearer(TOKEN)}) as http:
        meta: dict[str, object] = {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        }
        for tool, arguments in HALF:
            asked: dict[str, object] = {"name": tool, "arguments": arguments, "_meta": meta}
            body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": asked})
            headers = {"mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": tool}
            told = await http.post("/mcp", content=body, headers={**headers, "content-type": "application/json"})
            result = told.json()["result"]
            assert result["isError"], result
            assert result["structuredContent"]["error"]["code"] == "INVALID_INPUT"


async def test_answers_stay_short_however_much_there_is(at: Hall, guest: Guest):
    table = await Table(at.inside.http, str(uuid4())).opened(content="m" * 10_000)
    said(await table.claim("opponent", "c" * 10_000))
    told = await guest.does("debate_context", debate_id=table.debate)
    assert len(json.dumps(told)) < 8_000
    assert told["shortened"] == ["arguments.0.content", "arguments.1.content"]
    export = await guest.does("debate_export", debate_id=table.debate)
    assert (len(export["text"]) > 20_000 - 1, export["next_offset"], "shortened" in export) == (True, 20_000, False)
    rest = await guest.does("debate_export", debate_id=table.debate, offset=export["next_offset"])
    assert len(export["text"] + rest["text"]) == export["characters"]
    whole = await guest.does("debate_argument", debate_id=table.debate, argument_id=table.id(2))
    assert whole["content"] == "c" * 10_000
    await guest.fails(
        "debate_submit", "CONTENT_TOO_LARGE", debate_id=table.debate, role="proposer", target_id=table.id(2),
        content="x" * 20_000,
    )  # fmt: skip


async def test_what_a_client_is_told_first(guest: Guest):
    tools = {tool.name: tool for tool in (await guest.client.list_tools()).tools}
    assert list(tools) == [row.name for row in ROWS]
    hints = {name: tool.annotations for name, tool in tools.items() if tool.annotations is not None}
    assert hints["debate_read"].read_only_hint
    assert (hints["debate_submit"].read_only_hint, hints["debate_submit"].destructive_hint) == (False, False)
    assert hints["arena_delete_account"].destructive_hint
    assert tools["debate_submit"].input_schema["required"] == ["debate_id", "role", "target_id", "content"]
    assert "debate_join" in str(guest.client.instructions)
    assert guest.client.server_capabilities.resources is not None
    assert guest.client.server_capabilities.resources.subscribe


async def test_a_client_can_ask_for_some_tools_alone(at: Hall):
    async with httpx2.AsyncClient(base_url=at.url, headers={**ACCEPT, **bearer(TOKEN)}) as http:
        session = (await http.post("/mcp?tools=panel", json=HELLO)).headers["mcp-session-id"]
        ours = {"mcp-session-id": session, "mcp-protocol-version": "2025-06-18"}
        told = await http.post("/mcp?tools=panel", json=LIST, headers=ours)
        (line,) = [line for line in told.text.splitlines() if line.startswith("data: {")]
        assert [tool["name"] for tool in json.loads(line[6:])["result"]["tools"]] == ["panel_ask", "panel_choose"]
        told = await http.post("/mcp?tools=panels", json=LIST, headers=ours)
        assert "There are: debate, panel" in told.text


async def test_the_configuration_on_the_page_starts_the_program_that_is_tried_here(at: Hall):
    (told,) = [block.body for block in fences(PAGE.read_text()) if block.language == "json"]
    named = json.loads(told)["mcpServers"]["moot"]
    tried = at.program(TOKEN)
    assert (named["command"], named["args"]) == (Path(tried.command).name, tried.args)


@only_when_thorough
async def test_moot_mcp_starts_a_server_where_none_answers(tmp_path: Path, at: Hall):
    program = at.program(None)
    named = {name: value for name, value in (program.env or {}).items() if name != "DEBATE_SERVER_URL"}
    env = {**named, "MOOT_HOME": str(tmp_path), "MOOT_PORT": str(steady_port())}
    started = StdioServerParameters(command=program.command, args=program.args, env=env)
    try:
        async with Client(started) as client:
            assert not (await client.call_tool("house_health", {})).is_error
    finally:
        await anyio.run_process([program.command, "serve", "stop"], env=env)


async def test_moot_mcp_can_be_interrupted(at: Hall):
    program = at.program(TOKEN)
    async with await anyio.open_process([program.command, *program.args], env=program.env) as serving:
        assert serving.stdin is not None
        assert serving.stdout is not None
        await serving.stdin.send(json.dumps(HELLO).encode() + b"\n")
        with anyio.fail_after(SECONDS):
            assert b"serverInfo" in await serving.stdout.receive()
            serving.send_signal(signal.SIGINT)
            assert await serving.wait() == -signal.SIGINT


def test_an_agent_that_was_called_on_is_not_let_in_by_another_door(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    assert moot.cli.mcp.CALLED_ON == CALLED_ON
    monkeypatch.setenv(CALLED_ON, "1")
    assert run(("mcp", "--no-start")) == 1
    told = capsys.readouterr()
    assert "called on for a turn" in told.err
    assert json.loads(told.out)["error"]["code"] == "INVALID_INPUT"


async def test_moot_mcp_says_where_no_server_answers(at: Hall):
    program = at.program(TOKEN, "--no-start")
    env = {**(program.env or {}), "DEBATE_SERVER_URL": "http://127.0.0.1:9"}
    done = await anyio.run_process([program.command, *program.args], env=env, check=False)
    assert done.returncode == 3
    assert b"No Moot server answers" in done.stderr
    assert json.loads(done.stdout)["error"]["code"] == "NO_SERVER"
